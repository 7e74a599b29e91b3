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
	return copyInto(ctx, s.path, path)
}

// copyInto makes a copy on a connection of its own, so that the readers go on.
func copyInto(ctx context.Context, from, to string) error {
	if _, err := os.Lstat(to); err == nil {
		return fmt.Errorf("backing up: %s is there already: name a new file", to)
	}
	if err := copySync(ctx, from, to); err != nil {
		return fmt.Errorf("backing up to %s: %w", to, err)
	}
	return nil
}

// copySync copies under another name first, so that what bears the name is whole.
func copySync(ctx context.Context, from, to string) error {
	part := to + ".part"
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
	if err := vacuum(ctx, from, part); err != nil {
		return errors.Join(err, os.Remove(part))
	}
	// SQLite does not sync what it vacuums into.
	if err := syncFile(part); err != nil {
		return err
	}
	if err := os.Rename(part, to); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(to))
}

func vacuum(ctx context.Context, from, into string) (err error) {
	db, err := sql.Open("sqlite", dsn(from, copying))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	_, err = db.ExecContext(ctx, `VACUUM INTO ?`, into)
	return err
}

func syncFile(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
