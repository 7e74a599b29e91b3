package postgres

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"settable/store"
)

// heldLeases are the leases that this process has taken through this DB. Only these are extended; a lease that someone
// added to the table by hand expires.
type heldLeases struct {
	self int64 // the number of the writer's lock

	mu     sync.Mutex
	epochs map[int64]bool
}

func newHeldLeases() heldLeases {
	var self [8]byte
	rand.Read(self[:]) // Read never fails: the program would crash
	return heldLeases{self: int64(binary.BigEndian.Uint64(self[:])>>2 | 1<<40), epochs: map[int64]bool{}}
}

func (t *heldLeases) note(epoch int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.epochs[epoch] = true
}

func (t *heldLeases) all() []int64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Sorted(maps.Keys(t.epochs))
}

// dropLost drops the queried leases that this process no longer holds.
func (t *heldLeases) dropLost(held []int64, asked []int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, epoch := range asked {
		if !slices.Contains(held, epoch) {
			delete(t.epochs, epoch)
		}
	}
}

// readDivision reads into how many parts the servers are divided. It returns 0 if they have not been divided yet.
func readDivision(ctx context.Context, tx *sql.Tx, lock string) (shards int, err error) {
	err = tx.QueryRowContext(ctx, `SELECT shards FROM division `+lock).Scan(&shards)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return shards, err
}

// Take leases a shard. It waits until all pending writes about the shard are done.
func (db *DB) Take(ctx context.Context, process string, s store.Shard, term time.Duration) (
	store.Lease, error) {
	l := store.Lease{Shard: store.Shard{K: s.K, Of: max(1, s.Of)}, Owner: process}
	err := db.inTransaction(ctx, fmt.Sprintf("leasing shard %d of %d", s.K, l.Shard.Of), func(tx *sql.Tx) error {
		shards, err := readDivision(ctx, tx, `FOR KEY SHARE`)
		if err == nil && (shards != l.Shard.Of || s.K < 0 || s.K >= shards) {
			err = store.ErrDivided
		}
		if err != nil {
			return err
		}
		var others bool
		err = tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM leases
			WHERE shard = $1 AND owner <> $2 AND until > clock_timestamp())`, s.K, process).Scan(&others)
		if err == nil && others {
			err = store.ErrLeased // the answer is known without waiting for the lock
		}
		if err == nil {
			_, err = tx.ExecContext(ctx, `SELECT pg_advisory_xact_lock(5854, $1)`, s.K)
		}
		if err != nil {
			return err
		}
		err = tx.QueryRowContext(ctx, `INSERT INTO leases (shard, shards, owner, epoch, rolled, until)
			VALUES ($1, $2, $3, nextval('epochs'), clock_timestamp(),
				clock_timestamp() + $4::interval)
			ON CONFLICT (shard) DO UPDATE SET shards = excluded.shards, owner = excluded.owner,
				epoch = excluded.epoch, rolled = excluded.rolled, until = excluded.until,
				session = CASE WHEN leases.until > clock_timestamp() - interval '3 minutes' THEN leases.session ELSE '' END
			WHERE leases.owner = excluded.owner OR leases.until <= clock_timestamp()
			RETURNING epoch`, s.K, shards, process, interval(term)).Scan(&l.Epoch)
		if errors.Is(err, sql.ErrNoRows) {
			err = store.ErrLeased
		}
		return err
	})
	if err != nil {
		return store.Lease{}, err
	}
	db.held.note(l.Epoch)
	return l, nil
}

// Release returns a lease if the lease is still valid.
func (db *DB) Release(ctx context.Context, l store.Lease) error {
	return db.inTransaction(ctx, "releasing a lease", func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, endLease+`WHERE shard = $1 AND owner = $2 AND epoch = $3`,
			l.Shard.K, l.Owner, l.Epoch)
		return err
	})
}

// endLease ends leases but keeps their sessions. The new epoch refuses later writes under the old one, and the times lie
// so far in the past that extendAfterOutage doesn't extend the leases.
const endLease = `UPDATE leases SET epoch = nextval('epochs'), rolled = statement_timestamp() - interval '61 seconds',
	until = statement_timestamp() - interval '1 second' `

// SaveSessions stores the sessions of this process's shards.
func (db *DB) SaveSessions(ctx context.Context, sessions map[store.Lease]store.SavedSession) error {
	var epochs []int64
	var positions, servers []string
	for l, s := range sessions {
		epochs, positions, servers = append(epochs, l.Epoch), append(positions, s.Position), append(servers, s.Servers)
	}
	return db.inTransaction(ctx, "saving the sessions with Discord", func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `WITH saved AS (
				SELECT l.shard, s.session, coalesce(nullif(s.servers, ''), l.servers) AS servers
				FROM unnest($1::bigint[], $2::text[], $3::text[]) AS s (epoch, session, servers)
				JOIN leases AS l USING (epoch) ORDER BY l.shard FOR UPDATE OF l)
			UPDATE leases SET session = saved.session, servers = saved.servers
			FROM saved WHERE leases.shard = saved.shard`, epochs, positions, servers)
		return err
	})
}

// Session returns the session of the shard's former owner.
func (db *DB) Session(ctx context.Context, l store.Lease) (s store.SavedSession, err error) {
	err = db.inTransaction(ctx, "reading the session with Discord", func(tx *sql.Tx) error {
		err := tx.QueryRowContext(ctx, `SELECT session, servers FROM leases WHERE epoch = $1`, l.Epoch).
			Scan(&s.Position, &s.Servers)
		if errors.Is(err, sql.ErrNoRows) {
			return nil // the lease is lost already
		}
		return err
	})
	return s, err
}

// Divide divides the servers into the given number of parts. It does nothing if the servers are already divided into
// that many parts.
func (db *DB) Divide(ctx context.Context, shards int) error {
	return db.inTransaction(ctx, fmt.Sprintf("setting the number of shards to %d", shards), func(tx *sql.Tx) error {
		former, err := readDivision(ctx, tx, `FOR UPDATE`)
		if err != nil || former == shards {
			return err
		}
		for _, text := range []string{
			// This statement waits for all writes in progress.
			`SELECT pg_advisory_xact_lock(5854, shard::int) FROM (SELECT shard FROM leases ORDER BY shard) AS taken`,
			`SELECT 1 FROM leases ORDER BY shard FOR UPDATE`,
			`DELETE FROM leases`,
		} {
			if _, err := tx.ExecContext(ctx, text); err != nil {
				return err
			}
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO division (id, shards) VALUES (1, $1)
			ON CONFLICT (id) DO UPDATE SET shards = excluded.shards`, shards)
		if err != nil {
			return err
		}
		return moveBeats(ctx, tx, max(1, former), shards)
	})
}

// moveBeats gives each new part a last heartbeat: the oldest heartbeat of all old parts that may have contained servers
// of the new part.
func moveBeats(ctx context.Context, tx *sql.Tx, former, shards int) error {
	_, err := tx.ExecContext(ctx, `WITH gone AS (DELETE FROM beats RETURNING shard, at), shares AS (
			SELECT part, min(at) AS at FROM generate_series(0, $2::bigint - 1) AS part
			JOIN gone ON gone.shard % gcd($1::bigint, $2::bigint) = part % gcd($1::bigint, $2::bigint)
			GROUP BY part)
		INSERT INTO beats (shard, at) SELECT part, at FROM shares`, former, shards)
	return err
}

// RequestTurn requests a turn in a bucket. It ignores a last turn in the future, because only a changed clock can cause
// that.
func (db *DB) RequestTurn(ctx context.Context, bucket int, every time.Duration) (wait time.Duration, err error) {
	err = db.inTransaction(ctx, fmt.Sprintf("waiting for the turn of bucket %d", bucket), func(tx *sql.Tx) error {
		wait = 0
		// This statement locks the row first, so that the next statements see what the previous process has written.
		for _, text := range []string{
			`INSERT INTO turns (bucket, last) VALUES ($1, '-infinity') ON CONFLICT DO NOTHING`,
			`SELECT 1 FROM turns WHERE bucket = $1 FOR UPDATE`,
		} {
			if _, err := tx.ExecContext(ctx, text, bucket); err != nil {
				return err
			}
		}
		given, err := tx.ExecContext(ctx, `UPDATE turns SET last = clock_timestamp() WHERE bucket = $1
			AND last NOT BETWEEN clock_timestamp() - $2::interval AND clock_timestamp()`, bucket, interval(every))
		if err != nil {
			return err
		}
		if n, err := given.RowsAffected(); err != nil || n > 0 {
			return err
		}
		var left int64
		err = tx.QueryRowContext(ctx, `SELECT ceil(extract(epoch FROM last + $2::interval - clock_timestamp()) *
			1000000)::bigint FROM turns WHERE bucket = $1`, bucket, interval(every)).Scan(&left)
		wait = max(time.Duration(1+left)*time.Microsecond, time.Millisecond)
		return err
	})
	return wait, err
}
