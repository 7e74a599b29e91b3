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

// leaseTerm is the term of leases in these tests. It is long enough for the slowest machine.
const leaseTerm = 40 * time.Second

// skipTime pretends that a process was silent for the given time. An empty name means all processes, as if the database
// had been unavailable.
func skipTime(t *testing.T, db *DB, process string, d time.Duration) {
	t.Helper()
	for _, text := range []string{
		`UPDATE processes SET rolled = rolled - $2::interval, until = until - $2::interval WHERE $1 IN ('', name)`,
		`UPDATE leases SET rolled = rolled - $2::interval, until = until - $2::interval WHERE $1 IN ('', owner)`,
	} {
		must(db.leasePool.ExecContext(t.Context(), text, process, interval(d)))
	}
}

// roll sends a heartbeat and returns the roster.
func roll(t *testing.T, db *DB, process string) store.Roster {
	t.Helper()
	return must(db.Heartbeat(context.Background(), process, leaseTerm))
}

// newPlayingProcesses returns processes that play one shard each.
func newPlayingProcesses(t *testing.T, names ...string) (all []*DB, leases []store.Lease) {
	t.Helper()
	all = openShared(t, len(names))
	require.NoError(t, all[0].Divide(t.Context(), len(names)))
	for i, name := range names {
		roll(t, all[i], name)
		l := must(all[i].Take(t.Context(), name, store.Shard{K: i, Of: len(names)}, leaseTerm))
		leases = append(leases, l)
	}
	for i, name := range names { // all processes have just sent a heartbeat
		require.Equal(t, leases, roll(t, all[i], name).Leases)
	}
	return all, leases
}

// After an outage that lasted longer than a lease's term, the first process to return takes none of the other
// processes' shards: they have a whole term to return. A process that had died before the outage gets no extra time.
func TestOutageDoesNotMoveShards(t *testing.T) {
	t.Parallel()
	all, leases := newPlayingProcesses(t, "a", "b", "dead")
	skipTime(t, all[0], "dead", 30*time.Second)
	skipTime(t, all[0], "", 5*time.Minute)
	r := roll(t, all[0], "a")
	require.Equal(t, []string{"a", "b"}, r.Processes)
	require.Equal(t, leases[:2], r.Leases)
	_, err := all[0].Take(t.Context(), "a", leases[1].Shard, leaseTerm)
	require.ErrorIs(t, err, store.ErrLeased)
	require.Equal(t, r, roll(t, all[1], "b"))
	require.NoError(t, all[1].Of(leases[1], func() {}).Identify(t.Context(), storetest.Noon))
	must(all[0].Take(t.Context(), "a", leases[2].Shard, leaseTerm))
}

// The shards of a dead process are free when its term is over, even if the others send heartbeats so slowly that each
// looks like the end of an outage.
func TestDeadProcessGetsOneGracePeriod(t *testing.T) {
	t.Parallel()
	all, leases := newPlayingProcesses(t, "a", "b")
	skipTime(t, all[0], "", 30*time.Second)
	require.Equal(t, leases, roll(t, all[0], "a").Leases)
	skipTime(t, all[0], "", 30*time.Second)
	require.Equal(t, leases, roll(t, all[0], "a").Leases)
	skipTime(t, all[0], "", 30*time.Second)
	r := roll(t, all[0], "a")
	require.Equal(t, []string{"a"}, r.Processes)
	require.Equal(t, leases[:1], r.Leases)
	must(all[0].Take(t.Context(), "a", leases[1].Shard, leaseTerm))
}

// After an outage, all processes keep their shards for one term.
func TestAllProcessesReturnAfterAnOutage(t *testing.T) {
	t.Parallel()
	names := []string{"a", "b", "c", "d"}
	all, leases := newPlayingProcesses(t, names...)
	skipTime(t, all[0], "", time.Minute)
	var returning sync.WaitGroup
	for i, name := range names {
		returning.Go(func() {
			if _, err := all[i].Heartbeat(context.Background(), name, leaseTerm); err != nil {
				t.Error(err)
			}
		})
	}
	returning.Wait()
	require.Equal(t, store.Roster{Shards: 4, Processes: names, Leases: leases}, roll(t, all[0], "a"))
	var latest float64
	require.NoError(t, all[0].base.Readers.QueryRow(`SELECT extract(epoch FROM max(until) - clock_timestamp())
		FROM (SELECT until FROM processes UNION ALL SELECT until FROM leases) AS x`).Scan(&latest))
	require.LessOrEqual(t, latest, leaseTerm.Seconds())
}
