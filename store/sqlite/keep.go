package sqlite

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"settable/store"
	"settable/store/sqlite/dbfile"
	"settable/store/sqlstore"
)

// Backup writes a copy of the database, as it stands at one moment, to a new
// file with mode 0600, while the bot goes on. A file that is there already is
// not overwritten. Where the error is nil the copy is on the disk; it was opened
// again and keeps every law of Check, and the audit is that of its chips.
func (s *DB) Backup(ctx context.Context, path string) (a store.Audit, err error) {
	err = dbfile.Copy(ctx, s.path, path, func(part string) error {
		o, err := Options{ReadOnly: true}.opening(part)
		if err == nil {
			a, err = proved(ctx, o)
		}
		return err
	})
	return a, err
}

// Restored is what a restore has put in place.
type Restored struct {
	Audit  store.Audit // of the chips in it
	Former string      // where the database lies that was there before; empty: there was none
}

// Restore puts a copy of the database file from in the place of the one at
// path, which is kept beside it under another name. The copy is brought to the
// present shape and proved before anything is moved; from is only read. The
// error is ErrLocked where a bot has path open; it says in one sentence what to do.
func Restore(ctx context.Context, from, path string, log *slog.Logger) (r Restored, err error) {
	opt := Options{Log: log}.filled()
	source, err := dbfile.At(from, opt.Log)
	if err != nil {
		return r, err
	}
	to, err := dbfile.At(path, opt.Log)
	if err != nil {
		return r, err
	}
	r.Former, err = to.Restore(ctx, source, func(copied string) (err error) {
		r.Audit, err = renewed(ctx, copied, opt)
		return err
	})
	return r, err
}

// renewed brings a copy to the present shape and proves it.
func renewed(ctx context.Context, path string, opt Options) (a store.Audit, err error) {
	o, err := opt.opening(path)
	if err != nil {
		return a, err
	}
	o.Copies = 0 // it is a copy itself
	return proved(ctx, o)
}

// proved opens a database and finds that it is sound.
func proved(ctx context.Context, o *opening) (a store.Audit, err error) {
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

// Verify has SQLite look through the whole file while others write. What it finds is a damage.
func (s *DB) Verify(ctx context.Context) error {
	if err := s.file.Checks.Through(ctx, s.base.Readers); err != nil {
		return s.file.Explain(err)
	}
	return nil
}

// Vacuum gives free pages back, so many at most: those at the end of the file move to where the free ones
// lie, and the file becomes shorter with the next checkpoint. It says how many it gave, and how many are free
// yet; a database that was made before files were so keeps them for games to come, and gives none.
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
		for rows.Next() { // each step gives one
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil {
			return err
		}
		err = tx.QueryRowContext(ctx, freePages).Scan(&left)
		given = free - left
		return err
	}, nil)
	if err != nil {
		return 0, left, fmt.Errorf("giving room back that compacted games have left: %w", err)
	}
	return given, left, nil
}

const freePages = `PRAGMA freelist_count`
