package sqlite

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"settable/store"
	"settable/store/sqlstore"
)

// Backup writes a snapshot of the database to a new file with mode 0600 while the bot keeps running. It doesn't
// overwrite a file. If the error is nil, the copy is on disk, was opened again and passed Check, and a is the audit of
// its chips.
func (s *DB) Backup(ctx context.Context, path string) (a store.Audit, err error) {
	err = copyDatabase(ctx, s.path, path, func(part string) error {
		o, err := Options{ReadOnly: true}.opening(part)
		if err == nil {
			a, err = openChecked(ctx, o)
		}
		return err
	})
	return a, err
}

// Restored is the result of a restore.
type Restored struct {
	Audit  store.Audit // of the chips in the restored database
	Former string      // the path of the previous database; empty: none
}

// Restore replaces the database file at path with a copy of another file, and keeps the old database next to it under
// another name. It migrates and checks the copy before it moves anything, and leaves the other file unchanged. The
// error says in one sentence what to do. It is ErrLocked if a bot has path open.
func Restore(ctx context.Context, from, path string, log *slog.Logger) (Restored, error) {
	return Options{Log: log}.restore(ctx, from, path)
}

func (o Options) restore(ctx context.Context, from, path string) (r Restored, err error) {
	source, err := o.opening(from)
	if err != nil {
		return r, err
	}
	to, err := o.opening(path)
	if err != nil {
		return r, err
	}
	r.Former, err = to.file.Restore(ctx, source.file, func(copied string) (err error) {
		r.Audit, err = migratedCopy(ctx, copied, o)
		return err
	})
	return r, err
}

// migratedCopy migrates and checks a copy.
func migratedCopy(ctx context.Context, path string, opt Options) (a store.Audit, err error) {
	o, err := opt.opening(path)
	if err != nil {
		return a, err
	}
	o.file.Copies = 0 // makes no backup of a copy
	return openChecked(ctx, o)
}

// openChecked opens a database, checks it and returns the audit of its chips.
func openChecked(ctx context.Context, o *opening) (a store.Audit, err error) {
	s, err := o.open(ctx)
	if err != nil {
		return a, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if err := s.Check(ctx); err != nil {
		return a, err
	}
	return s.Audit(ctx, 0)
}

// Verify makes SQLite check the whole file while other connections write. An error from the check itself means damage.
func (s *DB) Verify(ctx context.Context) error {
	if err := s.file.Checks.CheckFile(ctx, s.base.Readers); err != nil {
		return s.file.Explain(err)
	}
	return nil
}

// Erase removes deleted data from the WAL, and thereby also from the file.
func (s *DB) Erase(ctx context.Context) error {
	if s.conn == nil {
		return store.ErrReadOnly
	}
	return s.base.Writer.Between(ctx, func() error {
		err := s.file.Erase(ctx, s.conn.Conn)
		if err == nil && s.watch != nil {
			err = s.watch.Emptied()
		}
		return err
	})
}

// Vacuum returns at most the given number of free pages to the disk. It moves the last pages of the file into free
// ones, and the next checkpoint shortens the file. It returns how many pages it gave back, and how many are still free.
func (s *DB) Vacuum(ctx context.Context, most int) (given, left int64, err error) {
	err = s.base.Write(ctx, func(tx *sqlstore.Tx) error {
		var free int64
		if err := tx.QueryRowContext(ctx, freePages).Scan(&free); err != nil {
			return err
		}
		rows, err := tx.QueryContext(ctx, fmt.Sprintf(`PRAGMA incremental_vacuum(%d)`, most))
		if err != nil {
			return err
		}
		for rows.Next() { // each step returns one page
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil {
			return err
		}
		err = tx.QueryRowContext(ctx, freePages).Scan(&left)
		given = free - left
		return err
	}, nil)
	if err != nil {
		return 0, left, fmt.Errorf("freeing the space of compacted games: %w", err)
	}
	return given, left, nil
}

const freePages = `PRAGMA freelist_count`
