package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"settable/migrations"
	"settable/store"
)

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
	source, err := newBuilding(from, opt, migrations.SQLite())
	if err != nil {
		return r, err
	}
	to, err := newBuilding(path, opt, migrations.SQLite())
	if err != nil {
		return r, err
	}
	if source.path == to.path {
		return r, fmt.Errorf("%s: this is the database itself: name a backup of it", to.path)
	}
	l, err := to.claim()
	if err != nil {
		return r, to.explain(err)
	}
	defer func() { err = errors.Join(err, l.release()) }()
	fresh := to.path + ".restoring"
	defer func() { err = errors.Join(err, gone(fresh, fresh+"-wal", fresh+"-shm", fresh+".lock")) }()
	if err := source.lend(ctx, fresh); err != nil {
		return r, err
	}
	if r.Audit, err = renewed(ctx, fresh, log); err != nil {
		return r, fmt.Errorf("proving the copy of %s: %w", source.path, err)
	}
	r.Former, err = to.replace(ctx, fresh)
	return r, err
}

// lend copies a backup of this or an older shape.
func (b *building) lend(ctx context.Context, to string) error {
	err := b.regular()
	if err == nil {
		var was shape
		if was, err = b.inspect(ctx); err == nil && was.fresh {
			err = errForeign
		}
	}
	if err == nil {
		err = copySync(ctx, b.path, to)
	}
	if code(err) == codeCorrupt || errors.Is(err, errDamaged) || errors.Is(err, errCut) {
		return fmt.Errorf("%s: this backup is damaged: name another one; nothing was changed (%w)", b.path, err)
	}
	if err != nil {
		return b.explain(err)
	}
	return nil
}

// renewed brings a copy to the present shape and proves it.
func renewed(ctx context.Context, path string, log *slog.Logger) (a store.Audit, err error) {
	b, err := newBuilding(path, Options{Log: log}.filled(), migrations.SQLite())
	if err != nil {
		return a, err
	}
	b.kept = 0 // it is a copy itself
	s, err := b.open(ctx)
	if err != nil {
		return a, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if err := s.Check(ctx); err != nil {
		return a, err
	}
	return s.Audit(ctx, 0)
}

// replace puts the file fresh in the place of the database, and says where that
// is kept. At no moment does nothing lie there: a bot would begin anew then.
func (b *building) replace(ctx context.Context, fresh string) (former string, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("putting a backup in the place of %s: %w", b.path, err)
		}
	}()
	aside := fmt.Sprintf("%s.%s.old", b.path, stamp(time.Now()))
	switch err := b.regular(); {
	case err == nil:
		if err := fold(ctx, b.path); err != nil {
			b.opt.Log.Warn("the former database is kept with its WAL: it could not be folded in", "err", err)
		}
		fallthrough
	case errors.Is(err, errCut):
		former = aside
		if os.Link(b.path, aside) == nil {
			break
		}
		if err := os.Rename(b.path, aside); err != nil { // not all file systems have links
			return "", err
		}
	case !errors.Is(err, fs.ErrNotExist):
		return "", err
	}
	// A WAL that is left would be folded into the wrong database.
	for _, tail := range []string{"-wal", "-shm", "-journal"} {
		if err := os.Rename(b.path+tail, aside+tail); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return former, err
		}
	}
	if err := os.Rename(fresh, b.path); err != nil {
		return former, err
	}
	return former, syncFolder(filepath.Dir(b.path))
}

// fold puts into a database what its WAL holds.
func fold(ctx context.Context, path string) (err error) {
	db, err := connect(path, "", writing, settings(copying))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	_, err = db.ExecContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`)
	return err
}
