package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"settable/store"
)

// inTransaction runs do in a transaction. It retries the transaction if another process made it fail.
func (db *DB) inTransaction(ctx context.Context, what string, do func(*sql.Tx) error) error {
	if db.leasePool == nil {
		return store.ErrReadOnly
	}
	once := func() error {
		tx, err := db.leasePool.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		if err = do(tx); err != nil {
			return errors.Join(err, tx.Rollback())
		}
		return tx.Commit()
	}
	err := once()
	for tries := 1; isContention(err) && tries < 4; tries++ {
		err = once()
	}
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

// Heartbeat records a heartbeat of a process and returns the roster.
func (db *DB) Heartbeat(ctx context.Context, process string, term time.Duration) (r store.Roster, err error) {
	mine := db.held.all()
	var held []int64
	err = db.inTransaction(ctx, "writing the heartbeat of "+process, func(tx *sql.Tx) (err error) {
		r, held = store.Roster{}, nil
		if term > 0 {
			if err = extendAfterOutage(ctx, tx, term); err != nil {
				return err
			}
			err = extendLeases(ctx, tx, process, term, mine)
		} else {
			err = removeProcess(ctx, tx, process)
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
		db.held.dropLost(held, mine)
	}
	return r, err
}

// extendAfterOutage protects shards after the database has been unavailable. Processes that were alive before the
// outage get a whole term to return before others may take their shards. An outage means that no process has sent a
// heartbeat for half a term, although each process sends two in that time. A process that gets the extra term counts as
// already silent for half a term, so it doesn't get another one.
func extendAfterOutage(ctx context.Context, tx *sql.Tx, term time.Duration) error {
	half, whole := interval(term/2), interval(term)
	lastSign := func() (at sql.NullTime, away bool, err error) {
		err = tx.QueryRowContext(ctx, `SELECT max(rolled), coalesce(max(rolled) < clock_timestamp() - $1::interval, false)
			FROM processes`, half).Scan(&at, &away)
		return at, away, err
	}
	_, away, err := lastSign()
	if err != nil || !away {
		return err
	}
	// One process does this on behalf of all processes. The others wait here, and then see its heartbeat.
	if _, err = tx.ExecContext(ctx, `SELECT pg_advisory_xact_lock($1, 0)`, outageLock); err != nil {
		return err
	}
	at, away, err := lastSign()
	if err != nil || !away {
		return err
	}
	for _, text := range []string{
		`WITH spared AS (SELECT shard FROM leases WHERE rolled > $3::timestamptz - $1::interval
				AND owner IN (SELECT name FROM processes WHERE rolled > $3::timestamptz - $1::interval)
				ORDER BY shard FOR UPDATE)
			UPDATE leases SET rolled = clock_timestamp() - $1::interval, until = clock_timestamp() + $2::interval
			WHERE shard IN (SELECT shard FROM spared)`,
		`WITH spared AS (SELECT name FROM processes WHERE rolled > $3::timestamptz - $1::interval
				ORDER BY name FOR UPDATE)
			UPDATE processes SET rolled = clock_timestamp() - $1::interval, until = clock_timestamp() + $2::interval
			WHERE name IN (SELECT name FROM spared)`,
	} {
		if _, err := tx.ExecContext(ctx, text, half, whole, at.Time); err != nil {
			return err
		}
	}
	return nil
}

// removeProcess removes a process and frees its leases.
func removeProcess(ctx context.Context, tx *sql.Tx, process string) error {
	for _, text := range []string{`SELECT 1 FROM leases WHERE owner = $1 ORDER BY shard FOR UPDATE`,
		endLease + `WHERE owner = $1 AND until > clock_timestamp()`, `DELETE FROM processes WHERE name = $1`} {
		if _, err := tx.ExecContext(ctx, text, process); err != nil {
			return err
		}
	}
	return nil
}

// extendLeases extends the leases of a process.
func extendLeases(ctx context.Context, tx *sql.Tx, process string, term time.Duration, epochs []int64) error {
	if err := noteAlive(ctx, tx, process, term); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, `WITH mine AS (
			SELECT shard FROM leases WHERE owner = $1 AND epoch = ANY ($3) ORDER BY shard FOR UPDATE)
		UPDATE leases SET rolled = clock_timestamp(), until = clock_timestamp() + $2::interval
		WHERE shard IN (SELECT shard FROM mine)`, process, interval(term), epochs)
	return err
}

// noteAlive records that a process is alive. A process whose time had expired counts as new.
func noteAlive(ctx context.Context, tx *sql.Tx, process string, term time.Duration) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM processes WHERE until <= clock_timestamp()
		AND (name = $1 OR name IN (SELECT name FROM processes
			WHERE until < clock_timestamp() - interval '1 hour' FOR UPDATE SKIP LOCKED))`, process)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO processes (name, rolled, until)
		VALUES ($1, clock_timestamp(), clock_timestamp() + $2::interval)
		ON CONFLICT (name) DO UPDATE SET rolled = excluded.rolled, until = excluded.until`,
		process, interval(term))
	return err
}

// interval returns a duration as a PostgreSQL interval.
func interval(d time.Duration) string { return fmt.Sprintf("%d microseconds", d.Microseconds()) }

// Roster reads the roster without sending a heartbeat.
func (db *DB) Roster(ctx context.Context) (r store.Roster, err error) {
	tx, err := db.base.Readers.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return r, fmt.Errorf("reading the leases: %w", err)
	}
	defer func() { err = errors.Join(err, tx.Rollback()) }()
	return roster(ctx, tx)
}

// roster reads the live processes and their leases.
func roster(ctx context.Context, tx *sql.Tx) (r store.Roster, err error) {
	if r.Shards, err = readDivision(ctx, tx, ``); err != nil {
		return r, err
	}
	r.Processes, err = names(ctx, tx, `SELECT name FROM processes WHERE until > clock_timestamp() ORDER BY came`)
	if err != nil {
		return r, err
	}
	leases, err := tx.QueryContext(ctx, `SELECT shard, shards, owner, epoch FROM leases
		WHERE until > clock_timestamp() ORDER BY shard`)
	if err != nil {
		return r, err
	}
	return r, eachLease(leases, func(l store.Lease) { r.Leases = append(r.Leases, l) })
}
