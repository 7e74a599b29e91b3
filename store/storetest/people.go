package storetest

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/store"
)

// Ids here are as long as Discord's, so that nothing else in a database can be mistaken for them.
const (
	Dora store.PlayerID = 1043218765432198765
	Emil store.PlayerID = 1143218765432198765
)

// Guests is an evening of two people about whom everything is kept that can be: they sat, won, gave,
// signed up, chose and had names.
func Guests(t *testing.T, s Store) store.Table {
	t.Helper()
	ctx := t.Context()
	for _, who := range []store.PlayerID{Dora, Emil} {
		require.NoError(t, s.SetName(ctx, Guild, who, map[store.PlayerID]string{Dora: "Dora", Emil: "Emil"}[who]))
		_, err := s.Welcome(ctx, Guild, who, 100, Noon)
		require.NoError(t, err)
	}
	require.NoError(t, s.SetPlayerSettings(ctx, Dora, store.PlayerSettings{Palette: "plain"}))
	_, err := s.Give(ctx, store.Grant{Guild: Guild, Player: Dora, Amount: 7, At: Noon, Granter: Emil,
		Reason: "for Dora's cake", Source: "i1000000000000000001"})
	require.NoError(t, err)
	plan, err := s.PlanNight(ctx, store.Plan{Guild: Guild, Channel: Channel, Planner: Emil, Made: Noon,
		Starts: Noon.Add(24 * 3600e9), Remind: Noon.Add(23 * 3600e9)}, "i1000000000000000002")
	require.NoError(t, err)
	require.NoError(t, s.SignUp(ctx, plan.ID, Dora, true, Noon))
	n, err := s.StartNight(ctx,
		store.Night{Guild: Guild, Channel: Channel, Opener: Dora, BuyIn: 20, Started: Noon}, "i1000000000000000003")
	require.NoError(t, err)
	table, err := s.OpenTable(ctx, store.Table{Guild: Guild, Channel: Channel, Game: "classic", Opener: Dora,
		Opened: Noon, Night: n.ID}, "i1000000000000000004")
	require.NoError(t, err)
	join := func(seat games.Seat, who store.PlayerID, source store.Source) store.Played {
		return store.Played{
			Line: store.Line{At: Noon, Seat: seat, Player: who, Words: "join", Source: source},
			Transfers: []games.Transfer{{From: games.Balance(seat), To: games.Purse(seat), Amount: 20},
				{From: games.Purse(seat), To: games.Pot, Amount: 5}},
			Tallies: []games.Tally{{Seat: seat, Count: games.Sets, N: int64(seat)}},
		}
	}
	require.NoError(t, s.Append(ctx, store.Entry{Table: table.ID, Played: []store.Played{
		join(1, Dora, "m1000000000000000005"), join(2, Emil, "m1000000000000000006")}}))
	return table
}

// Ends closes the table of the guests; all chips go home, and the pot to Dora.
func Ends(t *testing.T, s Store, table store.Table, source store.Source) {
	t.Helper()
	require.NoError(t, s.Append(t.Context(), store.Entry{Table: table.ID, After: 2, Over: true,
		Played: []store.Played{{
			Line: store.Line{At: Noon, Seat: games.Dealer, Words: "end", Source: source},
			Transfers: []games.Transfer{
				{From: games.Pot, To: 1, Amount: 10}, {From: 1, To: games.Balance(1), Amount: 25},
				{From: 2, To: games.Balance(2), Amount: 15}},
		}}}))
}

// testKept checks that Kept is everything about a player, and nothing about others.
func testKept(t *testing.T, open Opener) {
	s := opened(t, open)
	table := Guests(t, s)
	k, err := s.Kept(t.Context(), Dora)
	require.NoError(t, err)
	require.Equal(t, Dora, k.Discord)
	require.Equal(t, "plain", k.Palette)
	require.Equal(t, []store.KeptName{{Guild: Guild, Name: "Dora"}}, k.Names)
	require.Len(t, k.Seats, 1)
	require.Equal(t, table.ID, k.Seats[0].Table)
	require.Equal(t, []store.KeptLine{{At: Noon, Words: "join"}}, k.Seats[0].Lines)
	require.Equal(t, []store.KeptTally{{What: "sets", N: 1}}, k.Seats[0].Tallies)
	require.Len(t, k.Grants, 2)
	require.Equal(t, "for Dora's cake", k.Grants[1].Reason)
	parts := []string{}
	for _, n := range k.Nights {
		parts = append(parts, n.Part)
	}
	slices.Sort(parts)
	require.Equal(t, []string{"opened", "signed up"}, parts)
	none, err := s.Kept(t.Context(), 1243218765432198765)
	require.NoError(t, err)
	require.Zero(t, none.Number)
}

// testOnlySomebodyIsForgotten: a player of 0, a house player, somebody forgotten before and a
// stranger cannot be forgotten, and trying it removes nothing of anybody else.
func testOnlySomebodyIsForgotten(t *testing.T, open Opener) {
	ctx, s := t.Context(), opened(t, open)
	Guests(t, s)
	kept := func() (all []store.Kept) {
		for _, who := range []store.PlayerID{Ann, Bob, Cat, Dora, Emil} {
			k, err := s.Kept(ctx, who)
			require.NoError(t, err)
			require.NotZero(t, k.Number)
			all = append(all, k)
		}
		return all
	}
	before := kept()
	nobodies := []store.PlayerID{0, store.HouseOn(3), 1243218765432198765}
	for _, k := range before {
		nobodies = append(nobodies, store.ForgottenPlayer(k.Number))
	}
	for _, who := range nobodies {
		require.ErrorIs(t, s.Forgetting(ctx, who, Noon), store.ErrUnknown, who)
		require.ErrorIs(t, s.Forget(ctx, who), store.ErrUnknown, who)
	}
	require.Equal(t, before, kept())
	leaving, err := s.Leaving(ctx)
	require.NoError(t, err)
	require.Empty(t, leaving)
}
