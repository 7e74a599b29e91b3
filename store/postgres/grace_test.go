package postgres

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/store"
	"settable/store/storetest"
)

// leaseTerm is how long leases last in these tests: long enough for the slowest machine.
const leaseTerm = 40 * time.Second

// goesBy lets so much time pass for a process as if it had given no sign of life meanwhile; "": for all of them, as
// if the database had been away.
func goesBy(t *testing.T, db *DB, process string, d time.Duration) {
	t.Helper()
	for _, text := range []string{
		`UPDATE processes SET rolled = rolled - $2::interval, until = until - $2::interval WHERE $1 IN ('', name)`,
		`UPDATE leases SET rolled = rolled - $2::interval, until = until - $2::interval WHERE $1 IN ('', owner)`,
	} {
		_, err := db.leasePool.ExecContext(t.Context(), text, process, interval(d))
		require.NoError(t, err)
	}
}

// rolls is a sign of life, and how things stand then.
func rolls(t *testing.T, db *DB, process string) store.Roster {
	t.Helper()
	r, err := db.Roll(context.Background(), process, leaseTerm)
	require.NoError(t, err)
	return r
}

// playing are processes that play one shard each.
func playing(t *testing.T, names ...string) (all []*DB, leases []store.Lease) {
	t.Helper()
	all = shared(t, len(names))
	require.NoError(t, all[0].Divide(t.Context(), len(names)))
	for i, name := range names {
		rolls(t, all[i], name)
		l, err := all[i].Take(t.Context(), name, store.Shard{K: i, Of: len(names)}, leaseTerm)
		require.NoError(t, err)
		leases = append(leases, l)
	}
	for i, name := range names { // so that all have been here just now
		require.Equal(t, leases, rolls(t, all[i], name).Leases)
	}
	return all, leases
}

// TestAnOutageTakesNobodysShards: when the database is back after longer than leases last, the first process to return
// takes no shards of the others, who have a whole term to return. A process that had died before gets no extra time.
func TestAnOutageTakesNobodysShards(t *testing.T) {
	t.Parallel()
	all, leases := playing(t, "a", "b", "dead")
	goesBy(t, all[0], "dead", 30*time.Second)
	goesBy(t, all[0], "", 5*time.Minute)
	r := rolls(t, all[0], "a")
	require.Equal(t, []string{"a", "b"}, r.Processes)
	require.Equal(t, leases[:2], r.Leases)
	_, err := all[0].Take(t.Context(), "a", leases[1].Shard, leaseTerm)
	require.ErrorIs(t, err, store.ErrLeased)
	require.Equal(t, r, rolls(t, all[1], "b"))
	require.NoError(t, all[1].Of(leases[1], func() {}).Identify(t.Context(), storetest.Noon))
	_, err = all[0].Take(t.Context(), "a", leases[2].Shard, leaseTerm)
	require.NoError(t, err)
}

// TestAProcessThatDoesNotReturnIsSparedOnce: its shards are free when its term is over, also where the others give
// their signs of life so slowly that each looks like the end of an outage.
func TestAProcessThatDoesNotReturnIsSparedOnce(t *testing.T) {
	t.Parallel()
	all, leases := playing(t, "a", "b")
	goesBy(t, all[0], "", 30*time.Second)
	require.Equal(t, leases, rolls(t, all[0], "a").Leases)
	goesBy(t, all[0], "", 30*time.Second)
	require.Equal(t, leases, rolls(t, all[0], "a").Leases)
	goesBy(t, all[0], "", 30*time.Second)
	r := rolls(t, all[0], "a")
	require.Equal(t, []string{"a"}, r.Processes)
	require.Equal(t, leases[:1], r.Leases)
	_, err := all[0].Take(t.Context(), "a", leases[1].Shard, leaseTerm)
	require.NoError(t, err)
}

// TestAllReturnAtOnceFromAnOutage: all processes keep their shards, for one term.
func TestAllReturnAtOnceFromAnOutage(t *testing.T) {
	t.Parallel()
	names := []string{"a", "b", "c", "d"}
	all, leases := playing(t, names...)
	goesBy(t, all[0], "", time.Minute)
	var returning sync.WaitGroup
	for i, name := range names {
		returning.Go(func() {
			if _, err := all[i].Roll(context.Background(), name, leaseTerm); err != nil {
				t.Error(err)
			}
		})
	}
	returning.Wait()
	require.Equal(t, store.Roster{Shards: 4, Processes: names, Leases: leases}, rolls(t, all[0], "a"))
	var latest float64
	require.NoError(t, all[0].base.Readers.QueryRow(`SELECT extract(epoch FROM max(until) - clock_timestamp())
		FROM (SELECT until FROM processes UNION ALL SELECT until FROM leases) AS x`).Scan(&latest))
	require.LessOrEqual(t, latest, leaseTerm.Seconds())
}
