package storetest

import (
	"context"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/store"
	"settable/store/ids"
)

// readings are the methods of the contract that write nothing.
var readings = []string{"Table", "TableIn", "LastTable", "Closed", "Sleeping", "OpenTables",
	"UnshownTables", "Lines", "Played", "Tables", "Seats", "Export", "Daily", "Streak", "OpenDailies",
	"Gifts", "Balance", "History", "Purses", "Stakes", "Audit", "Night", "OpenNight", "LastNight", "ClosingNights",
	"Nights", "Standing", "Plan", "Planned", "Pending", "Leaderboard", "Record", "Settings",
	"PlayerSettings", "Names", "AllNames", "PendingForgets", "SeatedAt", "PlayerData", "Alive", "Identified", "Key",
	"Leftovers", "LeftIn", "IsTemporary", "Reconcile", "Erase", "Close"}

// A writing is a call of a method that writes, with data on which it has an effect.
type writing struct {
	method string
	do     func(store.Store) error
}

// writings calls every method that writes, in the order of their dependencies.
func writings(ctx context.Context) []writing {
	said := []store.Played{{Line: store.Line{At: Noon, Seat: 1, Player: Dora, Words: "join"}}}
	return []writing{
		{"SetSettings", func(s store.Store) error {
			return s.SetSettings(ctx, Guild, store.GuildSettings{Theme: "dark"})
		}},
		{"SetPlayerSettings", func(s store.Store) error {
			return s.SetPlayerSettings(ctx, Dora, store.PlayerSettings{Palette: "plain"})
		}},
		{"SetName", func(s store.Store) error { return s.SetName(ctx, Guild, Dora, "Dora") }},
		{"Welcome", func(s store.Store) error { return errorOf(s.Welcome(ctx, Guild, Dora, 100, Noon)) }},
		{"TopUp", func(s store.Store) error { return errorOf(s.TopUp(ctx, Guild, Dora, 200, Noon, "i11")) }},
		{"Give", func(s store.Store) error {
			return errorOf(s.Give(ctx, store.Grant{Guild: Guild, Player: Dora, Amount: 5, At: Noon, Granter: Emil,
				Reason: "cake", Source: "i12"}))
		}},
		{"StartNight", func(s store.Store) error {
			return errorOf(s.StartNight(ctx, store.Night{Guild: Guild, Channel: Channel, Opener: Dora, BuyIn: 5,
				Started: Noon}, "i13"))
		}},
		{"CloseNight", func(s store.Store) error { return s.CloseNight(ctx, 1, Noon) }},
		{"EndNight", func(s store.Store) error { return errorOf(s.EndNight(ctx, 1, Noon.Add(time.Hour))) }},
		{"StartNight", func(s store.Store) error {
			return errorOf(s.StartNight(ctx, store.Night{Guild: Guild, Channel: Channel, Opener: Dora, BuyIn: 5,
				Started: Noon.Add(2 * time.Hour)}, "i20"))
		}},
		{"DropNight", func(s store.Store) error { return s.DropNight(ctx, 2) }},
		{"NightPosted", func(s store.Store) error { return s.NightPosted(ctx, 1) }},
		{"OpenTable", func(s store.Store) error {
			return errorOf(s.OpenTable(ctx, store.Table{Guild: Guild, Channel: Channel, Game: "classic", Opener: Dora,
				Opened: Noon}, "i14", store.Line{At: Noon, Seat: games.Dealer, Words: "deal"}))
		}},
		{"Append", func(s store.Store) error {
			return s.Append(ctx, store.Entry{Table: 1, After: 1, Played: said})
		}},
		{"NoteShown", func(s store.Store) error { return s.NoteShown(ctx, 1, 1, 7) }},
		{"NoteHandled", func(s store.Store) error { return s.NoteHandled(ctx, 1, 8) }},
		{"CloseTable", func(s store.Store) error { return s.CloseTable(ctx, 1, Noon) }},
		{"PlanNight", func(s store.Store) error {
			return errorOf(s.PlanNight(ctx, planFor(Noon.Add(8*time.Hour)), "i15"))
		}},
		{"SignUp", func(s store.Store) error { return s.SignUp(ctx, 1, Emil, true, Noon) }},
		{"Announced", func(s store.Store) error { return s.Announced(ctx, 1, 3, 4) }},
		{"MovePlan", func(s store.Store) error {
			return s.MovePlan(ctx, 1, Noon.Add(9*time.Hour), Noon.Add(8*time.Hour), Noon)
		}},
		{"CancelPlan", func(s store.Store) error { return s.CancelPlan(ctx, 1, Noon) }},
		{"PlanDone", func(s store.Store) error { return s.PlanDone(ctx, 1, Noon) }},
		{"Leave", func(s store.Store) error { return s.Leave(ctx, offerMessage) }},
		{"Deleted", func(s store.Store) error { return s.Deleted(ctx, offerMessage) }},
		{"Beat", func(s store.Store) error { return s.Beat(Noon) }},
		{"Identify", func(s store.Store) error { return s.Identify(ctx, Noon) }},
		{"Forgetting", func(s store.Store) error { return s.Forgetting(ctx, Emil, Noon) }},
		{"Forget", func(s store.Store) error { return s.Forget(ctx, Emil) }},
		{"Depart", func(s store.Store) error { return s.Depart(ctx, Guild, Noon) }},
		{"Return", func(s store.Store) error { return s.Return(ctx, Guild) }},
		{"Depart", func(s store.Store) error { return s.Depart(ctx, Guild, Noon) }},
		{"NoteServers", func(s store.Store) error { return errorOf(s.NoteServers(ctx, []ids.Guild{Guild})) }},
		{"Depart", func(s store.Store) error { return s.Depart(ctx, Guild, Noon) }},
		{"Purge", func(s store.Store) error { return errorOf(s.Purge(ctx, Noon.Add(time.Hour))) }},
	}
}

// Under a lost lease no method writes anything; under the new lease each does.
func testFence(t *testing.T, open Sharers) {
	sharing, ctx := open(t, 2), t.Context()
	a, b := sharing.By[0], sharing.By[1]
	require.NoError(t, a.Divide(ctx, 2))
	old := takeLease(t, a, "a", shard(0, 2))
	former := a.Of(old, nobody)
	require.NoError(t, a.Release(ctx, old))
	present := b.Of(takeLease(t, b, "b", shard(0, 2)), nobody)
	known := slices.Clone(readings)
	for _, w := range writings(ctx) {
		known = append(known, w.method)
		before := sharing.All(t)
		require.ErrorIs(t, w.do(former), store.ErrLost, w.method)
		require.ErrorIs(t, w.do(a), store.ErrLost, "%s without a lease", w.method)
		require.Equal(t, before, sharing.All(t), w.method)
		require.NoError(t, w.do(present), w.method)
		require.NotEqual(t, before, sharing.All(t), "%s has nothing to do", w.method)
	}
	contract := reflect.TypeFor[store.Store]()
	for i := range contract.NumMethod() {
		require.Contains(t, known, contract.Method(i).Name, "a method that nobody has looked at")
	}
}

// The methods in everybodys write about no server. Those in searching select servers themselves, within the shard.
// All other methods that write name a server, or a table, night or plan that belongs to one.
var (
	everybodys = []string{"SetPlayerSettings", "Beat", "Identify", "Forgetting", "Forget"}
	searching  = []string{"NoteServers", "Purge"}
)

// Under a valid lease, no method writes about a server of another shard.
func testElsewhere(t *testing.T, open Sharers) {
	sharing, ctx := open(t, 1), t.Context()
	a := sharing.By[0]
	require.NoError(t, a.Divide(ctx, 2))
	told := func() { t.Error("a valid lease was reported as lost") }
	here, there := a.Of(takeLease(t, a, "a", shard(0, 2)), told), a.Of(takeLease(t, a, "a", shard(1, 2)), told)
	for _, w := range writings(ctx) {
		before := sharing.All(t)
		if slices.Contains(everybodys, w.method) {
			require.NoError(t, w.do(there), w.method)
			require.NotEqual(t, before, sharing.All(t), "%s has nothing to do", w.method)
			continue
		}
		for range 2 { // the second time the location of the table is cached
			err := w.do(there)
			if slices.Contains(searching, w.method) {
				require.NoError(t, err, w.method)
			} else {
				require.ErrorIs(t, err, store.ErrElsewhere, w.method)
			}
			require.Equal(t, before, sharing.All(t), w.method)
		}
		require.NoError(t, w.do(here), w.method)
		require.NotEqual(t, before, sharing.All(t), "%s has nothing to do", w.method)
	}
	require.ErrorIs(t, there.NoteHandled(ctx, 99, 8), store.ErrNoTable)
	require.ErrorIs(t, there.SignUp(ctx, 99, Emil, true, Noon), store.ErrNoPlan)
	_, err := there.EndNight(ctx, 99, Noon)
	require.ErrorIs(t, err, store.ErrNoNight)
}

// A daily deal belongs to its player, who may start it on one server and continue on another.
func testDealElsewhere(t *testing.T, open Sharers) {
	both, ctx := open(t, 2).By, t.Context()
	require.NoError(t, both[0].Divide(ctx, 2))
	here := both[0].Of(takeLease(t, both[0], "a", shard(0, 2)), nobody)
	there := both[1].Of(takeLease(t, both[1], "b", shard(1, 2)), nobody)
	row, err := here.OpenTable(ctx, store.Table{Guild: Guild, Channel: Channel, Game: "classic", Opener: Dora,
		Opened: Noon, Daily: games.DayOf(Noon)}, "", store.Line{At: Noon, Seat: games.Dealer, Words: "daily"})
	require.NoError(t, err)
	for i, by := range []store.Store{there, here, there} {
		line := store.Played{Line: store.Line{At: Noon, Seat: 1, Player: Dora, Words: "done"}}
		next := store.Entry{Table: row.ID, After: 1 + i, Played: []store.Played{line}, Over: i == 2}
		require.NoError(t, by.Append(ctx, next))
		require.Error(t, by.Append(ctx, next), "the journal has grown")
	}
	lines, err := here.Lines(ctx, row.ID)
	require.NoError(t, err)
	require.Len(t, lines, 4)
}

// Two shards write at the same time through one process, and one has lost its lease: only its writes are refused.
func testOneIsLost(t *testing.T, open Sharers) {
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
			answers[i] = a.Of(leases[i%2], nobody).SetSettings(ctx, guild(i), store.GuildSettings{Theme: "dark"})
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

// A shard changes owners several times, and each new owner continues where the last one stopped.
func testToAndFro(t *testing.T, open Sharers) {
	both, ctx := open(t, 2).By, t.Context()
	require.NoError(t, both[0].Divide(ctx, 1))
	var row store.Table
	for i := range 6 {
		by := both[i%2]
		l := takeLease(t, by, string(rune('a'+i%2)), shard(0, 1))
		s := by.Of(l, nobody)
		if i == 0 {
			var err error
			row, err = s.OpenTable(ctx, store.Table{Guild: Guild, Channel: Channel, Game: "classic", Opener: Dora,
				Opened: Noon}, "")
			require.NoError(t, err)
		}
		_, err := s.Give(ctx, store.Grant{Guild: Guild, Player: Dora, Amount: 5, At: Noon, Granter: Emil,
			Reason: "cake"})
		require.NoError(t, err)
		require.NoError(t, s.Append(ctx, store.Entry{Table: row.ID, After: i, Played: []store.Played{{
			Line: store.Line{At: Noon, Seat: 1, Player: Dora, Words: "join"},
			Transfers: []games.Transfer{{From: games.Balance(1), To: 1, Amount: 3},
				{From: 1, To: games.Pot, Amount: 2}},
		}}}))
		audit, err := s.Audit(ctx, 0)
		require.NoError(t, err)
		require.Empty(t, audit.Findings)
		require.NoError(t, by.Release(ctx, l))
	}
}
