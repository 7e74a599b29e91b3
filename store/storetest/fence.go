package storetest

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/store"
)

// readings are the methods of the contract that write nothing.
var readings = []string{"Table", "TableIn", "LastTable", "Closed", "Sleeping", "OpenTables",
	"Untold", "Lines", "Played", "Tables", "Seats", "Export", "Daily", "Streak", "OpenDailies",
	"Gifts", "Balance", "History", "Purses", "Stakes", "Audit", "Night", "OpenNight", "LastNight",
	"Nights", "Standing", "Plan", "Planned", "Pending", "Leaderboard", "Record", "Settings",
	"PlayerSettings", "Names", "Leaving", "SeatedAt", "Kept", "Alive", "Identified", "Key",
	"Passes", "Reconcile", "Close"}

// A writing is a call of a method that writes, in a world where it has something to do.
type writing struct {
	method string
	do     func(context.Context, store.Store) error
}

// writings call every method that writes, each after those that it needs.
func writings() []writing {
	said := []store.Played{{Line: store.Line{At: Noon, Seat: 1, Player: Dora, Words: "join"}}}
	return []writing{
		{"SetSettings", func(ctx context.Context, s store.Store) error {
			return s.SetSettings(ctx, Guild, store.GuildSettings{Theme: "dark"})
		}},
		{"SetPlayerSettings", func(ctx context.Context, s store.Store) error {
			return s.SetPlayerSettings(ctx, Dora, store.PlayerSettings{Palette: "plain"})
		}},
		{"SetName", func(ctx context.Context, s store.Store) error { return s.SetName(ctx, Guild, Dora, "Dora") }},
		{"Welcome", func(ctx context.Context, s store.Store) error {
			_, err := s.Welcome(ctx, Guild, Dora, 100, Noon)
			return err
		}},
		{"TopUp", func(ctx context.Context, s store.Store) error {
			_, err := s.TopUp(ctx, Guild, Dora, 200, Noon, "i11")
			return err
		}},
		{"Give", func(ctx context.Context, s store.Store) error {
			_, err := s.Give(ctx, store.Grant{Guild: Guild, Player: Dora, Amount: 5, At: Noon, Granter: Emil,
				Reason: "cake", Source: "i12"})
			return err
		}},
		{"StartNight", func(ctx context.Context, s store.Store) error {
			_, err := s.StartNight(ctx, store.Night{Guild: Guild, Channel: Channel, Opener: Dora, BuyIn: 5,
				Started: Noon}, "i13")
			return err
		}},
		{"EndNight", func(ctx context.Context, s store.Store) error {
			_, err := s.EndNight(ctx, 1, Noon.Add(time.Hour))
			return err
		}},
		{"OpenTable", func(ctx context.Context, s store.Store) error {
			_, err := s.OpenTable(ctx, store.Table{Guild: Guild, Channel: Channel, Game: "classic", Opener: Dora,
				Opened: Noon}, "i14", store.Line{At: Noon, Seat: games.Dealer, Words: "deal"})
			return err
		}},
		{"Append", func(ctx context.Context, s store.Store) error {
			return s.Append(ctx, store.Entry{Table: 1, After: 1, Played: said})
		}},
		{"Shown", func(ctx context.Context, s store.Store) error { return s.Shown(ctx, 1, 1, 7) }},
		{"Heard", func(ctx context.Context, s store.Store) error { return s.Heard(ctx, 1, 8) }},
		{"CloseTable", func(ctx context.Context, s store.Store) error { return s.CloseTable(ctx, 1, Noon) }},
		{"PlanNight", func(ctx context.Context, s store.Store) error {
			_, err := s.PlanNight(ctx, planFor(Noon.Add(8*time.Hour)), "i15")
			return err
		}},
		{"SignUp", func(ctx context.Context, s store.Store) error { return s.SignUp(ctx, 1, Emil, true, Noon) }},
		{"Announced", func(ctx context.Context, s store.Store) error { return s.Announced(ctx, 1, 3, 4) }},
		{"CancelPlan", func(ctx context.Context, s store.Store) error { return s.CancelPlan(ctx, 1, Noon) }},
		{"PlanDone", func(ctx context.Context, s store.Store) error { return s.PlanDone(ctx, 1, Noon) }},
		{"Beat", func(_ context.Context, s store.Store) error { return s.Beat(Noon) }},
		{"Identify", func(ctx context.Context, s store.Store) error { return s.Identify(ctx, Noon) }},
		{"Forgetting", func(ctx context.Context, s store.Store) error { return s.Forgetting(ctx, Emil, Noon) }},
		{"Forget", func(ctx context.Context, s store.Store) error { return s.Forget(ctx, Emil) }},
		{"Depart", func(ctx context.Context, s store.Store) error { return s.Depart(ctx, Guild, Noon) }},
		{"Return", func(ctx context.Context, s store.Store) error { return s.Return(ctx, Guild) }},
		{"Attend", func(ctx context.Context, s store.Store) error {
			_, err := s.Attend(ctx, nil, Noon)
			return err
		}},
		{"Purge", func(ctx context.Context, s store.Store) error {
			_, err := s.Purge(ctx, Noon.Add(time.Hour))
			return err
		}},
	}
}

// Whatever method is called under a lease that is another's by now, nothing is written; under the new one it
// is.
func testFence(t *testing.T, open Sharers) {
	sharing, ctx := open(t, 2), t.Context()
	a, b := sharing.By[0], sharing.By[1]
	require.NoError(t, a.Divide(ctx, 2))
	old := taken(t, a, "a", shard(0, 2))
	former := a.Of(old, nobody)
	require.NoError(t, a.Release(ctx, old))
	present := b.Of(taken(t, b, "b", shard(0, 2)), nobody)
	known := slices.Clone(readings)
	for _, w := range writings() {
		known = append(known, w.method)
		before := sharing.All(t)
		require.ErrorIs(t, w.do(ctx, former), store.ErrLost, w.method)
		require.ErrorIs(t, w.do(ctx, a), store.ErrLost, "%s without a lease", w.method)
		require.Equal(t, before, sharing.All(t), w.method)
		require.NoError(t, w.do(ctx, present), w.method)
		require.NotEqual(t, before, sharing.All(t), "%s has nothing to do", w.method)
	}
	contract := reflect.TypeFor[store.Store]()
	for i := range contract.NumMethod() {
		require.Contains(t, known, contract.Method(i).Name, "a method that nobody has looked at")
	}
}

// Of what two shards write at the same time through one process, one's is refused and the other's is not.
func testOneIsLost(t *testing.T, open Sharers) {
	both, ctx := open(t, 2).By, t.Context()
	a, b := both[0], both[1]
	require.NoError(t, a.Divide(ctx, 2))
	leases := []store.Lease{taken(t, a, "a", shard(0, 2)), taken(t, a, "a", shard(1, 2))}
	const guilds = 40
	guild := func(i int) store.GuildID { return store.GuildID(i<<22 + 1) }
	require.NoError(t, a.Release(ctx, leases[1]))
	taken(t, b, "b", shard(1, 2))
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

// A shard goes to and fro, and whoever has it goes on where the other was.
func testToAndFro(t *testing.T, open Sharers) {
	both, ctx := open(t, 2).By, t.Context()
	require.NoError(t, both[0].Divide(ctx, 1))
	var row store.Table
	for i := range 6 {
		by := both[i%2]
		l := taken(t, by, string(rune('a'+i%2)), shard(0, 1))
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

// What is listed for a shard is of its servers, and together it is everything.
func testListings(t *testing.T, open Sharers) {
	const parts = 3
	sharing, ctx := open(t, 2), t.Context()
	a := sharing.By[0]
	require.NoError(t, a.Divide(ctx, parts))
	var views []store.Store
	for k := range parts {
		by := sharing.By[k%2]
		views = append(views, by.Of(taken(t, by, string(rune('a'+k%2)), shard(k, parts)), nobody))
	}
	r := rand.New(rand.NewPCG(20, 4))
	var guilds []store.GuildID
	for i := range 24 {
		g := store.GuildID(r.Int64N(1<<61) + 1)
		guilds = append(guilds, g)
		of := views[int(uint64(g)>>22%parts)]
		channel := store.ChannelID(100 + i)
		opened := func(row store.Table) store.Table {
			row.Guild, row.Channel, row.Game, row.Opener, row.Opened = g, channel, "classic", Dora, Noon
			row, err := of.OpenTable(ctx, row, "", store.Line{At: Noon, Seat: games.Dealer, Words: "deal"})
			require.NoError(t, err)
			return row
		}
		untold := opened(store.Table{})
		require.NoError(t, of.CloseTable(ctx, untold.ID, Noon))
		sleeps := opened(store.Table{})
		require.NoError(t, of.Append(ctx, store.Entry{Table: sleeps.ID, After: 1, Asleep: true,
			Played: []store.Played{{Line: store.Line{At: Noon, Seat: 1, Player: Dora, Words: "join"}}}}))
		opened(store.Table{Daily: games.Day(1 + i)})
		p := planFor(Noon.Add(time.Hour))
		p.Guild, p.Channel = g, channel
		_, err := of.PlanNight(ctx, p, "")
		require.NoError(t, err)
	}
	tables := func(all []store.Table, err error) ([]store.GuildID, error) {
		var of []store.GuildID
		for _, row := range all {
			of = append(of, row.Guild)
		}
		return of, err
	}
	for name, l := range map[string]struct {
		each int
		list func(store.Store) ([]store.GuildID, error)
	}{
		"OpenTables": {2, func(s store.Store) ([]store.GuildID, error) { return tables(s.OpenTables(ctx)) }},
		"Untold":     {1, func(s store.Store) ([]store.GuildID, error) { return tables(s.Untold(ctx, Noon)) }},
		"Sleeping": {1, func(s store.Store) ([]store.GuildID, error) {
			return tables(s.Sleeping(ctx, Noon.Add(1)))
		}},
		"Tables": {3, func(s store.Store) ([]store.GuildID, error) { return tables(s.Tables(ctx, 0, 1000)) }},
		"OpenDailies": {1, func(s store.Store) ([]store.GuildID, error) {
			return tables(s.OpenDailies(ctx, 1000))
		}},
		"SeatedAt": {1, func(s store.Store) ([]store.GuildID, error) { return tables(s.SeatedAt(ctx, Dora)) }},
		"Pending": {1, func(s store.Store) (of []store.GuildID, err error) {
			all, err := s.Pending(ctx)
			for _, p := range all {
				of = append(of, p.Guild)
			}
			return of, err
		}},
	} {
		listed(t, name, l.each, guilds, views, l.list)
		whole, err := l.list(a)
		require.NoError(t, err)
		require.Len(t, whole, l.each*len(guilds), "%s of everything", name)
	}

	// The bot of each shard is on one of its servers, and knows of no other shard's.
	listed(t, "Attend", 1, guilds, views, func(s store.Store) ([]store.GuildID, error) {
		return s.Attend(ctx, nil, Noon)
	})
	for i, g := range guilds {
		all, err := views[int(uint64(g)>>22%parts)].OpenTables(ctx)
		require.NoError(t, err)
		for _, row := range all {
			if row.Guild == g && i%2 == 0 {
				require.NoError(t, views[int(uint64(g)>>22%parts)].CloseTable(ctx, row.ID, Noon))
			}
		}
	}
	var some []store.GuildID // at which no table is open
	for i := 0; i < len(guilds); i += 2 {
		some = append(some, guilds[i])
	}
	listed(t, "Purge", 1, some, views, func(s store.Store) ([]store.GuildID, error) {
		return s.Purge(ctx, Noon.Add(time.Hour))
	})
}

// listed holds the lists of the views against what there is.
func listed(t *testing.T, name string, each int, guilds []store.GuildID, views []store.Store,
	list func(store.Store) ([]store.GuildID, error)) {

	t.Helper()
	times := map[store.GuildID]int{}
	for k, view := range views {
		all, err := list(view)
		require.NoError(t, err, name)
		for _, g := range all {
			require.True(t, shard(k, len(views)).Has(g), "%s of shard %d has server %d", name, k, g)
			times[g]++
		}
	}
	require.Len(t, times, len(guilds), name)
	for _, g := range guilds {
		require.Equal(t, each, times[g], "%s: server %d", name, g)
	}
}

// Who has a seat at an open table of another shard is forgotten when that is closed, and by nobody before.
func testForgetElsewhere(t *testing.T, open Sharers) {
	sharing, ctx := open(t, 2), t.Context()
	a, b := sharing.By[0], sharing.By[1]
	require.NoError(t, a.Divide(ctx, 2))
	here, there := a.Of(taken(t, a, "a", shard(0, 2)), nobody), b.Of(taken(t, b, "b", shard(1, 2)), nobody)
	far := store.GuildID(1<<22 + 5)
	row, err := there.OpenTable(ctx, store.Table{Guild: far, Channel: Channel, Game: "classic", Opener: Dora,
		Opened: Noon}, "")
	require.NoError(t, err)
	require.NoError(t, there.Append(ctx, store.Entry{Table: row.ID, Played: []store.Played{
		{Line: store.Line{At: Noon, Seat: 1, Player: Dora, Words: "join"}}}}))
	require.NoError(t, here.SetName(ctx, Guild, Dora, "Dora"))

	require.NoError(t, here.Forgetting(ctx, Dora, Noon))
	for _, s := range []store.Store{here, there} {
		leaving, err := s.Leaving(ctx)
		require.NoError(t, err)
		require.Len(t, leaving, 1, "every bot has to see to it")
	}
	before := sharing.All(t)
	require.ErrorIs(t, here.Forget(ctx, Dora), store.ErrSeated)
	require.Equal(t, before, sharing.All(t))
	require.NoError(t, there.CloseTable(ctx, row.ID, Noon))
	require.NoError(t, here.Forget(ctx, Dora))
	require.ErrorIs(t, there.Forget(ctx, Dora), store.ErrUnknown, "the other has seen to it")

	// The same person is somebody new to all of them.
	require.NoError(t, there.SetName(ctx, far, Dora, "Dora again"))
	seats, err := there.Seats(ctx, row.ID)
	require.NoError(t, err)
	require.True(t, seats[1].Forgotten())
}

// Every process hears what was changed of what it may remember, also when it was away.
func testChanges(t *testing.T, open Sharers) {
	both := open(t, 2).By
	a, b := both[0], both[1]
	require.NoError(t, a.Divide(t.Context(), 1))
	s := a.Of(taken(t, a, "a", shard(0, 1)), nobody)
	ctx, enough := context.WithCancel(t.Context())
	heard, ended := make(chan store.Change, 100), make(chan error, 1)
	go func() { ended <- b.Changes(ctx, func(c store.Change) { heard <- c }) }()
	hears := func(want ...store.Change) {
		t.Helper()
		for _, c := range want {
			select {
			case is := <-heard:
				require.Equal(t, c, is)
			case <-time.After(20 * time.Second):
				require.Fail(t, "nothing was heard", c)
			}
		}
	}
	hears(store.Change{})
	for range 2 { // the second time nothing changes, and nobody is told
		require.NoError(t, s.SetSettings(ctx, Guild, store.GuildSettings{Theme: "dark"}))
		require.NoError(t, s.SetName(ctx, Guild+1, Dora, "Dora"))
		require.NoError(t, s.SetPlayerSettings(ctx, Dora, store.PlayerSettings{Palette: "plain"}))
	}
	hears(store.Change{Guild: Guild}, store.Change{Guild: Guild + 1}, store.Change{Player: Dora})
	kept, err := b.Kept(ctx, Dora)
	require.NoError(t, err)
	require.Len(t, kept.Names, 1)
	require.NoError(t, s.Forgetting(ctx, Dora, Noon))
	hears(store.Change{Guild: Guild + 1}, store.Change{Player: Dora})
	require.NoError(t, s.Forget(ctx, Dora))
	hears(store.Change{Player: Dora})
	kept, err = b.Kept(ctx, Dora)
	require.NoError(t, err)
	require.Zero(t, kept.Number, "who was forgotten is nobody to those who remembered the number, too")
	enough()
	if err := <-ended; err != nil {
		require.True(t, errors.Is(err, context.Canceled), err)
	}
}
