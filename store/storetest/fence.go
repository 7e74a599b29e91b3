package storetest

import (
	"reflect"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/store"
	"settable/store/ids"
)

// testFence checks that no method writes anything under a lost lease, and that each method writes under the new lease.
func testFence(t *testing.T, open Sharers) {
	sharing, ctx := open(t, 2), t.Context()
	a, b := sharing.By[0], sharing.By[1]
	require.NoError(t, a.Divide(ctx, 2))
	old := takeLease(t, a, "a", shard(0, 2))
	former := a.Of(old, ignoreLoss)
	require.NoError(t, a.Release(ctx, old))
	present := b.Of(takeLease(t, b, "b", shard(0, 2)), ignoreLoss)
	known := []string{"Alive", "IsTemporary", "Reconcile", "Erase", "Close"}
	for _, r := range Reads() {
		known = append(known, r.Method)
	}
	for _, w := range Writes() {
		known = append(known, w.Method)
		before := sharing.All(t)
		require.ErrorIs(t, w.Do(former), store.ErrLost, w.Method)
		require.ErrorIs(t, w.Do(a), store.ErrLost, "%s without a lease", w.Method)
		require.Equal(t, before, sharing.All(t), w.Method)
		require.NoError(t, w.Do(present), w.Method)
		require.NotEqual(t, before, sharing.All(t), "%s must write something", w.Method)
	}
	contract := reflect.TypeFor[store.Store]()
	for i := range contract.NumMethod() {
		require.Contains(t, known, contract.Method(i).Name, "a new method must be added to the known ones")
	}
}

// The methods listed in personalWrites don't concern a particular server. The methods listed in selectingWrites select
// servers of the shard themselves. All other methods that write name a server, or a table, night or plan of a server.
var (
	personalWrites  = []string{"SetPlayerSettings", "Beat", "Identify", "Forgetting", "Forget"}
	selectingWrites = []string{"NoteServers", "Purge"}
)

// testElsewhere checks that no method writes about a server of another shard, even under a valid lease.
func testElsewhere(t *testing.T, open Sharers) {
	sharing, ctx := open(t, 1), t.Context()
	a := sharing.By[0]
	require.NoError(t, a.Divide(ctx, 2))
	told := func() { t.Error("a valid lease was reported as lost") }
	here, there := a.Of(takeLease(t, a, "a", shard(0, 2)), told), a.Of(takeLease(t, a, "a", shard(1, 2)), told)
	for _, w := range Writes() {
		before := sharing.All(t)
		if slices.Contains(personalWrites, w.Method) {
			require.NoError(t, w.Do(there), w.Method)
			require.NotEqual(t, before, sharing.All(t), "%s must write something", w.Method)
			continue
		}
		for range 2 { // the second time, the server of the table is cached
			err := w.Do(there)
			if slices.Contains(selectingWrites, w.Method) {
				require.NoError(t, err, w.Method)
			} else {
				require.ErrorIs(t, err, store.ErrElsewhere, w.Method)
			}
			require.Equal(t, before, sharing.All(t), w.Method)
		}
		require.NoError(t, w.Do(here), w.Method)
		require.NotEqual(t, before, sharing.All(t), "%s must write something", w.Method)
	}
	require.ErrorIs(t, there.NoteJudged(ctx, 99, 8), store.ErrNoTable)
	require.ErrorIs(t, there.SignUp(ctx, 99, Emil, true, Noon), store.ErrNoPlan)
	_, err := there.EndNight(ctx, 99, Noon)
	require.ErrorIs(t, err, store.ErrNoNight)
}

// testDealElsewhere checks that a daily deal belongs to its player, who may start it on one server and continue it on
// another.
func testDealElsewhere(t *testing.T, open Sharers) {
	both, ctx := open(t, 2).By, t.Context()
	require.NoError(t, both[0].Divide(ctx, 2))
	here := both[0].Of(takeLease(t, both[0], "a", shard(0, 2)), ignoreLoss)
	there := both[1].Of(takeLease(t, both[1], "b", shard(1, 2)), ignoreLoss)
	row := must(here.OpenTable(ctx, store.Table{Guild: Guild, Channel: Channel, Game: "classic", Opener: Dora,
		Opened: Noon, Daily: games.DayOf(Noon)}, "", store.Line{At: Noon, Seat: games.Dealer, Words: "daily"}))
	for i, by := range []store.Store{there, here, there} {
		line := store.Played{Line: store.Line{At: Noon, Seat: 1, Player: Dora, Words: "done"}}
		next := store.Entry{Table: row.ID, After: 1 + i, Played: []store.Played{line}, Over: i == 2}
		require.NoError(t, by.Append(ctx, next))
		require.Error(t, by.Append(ctx, next), "the journal has grown")
	}
	lines := must(here.Lines(ctx, row.ID))
	require.Len(t, lines, 4)
}

// testOneLeaseIsLost makes two shards write at the same time through one process. One shard has lost its lease, and only its
// writes are refused.
func testOneLeaseIsLost(t *testing.T, open Sharers) {
	both, ctx := open(t, 2).By, t.Context()
	a, b := both[0], both[1]
	require.NoError(t, a.Divide(ctx, 2))
	leases := []store.Lease{takeLease(t, a, "a", shard(0, 2)), takeLease(t, a, "a", shard(1, 2))}
	const guilds = 40
	guild := func(i int) ids.Guild { return ids.Guild(i<<22 + 1) }
	require.NoError(t, a.Release(ctx, leases[1]))
	takeLease(t, b, "b", shard(1, 2))
	var all sync.WaitGroup
	answers := make([]error, guilds)
	for i := range guilds {
		all.Go(func() {
			answers[i] = a.Of(leases[i%2], ignoreLoss).SetSettings(ctx, guild(i), store.GuildSettings{Theme: "dark"})
		})
	}
	all.Wait()
	for i, err := range answers {
		set, asked := b.Settings(ctx, guild(i))
		require.NoError(t, asked)
		if i%2 == 0 {
			require.NoError(t, err)
			require.Equal(t, "dark", set.Theme)
			continue
		}
		require.ErrorIs(t, err, store.ErrLost)
		require.Equal(t, store.Unset, set)
	}
}

// testRepeatedHandover moves a shard between owners several times. Each new owner continues where the last one stopped.
func testRepeatedHandover(t *testing.T, open Sharers) {
	both, ctx := open(t, 2).By, t.Context()
	require.NoError(t, both[0].Divide(ctx, 1))
	var row store.Table
	for i := range 6 {
		by := both[i%2]
		l := takeLease(t, by, string(rune('a'+i%2)), shard(0, 1))
		s := by.Of(l, ignoreLoss)
		if i == 0 {
			row = must(s.OpenTable(ctx, store.Table{Guild: Guild, Channel: Channel, Game: "classic", Opener: Dora,
				Opened: Noon}, ""))
		}
		must(s.Give(ctx, store.Grant{Guild: Guild, Player: Dora, Amount: 5, At: Noon, Granter: Emil,
			Reason: "cake"}))
		require.NoError(t, s.Append(ctx, store.Entry{Table: row.ID, After: i, Played: []store.Played{{
			Line: store.Line{At: Noon, Seat: 1, Player: Dora, Words: "join"},
			Transfers: []games.Transfer{{From: games.Balance(1), To: 1, Amount: 3},
				{From: 1, To: games.Pot, Amount: 2}},
		}}}))
		audit := must(s.Audit(ctx, 0))
		require.Empty(t, audit.Findings)
		require.NoError(t, by.Release(ctx, l))
	}
}
