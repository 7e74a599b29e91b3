package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"settable/store"
)

// Restore replaces the database f with a copy of another file, keeps the old database under another name next to it,
// and returns that name. It calls prove to migrate and check the copy before it moves anything, and leaves the other
// file unchanged. The error says in one sentence what to do. It is store.ErrLocked if a bot has f open.
func (f *File) Restore(ctx context.Context, from *File, prove func(copied string) error) (former string,
	err error) {
	if from.Path == f.Path {
		return "", fmt.Errorf("%s is the database itself: choose a backup", f.Path)
	}
	l, err := f.claim()
	if err != nil {
		return "", f.Explain(err)
	}
	defer func() { err = errors.Join(err, l.Release()) }()
	fresh := f.Path + ".restoring"
	defer func() { err = errors.Join(err, removeFiles(fresh, fresh+"-wal", fresh+"-shm", fresh+".lock")) }()
	if err := from.copyOut(ctx, fresh); err != nil {
		return "", err
	}
	if err = prove(fresh); err != nil {
		return "", fmt.Errorf("verifying the copy of %s: %w", from.Path, err)
	}
	if err := inheritRights(fresh, f.Path); err != nil {
		return "", err
	}
	return f.replace(ctx, fresh)
}

// inheritRights gives the database's owner and mode to a copy.
func inheritRights(copied, database string) error {
	if at, err := os.Stat(database); err == nil {
		if err := os.Chmod(copied, at.Mode().Perm()); err != nil {
			return fmt.Errorf("setting the permissions of the copied database: %w", err)
		}
	}
	return inheritOwner(copied, database)
}

// copyOut copies a backup, which may have an older schema.
func (f *File) copyOut(ctx context.Context, to string) error {
	err := f.checkRegular()
	if err == nil {
		var was Shape
		if was, err = f.Inspect(ctx); err == nil && was.fresh {
			err = errForeign
		}
	}
	if err == nil {
		err = copySync(ctx, f.Path, to)
	}
	if codeOf(err) == codeCorrupt || errors.Is(err, store.ErrDamaged) || errors.Is(err, errCut) {
		return fmt.Errorf("%s: this backup is damaged, so nothing was changed: choose another one (%w)", f.Path, err)
	}
	if err != nil && codeOf(err) != codeFull { // a full disk isn't the backup's fault
		err = f.Explain(err)
	}
	return err
}

// replace puts a new file in place of the database and returns the path of the old file. The path is never without a
// file, because a bot that found none would start with an empty database.
func (f *File) replace(ctx context.Context, fresh string) (former string, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("replacing %s with a backup: %w", f.Path, err)
		}
	}()
	aside := fmt.Sprintf("%s.%s.old", f.Path, stamp(time.Now()))
	switch err := f.checkRegular(); {
	case err == nil:
		if err := checkpoint(ctx, f.Path); err != nil {
			f.Log.Warn("checkpoint failed, keeping the old database with its WAL file", "err", err)
		}
		fallthrough
	case errors.Is(err, errCut):
		former = aside
		if os.Link(f.Path, aside) == nil {
			break
		}
		if err := os.Rename(f.Path, aside); err != nil { // not all file systems have hard links
			return "", err
		}
	case !errors.Is(err, fs.ErrNotExist):
		return "", err
	}
	// A checkpoint would write a leftover WAL into the wrong database.
	for _, tail := range []string{"-wal", "-shm", "-journal"} {
		if err := os.Rename(f.Path+tail, aside+tail); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return former, err
		}
	}
	if err := os.Rename(fresh, f.Path); err != nil {
		return former, err
	}
	return former, toDisk.folder(filepath.Dir(f.Path))
}

// checkpoint writes the content of a database's WAL into the database.
func checkpoint(ctx context.Context, path string) (err error) {
	db, err := connect(path, "", forWriting, settingsFor(forCopying))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	_, err = db.ExecContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`)
	return err
}
