package storetest

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/store"
	"settable/store/ids"
)

// testListings checks that each shard lists only rows of its servers, and that all shards together list everything.
func testListings(t *testing.T, open Sharers) {
	const parts = 3
	sharing, ctx := open(t, 2), t.Context()
	a := sharing.By[0]
	require.NoError(t, a.Divide(ctx, parts))
	var views []store.Store
	for k := range parts {
		by := sharing.By[k%2]
		views = append(views, by.Of(takeLease(t, by, string(rune('a'+k%2)), shard(k, parts)), ignoreLoss))
	}
	r := rand.New(rand.NewPCG(20, 4))
	var guilds []ids.Guild
	for i := range 24 {
		g := ids.Guild(r.Int64N(1<<61) + 1)
		guilds = append(guilds, g)
		of := views[int(uint64(g)>>22%parts)]
		channel := ids.Channel(100 + i)
		opened := func(row store.Table) store.Table {
			row.Guild, row.Channel, row.Game, row.Opener, row.Opened = g, channel, "classic", Dora, Noon
			row = must(of.OpenTable(ctx, row, "", store.Line{At: Noon, Seat: games.Dealer, Words: "deal"}))
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
		must(of.PlanNight(ctx, p, ""))
		require.NoError(t, of.Leave(ctx, store.Leftover{Guild: g, Channel: channel, Message: 1}))
	}
	tables := func(all []store.Table, err error) ([]ids.Guild, error) {
		var of []ids.Guild
		for _, row := range all {
			of = append(of, row.Guild)
		}
		return of, err
	}
	for name, l := range map[string]struct {
		each int
		list func(store.Store) ([]ids.Guild, error)
	}{
		"OpenTables":    {2, func(s store.Store) ([]ids.Guild, error) { return tables(s.OpenTables(ctx)) }},
		"UnshownTables": {1, func(s store.Store) ([]ids.Guild, error) { return tables(s.UnshownTables(ctx, Noon)) }},
		"Sleeping": {1, func(s store.Store) ([]ids.Guild, error) {
			return tables(s.Sleeping(ctx, Noon.Add(1)))
		}},
		"Tables": {3, func(s store.Store) ([]ids.Guild, error) { return tables(s.Tables(ctx, 0, 1000)) }},
		"OpenDailies": {1, func(s store.Store) ([]ids.Guild, error) {
			return tables(s.OpenDailies(ctx, 1000))
		}},
		"SeatedAt": {1, func(s store.Store) ([]ids.Guild, error) { return tables(s.SeatedAt(ctx, Dora)) }},
		"Pending": {1, func(s store.Store) (of []ids.Guild, err error) {
			all, err := s.Pending(ctx)
			for _, p := range all {
				of = append(of, p.Guild)
			}
			return of, err
		}},
		"Leftovers": {1, func(s store.Store) (of []ids.Guild, err error) {
			all, err := s.Leftovers(ctx)
			for _, l := range all {
				of = append(of, l.Guild)
			}
			return of, err
		}},
	} {
		requireListed(t, name, l.each, guilds, views, l.list)
		whole := must(l.list(a))
		require.Len(t, whole, l.each*len(guilds), "%s of everything", name)
	}

	// The bot of each shard is on one of its servers, and knows no server of another shard.
	requireListed(t, "NoteServers", 1, guilds, views, func(s store.Store) ([]ids.Guild, error) {
		return s.NoteServers(ctx, nil)
	})
	for _, g := range guilds {
		require.NoError(t, views[int(uint64(g)>>22%parts)].Depart(ctx, g, Noon))
	}
	for i, g := range guilds {
		all := must(views[int(uint64(g)>>22%parts)].OpenTables(ctx))
		for _, row := range all {
			if row.Guild == g && i%2 == 0 {
				require.NoError(t, views[int(uint64(g)>>22%parts)].CloseTable(ctx, row.ID, Noon))
			}
		}
	}
	var some []ids.Guild // servers without an open table
	for i := 0; i < len(guilds); i += 2 {
		some = append(some, guilds[i])
	}
	requireListed(t, "Purge", 1, some, views, func(s store.Store) ([]ids.Guild, error) {
		return s.Purge(ctx, Noon.Add(time.Hour))
	})
}

// requireListed compares the lists of all views with everything that exists.
func requireListed(t *testing.T, name string, each int, guilds []ids.Guild, views []store.Store,
	list func(store.Store) ([]ids.Guild, error)) {

	t.Helper()
	times := map[ids.Guild]int{}
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
