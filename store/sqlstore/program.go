package sqlstore

import (
	"context"
	"errors"
	"fmt"
	"time"

	"settable/store"
)

// identifiesKept is how long a session is remembered, which is longer than anybody counts sessions.
const identifiesKept = 48 * time.Hour

func (s *program) Identify(ctx context.Context, at time.Time) error {
	err := s.Write(ctx, func(tx *Tx) error {
		if _, err := tx.exec(deleteIdentifies, at.Add(-identifiesKept).UnixNano()); err != nil {
			return err
		}
		_, err := tx.exec(insertIdentify, at.UnixNano())
		return err
	}, nil) // outcome unknown: it may be noted twice, which is on the safe side
	if err != nil {
		return fmt.Errorf("noting a new session: %w", err)
	}
	return nil
}

func (s *program) Identified(ctx context.Context, since time.Time) ([]time.Time, error) {
	return gathered(ctx, s, "the sessions begun", func(r row) (time.Time, error) {
		at, err := alone[int64](r)
		return time.Unix(0, at), err
	}, selectIdentifies, since.UnixNano())
}

var (
	insertIdentify   = toWrite(`INSERT INTO identifies (at) VALUES (?)`)
	deleteIdentifies = toWrite(`DELETE FROM identifies WHERE at < ?`)
	selectIdentifies = toRead(`SELECT at FROM identifies WHERE at > ? ORDER BY at`)
)

// Passes tells of an error whether the same attempt may succeed a moment later.
func (s *program) Passes(err error) bool { return s.dialect.Passes != nil && s.dialect.Passes(err) }

func (s *program) Key(ctx context.Context) ([]byte, error) { return keyOf(ctx, s) }

// Answers returns nil as soon as the writer responds, even while the disk refuses its writes.
func (s *program) Answers(ctx context.Context) error { return s.Writer.Answers(ctx) }

// Reconcile commits nothing, because the writer resolves every unknown outcome before it commits
// anything.
func (s *program) Reconcile(ctx context.Context) error {
	if s.Writer == nil {
		return errors.Join(ctx.Err(), store.ErrReadOnly)
	}
	if err := s.idle(ctx); err != nil {
		return fmt.Errorf("reconciling what is written: %w", err)
	}
	return nil
}

// State is how well a database works, for the host.
type State struct {
	Waiting    int    // writes
	Trouble    string // why the last commit failed, and what to do; "": it did not
	Bytes, WAL int64  // of the database and, where it is a file, of the log beside it
}

// keyOf is the secret of a database.
func keyOf(ctx context.Context, db asker) ([]byte, error) {
	keys, err := gathered(ctx, db, "the database's key", alone[[]byte], selectKey)
	if err == nil && len(keys) != 1 {
		err = fmt.Errorf("%w: its key is lost", store.ErrDamaged)
	}
	if err != nil {
		return nil, err
	}
	return keys[0], nil
}

var selectKey = toRead(`SELECT key FROM secret`)
