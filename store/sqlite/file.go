package sqlite

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

// File is a database file, together with how to open it.
type File struct {
	Path       string // absolute and without symbolic links, so that different names of a file share a lock
	ReadOnly   bool
	VFS        string // the name of SQLite's VFS; empty: the system's
	WAL        int64  // the length in bytes to which the WAL is grown; 0: not grown
	Log        *slog.Logger
	Migrations fs.FS
	Settings   func(access) []setting // the settings of each kind of connection
	Copies     int                    // how many copies from before migrations are kept; 0: no copies

	Checks integrityChecks
	marked string // the note of the last holder of the lock
}

// FileAt returns the file at a path, with the migrations and settings of this program.
func FileAt(path string, log *slog.Logger) (*File, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("finding the database %s: %w", path, err)
	}
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		abs = real
	}
	return &File{Path: abs, Log: log, Migrations: migrations.SQLite(), Settings: settingsFor, Copies: 3}, nil
}

// Connect opens a pool of connections of one kind.
func (f *File) Connect(may access) (*sql.DB, error) {
	return connect(f.Path, f.VFS, may, f.Settings(may))
}

// Writer returns the pool with the only connection that writes. It first migrates the database from its current shape.
func (f *File) Writer(ctx context.Context, was Shape) (db *sql.DB, err error) {
	if db, err = f.Connect(forWriting); err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	if err = f.migrate(ctx, db, was); err == nil {
		// SQLite opens a read-only file without an error. It refuses only the first write, even one that changes no
		// rows.
		if _, err = db.ExecContext(ctx, `UPDATE secret SET id = id WHERE id < 0`); err != nil {
			err = fmt.Errorf("test write: %w", err)
		}
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	if err := f.empty(ctx, db); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	if err := grow(f.Path, f.WAL); err != nil {
		f.Log.Warn("preallocating the WAL file failed, commits will be slower until it has grown", "error", err)
	}
	return db, nil
}

// Readers returns a pool of n connections that read.
func (f *File) Readers(n int) (*sql.DB, error) {
	db, err := f.Connect(forReading)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(n)
	db.SetMaxIdleConns(n)
	return db, nil
}
