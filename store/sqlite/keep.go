package sqlite

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"settable/store"
	"settable/store/sqlite/dbfile"
	"settable/store/sqlite/fold"
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

// Fold folds closed tables that were over before then, of those after that one, at most so many, each in a
// commit of its own, and gives the last at which it looked; 0: there are no more. Tables of nights stay: a
// night shows each of its hands. What cannot be added up stays as it is.
func (s *DB) Fold(ctx context.Context, before time.Time, after store.TableID, most int) (last store.TableID,
	folded int, err error) {
	due, err := gathered(ctx, s, "the tables to be folded", scanNumber[store.TableID], selectFoldable,
		nanos(before), after, most)
	for _, id := range due {
		if err == nil {
			err = s.write(ctx, func(tx *transaction) error { return foldTable(ctx, tx, id) }, nil)
			last = id
		}
		if err == nil {
			folded++
		}
	}
	if err != nil {
		err = fmt.Errorf("folding games of long ago: %w", err)
	}
	return last, folded, err
}

// foldTable is what Fold does with a table.
func foldTable(ctx context.Context, tx *transaction, id store.TableID) error {
	// It may have been folded, or its server purged, since that was asked.
	if still, err := tx.has(selectUnfolded, id); err != nil || !still {
		return err
	}
	if err := fold.Table(ctx, tx, int64(id)); err != nil {
		return err
	}
	link, err := foldedLink(ctx, writersEye{tx}, tx.chain, id)
	if err != nil {
		return err
	}
	_, err = tx.exec(updateFold, link[:], id)
	return err
}

// foldsOf are the links of what stayed of a table when it was folded: none or one.
func foldsOf(ctx context.Context, db asker, id store.TableID) ([][]byte, error) {
	return gathered(ctx, db, "the folded tables", func(r row) (link []byte, err error) {
		err = r.Scan(&link)
		return link, err
	}, selectFold, id)
}

// Vacuum gives free pages back, so many at most: those at the end of the file move to where the free ones
// lie, and the file becomes shorter when SQLite folds its WAL in. It says how many it gave, and how many are
// free yet; a database that was made before files were so keeps them for games to come, and gives none.
func (s *DB) Vacuum(ctx context.Context, most int) (given, left int64, err error) {
	err = s.write(ctx, func(tx *transaction) error {
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
		return 0, left, fmt.Errorf("giving room back that folded games have left: %w", err)
	}
	return given, left, nil
}

const freePages = `PRAGMA freelist_count`

// foldedLink is the link that what stays of a folded table has now.
func foldedLink(ctx context.Context, db asker, c store.Chain, id store.TableID) (h store.Hash, err error) {
	b, err := read(ctx, db, id)
	if err != nil || len(b.lines) != 1 {
		return h, err // the zero Hash is of nothing
	}
	last := store.Played{Line: b.lines[0].Line, Transfers: b.lines[0].moved}
	tallies, err := countedAt(ctx, db, id)
	for _, t := range tallies {
		last.Tallies = append(last.Tallies, t.Tally)
	}
	return c.Fold(hash(b.opening), hash(b.lines[0].link), last), err
}

// writersEye asks the questions of readers in the middle of a commit; of people it reads the numbers.
type writersEye struct{ tx *transaction }

func (e writersEye) query(ctx context.Context, q query, args ...any) (*manyRows, error) {
	rows, err := e.tx.QueryContext(ctx, reads[q], args...)
	return &manyRows{rows, unnamed{}}, err
}

var (
	selectFoldable = toRead(`SELECT id FROM tables WHERE closed < ?1 AND id > ?2 AND night IS NULL
		AND id NOT IN (SELECT table_id FROM folds) AND EXISTS (SELECT 1 FROM lines WHERE table_id = tables.id)
		ORDER BY id LIMIT ?3`)
	selectUnfolded = toWrite(`SELECT EXISTS (SELECT 1 FROM tables WHERE id = ?1)
		AND NOT EXISTS (SELECT 1 FROM folds WHERE table_id = ?1)`)
	updateFold = toWrite(`UPDATE folds SET link = ? WHERE table_id = ?`)
)
