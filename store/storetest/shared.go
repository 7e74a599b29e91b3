package storetest

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/store"
)

// Sharing is one database, with a separate store.Shared for each process.
type Sharing struct {
	By  []store.Shared
	All func(testing.TB) string // everything that is stored, except processes and leases
}

// Sharers opens one empty database for the given number of processes. The database closes when the test ends.
type Sharers func(t testing.TB, processes int) Sharing

// RunShared tests a database that several processes share against the contract of store.Shared, as Run does for
// store.Store.
func RunShared(t *testing.T, open Sharers) {
	for _, law := range sharedLaws {
		t.Run(law.name, func(t *testing.T) {
			t.Parallel()
			law.holds(t, open)
		})
	}
}

var sharedLaws = []struct {
	name  string
	holds func(*testing.T, Sharers)
}{
	{"LeasesAreTakenAndReturned", testLeases},
	{"LeasesExpire", testLeasesExpire},
	{"SessionsAreKeptWithTheLease", testSessions},
	{"ServersAreRedistributed", testDivide},
	{"TurnsAreShared", testTurns},
	{"LostLeasePreventsWrites", testFence},
	{"NoWritesForOtherShards", testElsewhere},
	{"DailyDealContinuesOnAnotherServer", testDealElsewhere},
	{"OneOfTwoShardsIsLost", testOneLeaseIsLost},
	{"ListingsAreLimitedToTheShard", testListings},
	{"ShardChangesOwners", testRepeatedHandover},
	{"SeatOfAnotherShardDelaysForgetting", testForgetElsewhere},
	{"ChangesReachEveryProcess", testChanges},
}

const term = time.Minute

func ignoreLoss() {}

// shard returns part k of n.
func shard(k, n int) store.Shard { return store.Shard{K: k, Of: n} }

// takeLease takes a lease. It fails the test if it can't.
func takeLease(t testing.TB, s store.Shared, process string, of store.Shard) store.Lease {
	t.Helper()
	return must(s.Take(context.Background(), process, of, term))
}

func rolled(t testing.TB, s store.Shared, process string) store.Roster {
	t.Helper()
	return must(s.Heartbeat(context.Background(), process, term))
}

// requireWrites requires that a view may write if lost is nil, and that its writes fail with lost otherwise.
func requireWrites(t testing.TB, s store.Store, lost error) {
	t.Helper()
	err := s.Identify(context.Background(), Noon) // belongs to no server
	if lost == nil {
		require.NoError(t, err)
	} else {
		require.ErrorIs(t, err, lost)
	}
}

func testLeases(t *testing.T, open Sharers) {
	both, ctx := open(t, 2).By, t.Context()
	a, b := both[0], both[1]
	require.Equal(t, store.Roster{Processes: []string{"a"}}, rolled(t, a, "a"))
	_, err := a.Take(ctx, "a", shard(0, 2), term)
	require.ErrorIs(t, err, store.ErrDivided, "the servers aren't divided yet")
	require.NoError(t, a.Divide(ctx, 2))
	for _, none := range []store.Shard{{K: 0, Of: 3}, {K: 0}, {K: 2, Of: 2}, {K: -1, Of: 2}} {
		_, err = a.Take(ctx, "a", none, term)
		require.ErrorIs(t, err, store.ErrDivided, none)
	}

	mine := takeLease(t, a, "a", shard(0, 2))
	require.Equal(t, store.Lease{Shard: shard(0, 2), Owner: "a", Epoch: mine.Epoch}, mine)
	_, err = b.Take(ctx, "b", shard(0, 2), term)
	require.ErrorIs(t, err, store.ErrLeased)
	yours := takeLease(t, b, "b", shard(1, 2))
	require.Equal(t, store.Roster{Shards: 2, Processes: []string{"a", "b"}, Leases: []store.Lease{mine, yours}},
		rolled(t, b, "b"))

	told := 0
	view := a.Of(mine, func() { told++ })
	requireWrites(t, view, nil)
	requireWrites(t, a, store.ErrLost) // nothing can be written without a lease
	require.NoError(t, b.Release(ctx, store.Lease{Shard: mine.Shard, Owner: "b", Epoch: mine.Epoch}))
	requireWrites(t, view, nil)
	require.NoError(t, a.Release(ctx, mine))
	requireWrites(t, view, store.ErrLost)
	again := takeLease(t, b, "b", shard(0, 2))
	require.Greater(t, again.Epoch, mine.Epoch)
	require.NoError(t, a.Release(ctx, mine), "releasing a lease that another process has taken")
	requireWrites(t, b.Of(again, ignoreLoss), nil)
	requireWrites(t, view, store.ErrLost)
	require.Equal(t, 1, told, "once")

	anew := takeLease(t, b, "b", shard(0, 2))
	require.Greater(t, anew.Epoch, again.Epoch, "the owner may take its shard again")
	requireWrites(t, b.Of(again, ignoreLoss), store.ErrLost)
	require.NoError(t, b.Of(again, ignoreLoss).Close())
	requireWrites(t, b.Of(anew, ignoreLoss), nil)
	require.NoError(t, b.Of(anew, ignoreLoss).Reconcile(ctx))
	require.NoError(t, b.Reconcile(ctx), "Reconcile writes nothing")

	gone := must(b.Heartbeat(ctx, "b", 0))
	require.Equal(t, store.Roster{Shards: 2, Processes: []string{"a"}}, gone, "b has left")
	requireWrites(t, b.Of(anew, ignoreLoss), store.ErrLost)
	takeLease(t, a, "a", shard(1, 2))
}

// testSessions checks that the next owner of a shard gets the session of the former one, however the lease ended.
func testSessions(t *testing.T, open Sharers) {
	both, ctx := open(t, 2).By, t.Context()
	a, b := both[0], both[1]
	require.NoError(t, a.Divide(ctx, 2))
	rolled(t, a, "a")
	rolled(t, b, "b")
	session := func(s store.Shared, l store.Lease, position, servers string) {
		t.Helper()
		require.Equal(t, store.SavedSession{Position: position, Servers: servers}, must(s.Session(ctx, l)))
	}
	first, second := takeLease(t, a, "a", shard(0, 2)), takeLease(t, a, "a", shard(1, 2))
	session(a, first, "", "")
	require.NoError(t, a.SaveSessions(ctx, map[store.Lease]store.SavedSession{first: {Position: "zero", Servers: "some"}, second: {Position: "two", Servers: "all"}}))
	require.NoError(t, a.SaveSessions(ctx, map[store.Lease]store.SavedSession{first: {Position: "one"}}))
	require.NoError(t, a.SaveSessions(ctx, nil))
	session(a, first, "one", "some")
	require.NoError(t, a.Release(ctx, first))
	require.NoError(t, a.SaveSessions(ctx, map[store.Lease]store.SavedSession{first: {Position: "late"}}), "the lease is lost")
	session(a, first, "", "")
	require.Equal(t, []store.Lease{second}, rolled(t, b, "b").Leases)
	session(b, takeLease(t, b, "b", shard(0, 2)), "one", "some")
	must(a.Heartbeat(ctx, "a", 0))
	last := takeLease(t, b, "b", shard(1, 2))
	session(b, last, "two", "all")
	must(b.Heartbeat(ctx, "b", time.Millisecond)) // b falls silent
	require.Eventually(t, func() bool { return len(rolled(t, a, "a").Leases) == 0 }, 10*time.Second, time.Millisecond)
	session(a, takeLease(t, a, "a", shard(1, 2)), "two", "all")
	require.NoError(t, a.Divide(ctx, 3))
	session(a, takeLease(t, a, "a", shard(1, 3)), "", "")
}

// testLeasesExpire checks that any process may take an expired lease, and that the lease can still be extended until
// then.
func testLeasesExpire(t *testing.T, open Sharers) {
	both, ctx := open(t, 2).By, t.Context()
	a, b := both[0], both[1]
	require.NoError(t, a.Divide(ctx, 2))
	rolled(t, b, "b")
	must(a.Heartbeat(ctx, "a", time.Millisecond))
	l := must(a.Take(ctx, "a", shard(0, 2), time.Millisecond))
	other := must(a.Take(ctx, "a", shard(1, 2), time.Millisecond))
	require.Eventually(t, func() bool {
		r := rolled(t, b, "b")
		return len(r.Leases) == 0 && len(r.Processes) == 1
	}, 10*time.Second, time.Millisecond)
	requireWrites(t, a.Of(l, ignoreLoss), nil) // no process has taken it yet
	theirs := takeLease(t, b, "b", shard(0, 2))
	requireWrites(t, a.Of(l, ignoreLoss), store.ErrLost)
	stands := store.Roster{Shards: 2, Processes: []string{"b", "a"}, Leases: []store.Lease{theirs, other}}
	require.Equal(t, stands,
		rolled(t, a, "a"), "whoever was away comes last, and has what is still theirs")
	requireWrites(t, a.Of(other, ignoreLoss), nil)
	_, err := b.Take(ctx, "b", shard(1, 2), term)
	require.ErrorIs(t, err, store.ErrLeased)
}

func testDivide(t *testing.T, open Sharers) {
	both, ctx := open(t, 2).By, t.Context()
	a, b := both[0], both[1]
	require.NoError(t, a.Divide(ctx, 2))
	first, second := takeLease(t, a, "a", shard(0, 2)), takeLease(t, b, "b", shard(1, 2))
	require.NoError(t, b.Divide(ctx, 2), "the servers are already divided into two parts")
	requireWrites(t, a.Of(first, ignoreLoss), nil)
	for i, l := range []store.Lease{first, second} {
		require.NoError(t, both[i].Of(l, ignoreLoss).Beat(Noon.Add(time.Duration(i)*time.Hour)))
		require.Equal(t, Noon.Add(time.Duration(i)*time.Hour), alive(t, both[i].Of(l, ignoreLoss)))
	}

	require.NoError(t, b.Divide(ctx, 6))
	requireWrites(t, a.Of(first, ignoreLoss), store.ErrLost)
	requireWrites(t, b.Of(second, ignoreLoss), store.ErrLost)
	require.Equal(t, 6, rolled(t, a, "a").Shards)
	require.Empty(t, rolled(t, a, "a").Leases)
	_, err := a.Take(ctx, "a", shard(0, 2), term)
	require.ErrorIs(t, err, store.ErrDivided)
	for k := range 6 { // from the former shard k%2
		at := alive(t, a.Of(takeLease(t, a, "a", shard(k, 6)), ignoreLoss))
		require.Equal(t, Noon.Add(time.Duration(k%2)*time.Hour), at)
	}
	require.NoError(t, a.Divide(ctx, 3)) // each new part has servers of all old ones
	require.Equal(t, Noon, alive(t, a.Of(takeLease(t, a, "a", shard(2, 3)), ignoreLoss)))
	require.NoError(t, a.Divide(ctx, 1))
	require.Equal(t, Noon, alive(t, a.Of(takeLease(t, a, "a", shard(0, 1)), ignoreLoss)))
}

func alive(t testing.TB, s store.Store) time.Time {
	t.Helper()
	return must(s.Alive(context.Background()))
}

// testTurns checks that each bucket grants one turn per interval to all processes together.
func testTurns(t *testing.T, open Sharers) {
	both, ctx := open(t, 2).By, t.Context()
	turn := func(s store.Shared, bucket int, every time.Duration) time.Duration {
		wait := must(s.RequestTurn(ctx, bucket, every))
		require.LessOrEqual(t, wait, every+time.Millisecond)
		return wait
	}
	require.Zero(t, turn(both[0], 0, time.Hour))
	require.Greater(t, turn(both[1], 0, time.Hour), 50*time.Minute)
	require.Zero(t, turn(both[1], 1, time.Hour), "the other bucket still has its turn")
	const every = 200 * time.Millisecond
	start := time.Now()
	require.Zero(t, turn(both[0], 2, every))
	for range 3 {
		for wait := turn(both[1], 2, every); wait > 0; wait = turn(both[1], 2, every) {
			time.Sleep(wait)
		}
	}
	require.Greater(t, time.Since(start), 3*every-20*time.Millisecond) // the test and the server use different clocks
}
