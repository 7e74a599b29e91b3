package postgres

import (
	"context"
	"database/sql"
	"errors"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"settable/store"
)

// Of returns the store for the bot of a leased shard.
func (db *DB) Of(l store.Lease, lost func()) store.Store {
	base := db.base.View(l, lost)
	return &View{Store: base.Store(), base: base, shard: l.Shard.K}
}

// A fence takes the locks on shards before it reads the leases, because each statement sees only what was committed
// before it began. It holds a lock until the end of the transaction, and a process that takes the shard waits for the
// lock.
const (
	holdShards = `SELECT pg_advisory_xact_lock_shared(5854, part) FROM unnest($1::int[]) AS part`
	readLeases = `SELECT shard, shards, owner, epoch FROM leases WHERE epoch = ANY ($1::bigint[])`
)

// fence begins a transaction of the writer in one round trip, and keeps valid leases valid until the transaction ends.
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
		slices.Sort(parts) // all processes lock the shards in the same order, which prevents deadlocks
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

// eachLease calls tell for each lease in the rows, and closes the rows.
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
