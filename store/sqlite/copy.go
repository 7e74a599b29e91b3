package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// copyDatabase copies a database into a new file, on its own connection, so that readers can continue. The copy is
// synced, and it gets its name only after prove has found no problems.
func copyDatabase(ctx context.Context, from, to string, prove func(part string) error) error {
	if _, err := os.Lstat(to); err == nil {
		return fmt.Errorf("backing up: %s already exists: choose another file", to)
	}
	part := to + ".part"
	err := copySync(ctx, from, part)
	if err == nil {
		err = inheritRights(part, from)
	}
	if err == nil {
		err = prove(part)
	}
	if err == nil {
		err = os.Rename(part, to)
	}
	if err == nil {
		err = toDisk.folder(filepath.Dir(to))
	}
	if err != nil {
		return errors.Join(fmt.Errorf("backing up to %s: %w", to, err), removeFiles(part))
	}
	return nil
}

// copySync copies a database into a file that may be overwritten.
func copySync(ctx context.Context, from, to string) error {
	if err := removeFiles(to); err != nil {
		return err
	}
	f, err := os.OpenFile(to, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("the folder %s doesn't exist: create it or choose another file", filepath.Dir(to))
	}
	if err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if err := vacuum(ctx, from, to); codeOf(err) == codeFull {
		return fmt.Errorf("the disk of %s is full: free some space (%w)", to, err)
	} else if err != nil {
		return err
	}
	// SQLite doesn't sync the target of a VACUUM INTO.
	return toDisk.file(to)
}

func vacuum(ctx context.Context, from, into string) (err error) {
	db, err := connect(from, "", forCopying, settingsFor(forCopying))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1)
	_, err = db.ExecContext(ctx, `VACUUM INTO ?`, into)
	return err
}

// checkCopy runs SQLite's checks on a copy, whatever its schema.
func checkCopy(ctx context.Context, path string) (err error) {
	db, err := connect(path, "", forReading, settingsFor(forReading))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	return checkSound(ctx, db, "integrity_check(1)")
}

// toDisk has the functions that sync files and folders. Tests replace it to prove that they notice a missing sync.
var toDisk = struct{ file, folder func(path string) error }{syncFile, syncFolder}

// syncFile syncs a file. No connection may have the file open, because closing it here would drop the connection's
// locks.
func syncFile(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// removeFiles removes files, which may be missing.
func removeFiles(paths ...string) (err error) {
	for _, path := range paths {
		if stays := os.Remove(path); !errors.Is(stays, fs.ErrNotExist) {
			err = errors.Join(err, stays)
		}
	}
	return err
}

// stamp formats a time for file names.
func stamp(at time.Time) string { return at.UTC().Format("20060102T150405.000Z") }
