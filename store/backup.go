package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Backup writes a copy of the database, as it stands at one moment, to a new
// file with mode 0600, while the bot goes on. A file that is there already is
// not overwritten. The copy is on the disk when Backup returns nil.
func (s *Store) Backup(ctx context.Context, path string) error {
	return copyInto(ctx, s.readers, path)
}

func copyInto(ctx context.Context, db *sql.DB, path string) error {
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("backing up: %s is there already: name a new file", path)
	}
	if err := copySync(ctx, db, path); err != nil {
		return fmt.Errorf("backing up to %s: %w", path, err)
	}
	return nil
}

// copySync copies under another name first, so that what bears the name is whole.
func copySync(ctx context.Context, db *sql.DB, path string) error {
	part := path + ".part"
	if err := os.Remove(part); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	f, err := os.OpenFile(part, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if _, err := db.ExecContext(ctx, `VACUUM INTO ?`, part); err != nil {
		return errors.Join(err, os.Remove(part))
	}
	// SQLite does not sync what it vacuums into.
	if err := syncFile(part); err != nil {
		return err
	}
	if err := os.Rename(part, path); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(path))
}

func syncFile(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
