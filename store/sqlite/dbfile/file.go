// Package dbfile is the file of a database: where it lies, who may write it, how it came to its present
// shape, how it is copied and put back, and what every connection to it is told.
package dbfile

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"path/filepath"

	"settable/migrations"
)

// File is a database on its way from a path to its connections.
type File struct {
	Path       string // absolute, symbolic links followed: two names of a file share a lock
	ReadOnly   bool
	VFS        string // SQLite's way to the disk; empty: the system's
	WAL        int64  // how long the WAL is made, in bytes; 0: as long as it must be
	Log        *slog.Logger
	Migrations fs.FS
	// Then is what is done in the transaction of a script after it, by the script's name: what no SQL can.
	Then     map[string]func(context.Context, *sql.Tx) error
	Settings func(Access) []Setting // what connections are told
	Copies   int                    // how many from before migrations stay; 0: none is made

	Checks Checks
	marked string // what the last who had the lock noted there
}

// At is the file at a path, with the migrations and settings that this program has.
func At(path string, log *slog.Logger) (*File, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("finding the database %s: %w", path, err)
	}
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		abs = real
	}
	return &File{Path: abs, Log: log, Migrations: migrations.SQLite(), Settings: Settings, Copies: 3}, nil
}

// Connect opens a pool of connections of one kind.
func (f *File) Connect(may Access) (*sql.DB, error) {
	return connect(f.Path, f.VFS, may, f.Settings(may))
}

// Writer is the pool of the one connection that writes, on a database of the present shape.
func (f *File) Writer(ctx context.Context, was Shape) (db *sql.DB, err error) {
	if db, err = f.Connect(Writing); err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	if err = f.migrate(ctx, db, was); err == nil {
		// SQLite opens a file that it may only read without a word; it refuses the
		// first change, though of no row.
		if _, err = db.ExecContext(ctx, `UPDATE goose_db_version SET is_applied = 1 WHERE id < 0`); err != nil {
			err = fmt.Errorf("trying to write: %w", err)
		}
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	if err := grow(f.Path, f.WAL); err != nil {
		f.Log.Warn("the WAL is short: commits take longer until it has grown", "error", err)
	}
	return db, nil
}

// Readers are a pool of so many connections that read.
func (f *File) Readers(n int) (*sql.DB, error) {
	db, err := f.Connect(Reading)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(n)
	db.SetMaxIdleConns(n)
	return db, nil
}
