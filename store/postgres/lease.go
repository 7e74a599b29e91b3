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

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"settable/store"
)

// taken are the leases that a process has taken through this handle. Only they are prolonged: a lease that
// somebody wrote into the table by hand runs out.
type taken struct {
	self int64 // the number of the writer's lock

	mu     sync.Mutex
	epochs map[int64]bool
}

func newTaken() taken {
	var self [8]byte
	rand.Read(self[:]) // never fails: the program would end
	return taken{self: int64(binary.BigEndian.Uint64(self[:])>>2 | 1<<40), epochs: map[int64]bool{}}
}

func (t *taken) note(epoch int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.epochs[epoch] = true
}

func (t *taken) all() []int64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Sorted(maps.Keys(t.epochs))
}

// only keeps those.
func (t *taken) only(held []int64, asked []int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, epoch := range asked {
		if !slices.Contains(held, epoch) {
			delete(t.epochs, epoch)
		}
	}
}

// Of is the store for the bot of a leased shard.
func (db *DB) Of(l store.Lease, lost func()) store.Store {
	base := db.base.View(l, lost)
	return &View{Books: base.Books(), base: base, shard: l.Shard.K}
}

// Shards are held first, and then the leases read: each statement sees what was committed before it began.
// A shard is held until the end of the transaction, and who takes it waits for that.
const (
	holdShards = `SELECT pg_advisory_xact_lock_shared(5854, part) FROM unnest($1::int[]) AS part`
	readLeases = `SELECT shard, shards, owner, epoch FROM leases WHERE epoch = ANY ($1::bigint[])`
)

// fence begins a transaction of the writer, in one go, and has the leases that hold do so until its end.
func (db *DB) fence(c *sql.Conn, leases []store.Lease) (func(store.Lease) bool, error) {
	var epochs []int64
	var parts []int32
	for _, l := range leases {
		if l != (store.Lease{}) {
			epochs, parts = append(epochs, l.Epoch), append(parts, int32(l.Shard.K))
		}
	}
	held := map[store.Lease]bool{{}: !db.shared}
	var all pgx.Batch
	all.Queue(`BEGIN`)
	if len(parts) > 0 {
		slices.Sort(parts) // all take them in the same order
		all.Queue(holdShards, slices.Compact(parts))
		all.Queue(readLeases, epochs).Query(func(rows pgx.Rows) error {
			var l store.Lease
			_, err := pgx.ForEachRow(rows, []any{&l.Shard.K, &l.Shard.Of, &l.Owner, &l.Epoch}, func() error {
				held[l] = true
				return nil
			})
			return err
		})
	}
	err := c.Raw(func(driver any) error {
		return driver.(*stdlib.Conn).Conn().SendBatch(context.Background(), &all).Close()
	})
	return func(l store.Lease) bool { return held[l] }, err
}

// eachLease reads leases to their end.
func eachLease(rows *sql.Rows, tell func(store.Lease)) (err error) {
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var l store.Lease
		if err := rows.Scan(&l.Shard.K, &l.Shard.Of, &l.Owner, &l.Epoch); err != nil {
			return err
		}
		tell(l)
	}
	return rows.Err()
}

// at does something at the desk, in a transaction, and once more where another was in the way.
func (db *DB) at(ctx context.Context, what string, do func(*sql.Tx) error) error {
	if db.desk == nil {
		return store.ErrReadOnly
	}
	once := func() error {
		tx, err := db.desk.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		if err = do(tx); err != nil {
			return errors.Join(err, tx.Rollback())
		}
		return tx.Commit()
	}
	err := once()
	for tries := 1; again(err) && tries < 4; tries++ {
		err = once()
	}
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

// Roll is a sign of life of a process, and says how things stand.
func (db *DB) Roll(ctx context.Context, process string, term time.Duration) (r store.Roster, err error) {
	mine := db.taken.all()
	var held []int64
	err = db.at(ctx, "giving a sign of life of "+process, func(tx *sql.Tx) (err error) {
		r, held = store.Roster{}, nil
		if term > 0 {
			err = stays(ctx, tx, process, term, mine)
		} else {
			err = goes(ctx, tx, process)
		}
		if err == nil {
			r, err = roster(ctx, tx)
		}
		for _, l := range r.Leases {
			held = append(held, l.Epoch)
		}
		return err
	})
	if err == nil {
		db.taken.only(held, mine)
	}
	return r, err
}

// goes notes that a process is gone.
func goes(ctx context.Context, tx *sql.Tx, process string) error {
	for _, text := range []string{`SELECT 1 FROM leases WHERE owner = $1 ORDER BY shard FOR UPDATE`,
		`DELETE FROM leases WHERE owner = $1`, `DELETE FROM processes WHERE name = $1`} {
		if _, err := tx.ExecContext(ctx, text, process); err != nil {
			return err
		}
	}
	return nil
}

// stays prolongs what a process has taken.
func stays(ctx context.Context, tx *sql.Tx, process string, term time.Duration, epochs []int64) error {
	if err := here(ctx, tx, process, term); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, `WITH mine AS (
			SELECT shard FROM leases WHERE owner = $1 AND epoch = ANY ($3) ORDER BY shard FOR UPDATE)
		UPDATE leases SET rolled = clock_timestamp(), until = clock_timestamp() + $2::interval
		WHERE shard IN (SELECT shard FROM mine)`, process, span(term), epochs)
	return err
}

// here notes that a process is there. Whoever had run out comes anew.
func here(ctx context.Context, tx *sql.Tx, process string, term time.Duration) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM processes WHERE until <= clock_timestamp()
		AND (name = $1 OR name IN (SELECT name FROM processes
			WHERE until < clock_timestamp() - interval '1 hour' FOR UPDATE SKIP LOCKED))`, process)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO processes (name, rolled, until)
		VALUES ($1, clock_timestamp(), clock_timestamp() + $2::interval)
		ON CONFLICT (name) DO UPDATE SET rolled = excluded.rolled, until = excluded.until`,
		process, span(term))
	return err
}

// span is a time as PostgreSQL reads it.
func span(d time.Duration) string { return fmt.Sprintf("%d microseconds", d.Microseconds()) }

// Roster is how things stand, for who only looks.
func (db *DB) Roster(ctx context.Context) (r store.Roster, err error) {
	tx, err := db.base.Readers.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return r, fmt.Errorf("looking who plays what: %w", err)
	}
	defer func() { err = errors.Join(err, tx.Rollback()) }()
	return roster(ctx, tx)
}

// roster is how things stand.
func roster(ctx context.Context, tx *sql.Tx) (r store.Roster, err error) {
	if r.Shards, err = divided(ctx, tx, ``); err != nil {
		return r, err
	}
	rows, err := tx.QueryContext(ctx, `SELECT name FROM processes WHERE until > clock_timestamp() ORDER BY came`)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return r, err
		}
		r.Processes = append(r.Processes, name)
	}
	if err := rows.Err(); err != nil {
		return r, err
	}
	leases, err := tx.QueryContext(ctx, `SELECT shard, shards, owner, epoch FROM leases
		WHERE until > clock_timestamp() ORDER BY shard`)
	if err != nil {
		return r, err
	}
	return r, eachLease(leases, func(l store.Lease) { r.Leases = append(r.Leases, l) })
}

// divided is into how many parts the servers are; 0: not yet.
func divided(ctx context.Context, tx *sql.Tx, lock string) (shards int, err error) {
	err = tx.QueryRowContext(ctx, `SELECT shards FROM division `+lock).Scan(&shards)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return shards, err
}

// Take leases a shard. Whatever is being written of it is written before that.
func (db *DB) Take(ctx context.Context, process string, s store.Shard, term time.Duration) (
	store.Lease, error) {
	l := store.Lease{Shard: store.Shard{K: s.K, Of: max(1, s.Of)}, Owner: process}
	err := db.at(ctx, fmt.Sprintf("leasing shard %d of %d", s.K, l.Shard.Of), func(tx *sql.Tx) error {
		shards, err := divided(ctx, tx, `FOR KEY SHARE`)
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
			err = store.ErrLeased // nobody need wait to hear that
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
				epoch = excluded.epoch, rolled = excluded.rolled, until = excluded.until
			WHERE leases.owner = excluded.owner OR leases.until <= clock_timestamp()
			RETURNING epoch`, s.K, shards, process, span(term)).Scan(&l.Epoch)
		if errors.Is(err, sql.ErrNoRows) {
			err = store.ErrLeased
		}
		return err
	})
	if err != nil {
		return store.Lease{}, err
	}
	db.taken.note(l.Epoch)
	return l, nil
}

// Release gives a lease back, if it still holds.
func (db *DB) Release(ctx context.Context, l store.Lease) error {
	return db.at(ctx, "giving a lease back", func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM leases WHERE shard = $1 AND owner = $2 AND epoch = $3`,
			l.Shard.K, l.Owner, l.Epoch)
		return err
	})
}

// Divide divides the servers into so many parts. Where they are so already all stays as it is.
func (db *DB) Divide(ctx context.Context, shards int) error {
	return db.at(ctx, fmt.Sprintf("dividing the servers into %d", shards), func(tx *sql.Tx) error {
		former, err := divided(ctx, tx, `FOR UPDATE`)
		if err != nil || former == shards {
			return err
		}
		for _, text := range []string{
			// Whatever is being written is written before that.
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
		return redivided(ctx, tx, max(1, former), shards)
	})
}

// redivided has each new part be as long without a sign of life as the longest of those former parts of which
// it may have servers.
func redivided(ctx context.Context, tx *sql.Tx, former, shards int) error {
	_, err := tx.ExecContext(ctx, `WITH gone AS (DELETE FROM beats RETURNING shard, at), shares AS (
			SELECT part, min(at) AS at FROM generate_series(0, $2::bigint - 1) AS part
			JOIN gone ON gone.shard % gcd($1::bigint, $2::bigint) = part % gcd($1::bigint, $2::bigint)
			GROUP BY part)
		INSERT INTO beats (shard, at) SELECT part, at FROM shares`, former, shards)
	return err
}

// Turn asks for the next turn of a bucket. A last turn that is yet to come is none: somebody set the clock.
func (db *DB) Turn(ctx context.Context, bucket int, every time.Duration) (wait time.Duration, err error) {
	err = db.at(ctx, fmt.Sprintf("asking for the turn of bucket %d", bucket), func(tx *sql.Tx) error {
		var left int64
		err := tx.QueryRowContext(ctx, `WITH given AS (
				INSERT INTO turns (bucket, last) VALUES ($1, clock_timestamp())
				ON CONFLICT (bucket) DO UPDATE SET last = clock_timestamp()
				WHERE turns.last NOT BETWEEN clock_timestamp() - $2::interval AND clock_timestamp()
				RETURNING bucket)
			SELECT CASE WHEN EXISTS (SELECT 1 FROM given) THEN 0 ELSE coalesce((
				SELECT 1 + ceil(extract(epoch FROM last + $2::interval - clock_timestamp()) * 1000000)::bigint
				FROM turns WHERE bucket = $1), 1) END`, bucket, span(every)).Scan(&left)
		if left > 0 {
			wait = max(time.Duration(left)*time.Microsecond, time.Millisecond)
		}
		return err
	})
	return wait, err
}
