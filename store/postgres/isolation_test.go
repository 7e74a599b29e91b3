package postgres

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/stdlib"
	"github.com/stretchr/testify/require"

	"settable/store"
	"settable/store/storetest"
)

// isolations are the default isolation levels with which several processes must work.
var isolations = []string{"read committed", "repeatable read"}

// openIsolated opens n handles of one new database with the given default isolation level.
func openIsolated(t *testing.T, isolation string, n int) []*DB {
	t.Helper()
	address := storetest.Postgres(t)
	config := must(parseAddress(address))
	server := stdlib.OpenDB(*config)
	must(server.Exec(fmt.Sprintf(`ALTER DATABASE %s SET default_transaction_isolation = '%s'`, config.Database,
		isolation)))
	require.NoError(t, server.Close())
	return openSharedAt(t, address, n)
}

// If several processes request the turn at once, only one of them gets it.
func TestOneProcessGetsTheTurn(t *testing.T) {
	t.Parallel()
	for _, isolation := range isolations {
		t.Run(isolation, func(t *testing.T) {
			t.Parallel()
			const every, buckets, askers = time.Hour, 8, 3
			all := openIsolated(t, isolation, 4)
			for bucket := range buckets {
				var given atomic.Int32
				var asking sync.WaitGroup
				for _, db := range all {
					for range askers {
						asking.Go(func() {
							wait, err := db.RequestTurn(context.Background(), bucket, every)
							if err != nil {
								t.Error(err)
							} else if wait == 0 {
								given.Add(1)
							}
						})
					}
				}
				asking.Wait()
				require.EqualValues(t, 1, given.Load(), "bucket %d", bucket)
			}
		})
	}
}

// Processes that waited for a lock while another process got the turn are told to wait, although the turn was free when
// they asked.
func TestProcessesThatWaitedGetNoTurn(t *testing.T) {
	t.Parallel()
	for _, isolation := range isolations {
		t.Run(isolation, func(t *testing.T) {
			t.Parallel()
			all := openIsolated(t, isolation, 3)
			ctx := t.Context()
			must(all[0].leasePool.ExecContext(ctx,
				`INSERT INTO turns (bucket, last) VALUES (0, clock_timestamp() - interval '2 hours')`))
			first := must(all[0].leasePool.BeginTx(ctx, nil))
			defer func() { _ = first.Rollback() }()
			must(first.ExecContext(ctx, `UPDATE turns SET last = clock_timestamp() WHERE bucket = 0`))
			waits := make(chan time.Duration, 2)
			for _, db := range all[1:] {
				go func() {
					wait, err := db.RequestTurn(ctx, 0, time.Hour)
					if err != nil {
						t.Error(err)
					}
					waits <- wait
				}()
			}
			require.Eventually(t, func() bool {
				var n int
				err := all[0].base.Readers.QueryRow(`SELECT count(*) FROM pg_stat_activity
					WHERE datname = current_database() AND wait_event_type = 'Lock'`).Scan(&n)
				return err == nil && n == 2
			}, 4*time.Second, time.Millisecond)
			require.NoError(t, first.Commit())
			for range 2 {
				require.Greater(t, <-waits, 50*time.Minute)
			}
		})
	}
}

// A write is refused if it had to wait for a process that was taking its shard, even though its lease was valid when it
// began.
func TestWaitingWriterLosesItsLease(t *testing.T) {
	t.Parallel()
	for _, isolation := range isolations {
		t.Run(isolation, func(t *testing.T) {
			t.Parallel()
			all, ctx := openIsolated(t, isolation, 2), t.Context()
			require.NoError(t, all[0].Divide(ctx, 1))
			l := must(all[0].Take(ctx, "a", store.Shard{}, time.Minute))
			taking := must(all[1].leasePool.BeginTx(ctx, nil))
			defer func() { _ = taking.Rollback() }()
			for _, text := range []string{`SELECT pg_advisory_xact_lock(5854, 0)`,
				`UPDATE leases SET owner = 'b', epoch = nextval('epochs')`} {
				must(taking.ExecContext(ctx, text))
			}
			written := make(chan error, 1)
			go func() { written <- all[0].Of(l, func() {}).Identify(ctx, storetest.Noon) }()
			waitForLock(t, all[1])
			require.NoError(t, taking.Commit())
			require.ErrorIs(t, <-written, store.ErrLost)
		})
	}
}
