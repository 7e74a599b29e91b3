package sqlstore

import (
	"context"
	"errors"
	"fmt"
	"time"

	"settable/store"
	"settable/store/ids"
)

// identifiesKept is how long a session is remembered. It is longer than the periods of all of Discord's limits.
const identifiesKept = 48 * time.Hour

func (s *Store) Identify(ctx context.Context, at time.Time) error {
	err := s.base.Write(ctx, func(tx *Tx) error {
		if _, err := tx.exec(deleteIdentifies, at.Add(-identifiesKept).UnixNano()); err != nil {
			return err
		}
		return errorOf(tx.exec(insertIdentify, at.UnixNano()))
	}, nil) // after an unknown outcome, the session may be recorded twice, which is harmless
	return wrapError(err, "saving a new session")
}

func (s *Store) Identified(ctx context.Context, since time.Time) ([]time.Time, error) {
	return queryAll(ctx, s.base, "the recent sessions", func(r row) (time.Time, error) {
		at, err := ScanCell[int64](r)
		return time.Unix(0, at), err
	}, selectIdentifies, since.UnixNano())
}

var (
	insertIdentify   = toWrite(`INSERT INTO identifies (at) VALUES ($1)`)
	deleteIdentifies = toWrite(`DELETE FROM identifies WHERE at < $1`)
	selectIdentifies = toRead(`SELECT at FROM identifies WHERE at > $1 ORDER BY at`)
)

func (s *Store) Leave(ctx context.Context, l store.Leftover) error {
	return s.base.execFor(ctx, knownGuild(l.Guild), "saving a message to be deleted", insertLeftover, l.Channel, l.Message,
		l.Guild, l.Table, unixNanos(l.Turn)) // after an unknown outcome, repeating the write changes nothing
}

func (s *Store) Deleted(ctx context.Context, l store.Leftover) error {
	err := s.base.write(ctx, job{whose: knownGuild(l.Guild), do: func(tx *Tx) error {
		return errorOf(tx.exec(deleteLeftover, l.Channel, l.Message))
	}, deferrable: true})
	return wrapError(err, "saving that a message was deleted")
}

// Leftovers returns the shard's messages that must be deleted.
func (s *Store) Leftovers(ctx context.Context) ([]store.Leftover, error) {
	return queryAll(ctx, s.base, "the messages to be deleted", scanLeftover, selectLeftovers, s.base.withShard()...)
}

func (s *Store) LeftIn(ctx context.Context, channel ids.Channel) ([]store.Leftover, error) {
	return queryAll(ctx, s.base, "the messages to be deleted", scanLeftover, selectLeftIn, channel)
}

var scanLeftover = scanInto(func(l *store.Leftover) []any {
	return []any{&l.Guild, &l.Channel, &l.Message, &l.Table, (*instant)(&l.Turn)}
})

var (
	insertLeftover = toWrite(`INSERT INTO leftovers (channel, message, guild, table_id, turn)
		VALUES ($1, $2, $3, nullif(CAST($4 AS bigint), 0), nullif(CAST($5 AS bigint), 0)) ON CONFLICT DO NOTHING`)
	deleteLeftover  = toWrite(`DELETE FROM leftovers WHERE channel = $1 AND message = $2`)
	selectLeftovers = toRead(leftoverColumns + `WHERE ` + inShard(0) + `ORDER BY message`)
	selectLeftIn    = toRead(leftoverColumns + `WHERE channel = $1 ORDER BY message`)
)

const leftoverColumns = `SELECT guild, channel, message, coalesce(table_id, 0), coalesce(turn, 0)
	FROM leftovers `

// IsTemporary reports whether another attempt may succeed a moment later.
func (s *Store) IsTemporary(err error) bool {
	return s.base.dialect.Transient != nil && s.base.dialect.Transient(err)
}

func (s *Store) Key(ctx context.Context) ([]byte, error) { return readKey(ctx, s.base) }

// Answers returns nil as soon as the writer responds, even while the disk refuses writes.
func (s *Store) Answers(ctx context.Context) error { return s.base.Writer.Answers(ctx) }

// Probe writes without changing anything, so that State reports whether the database can be written to now.
func (s *Store) Probe(ctx context.Context) error { return s.base.Writer.Probe(ctx) }

// Reconcile commits nothing. The writer resolves every unknown outcome before it commits anything.
func (s *Store) Reconcile(ctx context.Context) error {
	if s.base.Writer == nil {
		return errors.Join(ctx.Err(), store.ErrReadOnly)
	}
	return wrapError(s.base.drain(ctx), "waiting for pending writes")
}

// State describes the health of a database for the host.
type State struct {
	Waiting    int    // writes
	Trouble    string // why the last commit failed, and what to do; "": it succeeded
	Bytes, WAL int64  // of the database and, if it is a file, of its WAL
}

// readKey reads the secret of a database.
func readKey(ctx context.Context, db querier) ([]byte, error) {
	keys, err := queryAll(ctx, db, "the database's key", ScanCell[[]byte], selectKey)
	if err == nil && len(keys) != 1 {
		err = fmt.Errorf("%w: its key is missing", store.ErrDamaged)
	}
	if err != nil {
		return nil, err
	}
	return keys[0], nil
}

var selectKey = toRead(`SELECT key FROM secret`)
