package postgres

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/gamestest"
	"settable/store"
	"settable/store/ids"
	"settable/store/sqlstore"
	"settable/store/storetest"
)

// Processes that share a database respect their leases.
func TestShared(t *testing.T) {
	t.Parallel()
	first := emptyDatabase(t)
	storetest.RunShared(t, func(t testing.TB, n int) storetest.Sharing {
		all := openSharedAt(t, storetest.CopyOf(t, first), n)
		sharing := storetest.Sharing{All: func(t testing.TB) string { return contents(t, all[0]) }}
		for _, db := range all {
			sharing.By = append(sharing.By, db)
		}
		return sharing
	})
}

// openShared opens n handles of one new database.
func openShared(t testing.TB, n int) []*DB { return openSharedAt(t, storetest.Postgres(t), n) }

func openSharedAt(t testing.TB, address string, n int) (all []*DB) {
	for range n {
		all = append(all, openedAt(t, address, Options{Shared: true}))
	}
	return all
}

// contents returns all rows of all tables except those of leases.
func contents(t testing.TB, db *DB) string {
	t.Helper()
	var all strings.Builder
	for _, table := range append(slices.Clone(sqlstore.Tables), "beats") {
		var rows string
		require.NoError(t, db.base.Readers.QueryRow(`SELECT coalesce(string_agg(x::text, ' ' ORDER BY x::text), '')
			FROM `+table+` x`).Scan(&rows))
		fmt.Fprintf(&all, "%s: %s\n", table, rows)
	}
	return all.String()
}

// waitForLock waits until a connection is waiting for the lock of a shard.
func waitForLock(t *testing.T, db *DB) {
	t.Helper()
	require.Eventually(t, func() bool {
		var n int
		err := db.base.Readers.QueryRow(`SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND classid = 5854
			AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`).Scan(&n)
		return err == nil && n > 0
	}, 20*time.Second, time.Millisecond)
}

// A release blocks a writer until the test releases it.
type release struct {
	context.Context
	end func()
}

// blockWriter returns what a job needs to block the writer: a channel that the job closes when it has begun, and a
// release for which it waits. The job is released when the test ends, at the latest.
func blockWriter(t *testing.T) (begun chan bool, goOn release) {
	goOn.Context, goOn.end = context.WithCancel(context.Background())
	t.Cleanup(goOn.end)
	return make(chan bool), goOn
}

// expiredLease takes a lease of the only shard and lets the lease expire. It returns the view of the lease and a table.
func expiredLease(t *testing.T, db *DB) (*View, store.Table) {
	t.Helper()
	require.NoError(t, db.Divide(t.Context(), 1))
	l := must(db.Take(t.Context(), "a", store.Shard{}, 300*time.Millisecond))
	view := db.Of(l, func() {}).(*View)
	row := must(view.OpenTable(t.Context(), store.Table{Guild: storetest.Guild, Channel: storetest.Channel,
		Game: "classic", Opener: storetest.Ann, Opened: storetest.Noon}, ""))
	return view, row
}

func unloggedEntry(table store.TableID) store.Entry {
	return store.Entry{Table: table, Played: []store.Played{{Line: store.Line{At: storetest.Noon,
		Seat: games.Clock, Words: "away 1"}}}}
}

// takeShard waits until a shard's lease has expired and then leases the shard. It sends the new lease on the channel.
func takeShard(t *testing.T, db *DB) <-chan store.Lease {
	t.Helper()
	done := make(chan store.Lease, 1)
	go func() {
		for {
			l, err := db.Take(context.Background(), "b", store.Shard{}, time.Minute)
			if errors.Is(err, store.ErrLeased) {
				time.Sleep(time.Millisecond)
				continue
			}
			if err != nil {
				t.Error(err)
			}
			done <- l
			return
		}
	}()
	return done
}

// A commit that began before its shard was taken is visible to the new owner.
func TestNewOwnerReadsCommittedWrites(t *testing.T) {
	all := openShared(t, 2)
	view, row := expiredLease(t, all[0])
	begun, goOn := blockWriter(t)
	written := make(chan error, 1)
	go func() {
		written <- view.base.Write(context.Background(), func(tx *sqlstore.Tx) error {
			close(begun)
			<-goOn.Done()
			return tx.Append(unloggedEntry(row.ID))
		}, nil)
	}()
	<-begun
	done := takeShard(t, all[1])
	waitForLock(t, all[1])
	select {
	case <-done:
		require.Fail(t, "a shard was taken while a write about it was in progress")
	default:
	}
	goOn.end()
	require.NoError(t, <-written)
	lines := must(all[1].Of(<-done, func() {}).Lines(t.Context(), row.ID))
	require.Len(t, lines, 1)
	require.ErrorIs(t, view.Append(t.Context(), store.Entry{Table: row.ID, After: 1,
		Played: unloggedEntry(row.ID).Played}), store.ErrLost)
}

// A process that is stopped in the middle of a commit doesn't keep its shard for long, and its commit is lost.
func TestStoppedProcessLosesItsShard(t *testing.T) {
	all := openShared(t, 2)
	view, row := expiredLease(t, all[0])
	begun, goOn := blockWriter(t)
	written := make(chan error, 1)
	go func() {
		written <- view.base.Write(context.Background(), func(tx *sqlstore.Tx) error {
			err := tx.Append(unloggedEntry(row.ID))
			close(begun)
			<-goOn.Done()
			return err
		}, nil)
	}()
	<-begun
	start := time.Now()
	taken := <-takeShard(t, all[1])
	require.Less(t, time.Since(start), 8*time.Second)
	other := all[1].Of(taken, func() {})
	require.NoError(t, other.Append(t.Context(), unloggedEntry(row.ID)))
	goOn.end()
	require.ErrorIs(t, <-written, store.ErrTrouble)
	require.ErrorIs(t, view.Append(t.Context(), unloggedEntry(row.ID)), store.ErrLost)
	lines := must(other.Lines(t.Context(), row.ID))
	require.Len(t, lines, 1)
	require.NoError(t, all[1].Check(t.Context()))
}

// In a shared commit, only the writes of the lost shard are refused.
func TestBatchOfTwoShards(t *testing.T) {
	db, ctx := openShared(t, 1)[0], t.Context()
	require.NoError(t, db.Divide(ctx, 2))
	var views [2]*View
	for k := range views {
		l := must(db.Take(ctx, "a", store.Shard{K: k, Of: 2}, time.Minute))
		views[k] = db.Of(l, func() {}).(*View)
	}
	begun, goOn := blockWriter(t)
	var first, both sync.WaitGroup
	first.Go(func() {
		_ = views[0].base.Write(context.Background(), func(*sqlstore.Tx) error {
			close(begun)
			<-goOn.Done()
			return nil
		}, nil)
	})
	<-begun
	must(db.base.Readers.Exec(`UPDATE leases SET epoch = nextval('epochs') WHERE shard = 1`))
	answers := make([]error, 6)
	ids := make([]uint64, len(answers)) // of the transactions
	for i := range answers {
		both.Go(func() {
			answers[i] = views[i%2].base.Write(context.Background(), func(tx *sqlstore.Tx) error {
				return tx.QueryRowContext(ctx, `SELECT pg_current_xact_id()::text::bigint`).Scan(&ids[i])
			}, nil)
		})
	}
	require.Eventually(t, func() bool { return db.base.Writer.Waiting() == len(answers) }, 20e9, 1e6)
	goOn.end()
	first.Wait()
	both.Wait()
	for i, err := range answers {
		if i%2 == 0 {
			require.NoError(t, err)
			require.Equal(t, ids[0], ids[i], "they share a commit")
			continue
		}
		require.ErrorIs(t, err, store.ErrLost)
		require.Zero(t, ids[i])
	}
}

// Manual changes that would make leases invalid are refused, and valid changes cost a process its lease.
func TestLeasesEditedByHand(t *testing.T) {
	all := openShared(t, 2)
	a, b, ctx := all[0], all[1], t.Context()
	by := func(text string) error {
		_, err := a.base.Readers.Exec(text)
		return err
	}
	require.NoError(t, a.Divide(ctx, 2))
	take := func(db *DB, who string) (store.Lease, error) {
		return db.Take(ctx, who, store.Shard{K: 1, Of: 2}, time.Minute)
	}
	writes := func(db *DB, l store.Lease) error {
		return db.Of(l, func() {}).SetSettings(ctx, 1<<22+1, store.Unset)
	}
	must(a.Heartbeat(ctx, "a", time.Minute))
	l := must(take(a, "a"))
	for _, text := range []string{
		`UPDATE leases SET until = 'infinity'`,
		`UPDATE leases SET until = now() + interval '1 year'`,
		`UPDATE leases SET until = '-infinity'`,
		`UPDATE leases SET epoch = -1`,
		`UPDATE leases SET owner = ''`,
		`UPDATE leases SET owner = NULL`,
		`UPDATE leases SET shard = 2`,
		`INSERT INTO leases SELECT 0, shards, owner, epoch, rolled, until FROM leases`,
		`UPDATE division SET shards = 3`,
		`DELETE FROM division`,
		`INSERT INTO division VALUES (2, 3)`,
		`UPDATE processes SET until = 'infinity'`,
	} {
		require.ErrorContains(t, by(text), "violates", text)
	}
	require.NoError(t, writes(a, l))

	for _, text := range []string{
		`UPDATE leases SET epoch = epoch + 1000`,
		`UPDATE leases SET owner = 'nobody'`,
		`UPDATE leases SET shard = 0 WHERE shard = 1`,
		`DELETE FROM leases`,
	} {
		require.NoError(t, by(text))
		require.ErrorIs(t, writes(a, l), store.ErrLost, text)
		r, err := a.Heartbeat(ctx, "nobody", time.Minute) // the process never had this lease
		require.NoError(t, err)
		require.LessOrEqual(t, len(r.Leases), 1)
		require.NoError(t, by(`DELETE FROM leases`))
		former := l
		l = must(take(a, "a"))
		require.NoError(t, writes(a, l), text)
		require.ErrorIs(t, writes(a, former), store.ErrLost, text)
	}

	// After the lease has expired, another process takes it, and no one can extend it.
	require.NoError(t, by(`UPDATE leases SET rolled = now() - interval '2 s', until = now() - interval '1 s'`))
	theirs := must(take(b, "b"))
	require.ErrorIs(t, writes(a, l), store.ErrLost)
	must(a.Heartbeat(ctx, "a", time.Minute))
	require.NoError(t, writes(b, theirs))

	// Without the table of leases, the error is a single line.
	require.NoError(t, by(`ALTER TABLE leases RENAME TO leased`))
	for _, err := range []error{writes(b, theirs), func() error { _, err := take(b, "b"); return err }()} {
		require.ErrorContains(t, err, `relation "leases" does not exist`)
		require.NotContains(t, err.Error(), "\n")
	}
}

// If one process forgets a player while another writes about the player, the second process treats them as a new player
// and writes nothing more under the old number.
func TestForgettingDuringWrites(t *testing.T) {
	t.Parallel()
	all, ctx := openShared(t, 2), t.Context()
	require.NoError(t, all[0].Divide(ctx, 2))
	var views [2]store.Store
	for k := range views {
		l := must(all[k].Take(ctx, string(rune('a'+k)), store.Shard{K: k, Of: 2}, time.Minute))
		views[k] = all[k].Of(l, func() {})
	}
	for i := range gamestest.Times(60, 1000) {
		guild := func(k int) ids.Guild { return ids.Guild((2*i+k)<<22 + 1) }
		require.NoError(t, views[0].SetName(ctx, guild(0), storetest.Dora, "Dora"))
		var both sync.WaitGroup
		both.Go(func() { require.NoError(t, views[0].Forget(ctx, storetest.Dora)) })
		for n := range 5 {
			both.Go(func() {
				require.NoError(t, views[1].SetName(ctx, guild(1)+ids.Guild(n), storetest.Dora, "Dora"))
			})
		}
		both.Wait()
		var orphans int
		require.NoError(t, all[0].base.Readers.QueryRow(`SELECT count(*) FROM names
			WHERE player NOT IN (SELECT id FROM people WHERE discord IS NOT NULL)`).Scan(&orphans))
		require.Zero(t, orphans, "round %d", i)
	}
	require.NoError(t, all[0].Check(ctx))
}

// After its connection has broken, a listener reports that it may have missed changes.
func TestListenersReconnect(t *testing.T) {
	db := openShared(t, 1)[0]
	ctx, enough := context.WithCancel(t.Context())
	heard, ended := make(chan store.Change, 9), make(chan error, 1)
	go func() { ended <- db.Changes(ctx, func(c store.Change) { heard <- c }) }()
	require.Equal(t, store.Change{}, <-heard)
	must(db.base.Readers.Exec(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'LISTEN settable'
		AND datname = current_database()`))
	require.Equal(t, store.Change{}, <-heard)
	must(db.base.Readers.Exec(`NOTIFY settable, 'what nobody says'`))
	require.Equal(t, store.Change{}, <-heard)
	enough()
	require.NoError(t, <-ended)
}

// Two processes purge servers while a third writes about the same players on other servers. No write waits forever, and
// no player is deleted while a process is writing rows that refer to them.
func TestConcurrentPurges(t *testing.T) {
	t.Parallel()
	const parts = 3
	all, ctx := openShared(t, parts), t.Context()
	require.NoError(t, all[0].Divide(ctx, parts))
	var views [parts]store.Store
	for k := range views {
		l := must(all[k].Take(ctx, fmt.Sprint("p", k), store.Shard{K: k, Of: parts}, time.Minute))
		views[k] = all[k].Of(l, func() {})
	}
	rounds := 6
	if os.Getenv("SETTABLE_LONG") == "1" {
		rounds = 100
	}
	for i := range rounds {
		guild := func(k int) ids.Guild { return ids.Guild((parts*i+k)<<22 + 1) }
		who := func(n int) ids.User { return storetest.Dora + ids.User(i*10+n) }
		for k := range 2 {
			for n := range 8 {
				must(views[k].Welcome(ctx, guild(k), who(n), 100, storetest.Noon))
			}
			row := must(views[k].OpenTable(ctx, store.Table{Guild: guild(k), Channel: ids.Channel(guild(k)),
				Game: "classic", Opener: who(0), Opened: storetest.Noon}, ""))
			require.NoError(t, views[k].Append(ctx, store.Entry{Table: row.ID, Over: true, Played: []store.Played{{
				Line: store.Line{At: storetest.Noon, Seat: 1, Player: who(0), Words: "join"},
				Transfers: []games.Transfer{{From: games.Balance(1), To: 1, Amount: 5},
					{From: 1, To: games.Balance(1), Amount: 5}}}}}))
			require.NoError(t, views[k].Depart(ctx, guild(k), storetest.Noon))
		}
		var both sync.WaitGroup
		for k := range 2 {
			both.Go(func() {
				gone := must(views[k].Purge(ctx, storetest.Noon.Add(1)))
				require.Equal(t, []ids.Guild{guild(k)}, gone)
			})
		}
		for n := range 8 {
			both.Go(func() { require.NoError(t, views[2].SetName(ctx, guild(2), who(n), "x")) })
		}
		both.Wait()
		var orphans int
		require.NoError(t, all[0].base.Readers.QueryRow(`SELECT count(*) FROM names
			WHERE player NOT IN (SELECT id FROM people)`).Scan(&orphans))
		require.Zero(t, orphans, "round %d", i)
	}
	for _, table := range []string{"transfers", "accounts", "grants", "tables", "lines"} {
		var n int
		require.NoError(t, all[0].base.Readers.QueryRow(`SELECT count(*) FROM `+table).Scan(&n))
		require.Zero(t, n, table)
	}
	require.NoError(t, all[0].Check(ctx))
}
