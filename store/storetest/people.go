package storetest

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/store"
	"settable/store/ids"
)

// These ids are as long as Discord's, so that nothing else in a database can be mistaken for them.
const (
	Dora ids.User = 1043218765432198765
	Emil ids.User = 1143218765432198765
)

// Guests returns an evening of two players with data of every possible kind: seats, sets, grants, sign-ups, settings
// and names.
func Guests(t *testing.T, s Store) store.Table {
	t.Helper()
	ctx := t.Context()
	for _, who := range []ids.User{Dora, Emil} {
		require.NoError(t, s.SetName(ctx, Guild, who, map[ids.User]string{Dora: "Dora", Emil: "Emil"}[who]))
		must(s.Welcome(ctx, Guild, who, 100, Noon))
	}
	require.NoError(t, s.SetPlayerSettings(ctx, Dora, store.PlayerSettings{Palette: "plain", News: store.NewsByMessage}))
	must(s.Give(ctx, store.Grant{Guild: Guild, Player: Dora, Amount: 7, At: Noon, Granter: Emil,
		Reason: "for Dora's cake", Source: "i1000000000000000001"}))
	plan := must(s.PlanNight(ctx, store.Plan{Guild: Guild, Channel: Channel, Planner: Emil, Made: Noon,
		Starts: Noon.Add(24 * 3600e9), Remind: Noon.Add(23 * 3600e9)}, "i1000000000000000002"))
	require.NoError(t, s.SignUp(ctx, plan.ID, Dora, true, Noon))
	n := must(s.StartNight(ctx,
		store.Night{Guild: Guild, Channel: Channel, Opener: Dora, BuyIn: 20, Started: Noon}, "i1000000000000000003"))
	table := must(s.OpenTable(ctx, store.Table{Guild: Guild, Channel: Channel, Game: "classic", Opener: Dora,
		Opened: Noon, Night: n.ID}, "i1000000000000000004"))
	join := func(seat games.Seat, who ids.User, source store.Source) store.Played {
		return store.Played{
			Line: store.Line{At: Noon, Seat: seat, Player: who, Words: "join", Source: source},
			Transfers: []games.Transfer{{From: games.Balance(seat), To: games.Account(seat), Amount: 20},
				{From: games.Account(seat), To: games.Pot, Amount: 5}},
			Tallies: []games.Tally{{Seat: seat, Count: games.Sets, N: int64(seat)}},
		}
	}
	Append(t, s, table.ID, 0, join(1, Dora, "m1000000000000000005"), join(2, Emil, "m1000000000000000006"))
	return table
}

// CloseTable closes the table of the guests. All chips go back to their owners, and the pot goes to Dora.
func CloseTable(t *testing.T, s Store, table store.Table, source store.Source) {
	t.Helper()
	require.NoError(t, s.Append(t.Context(), store.Entry{Table: table.ID, After: 2, Over: true,
		Played: []store.Played{{
			Line: store.Line{At: Noon, Seat: games.Dealer, Words: "end", Source: source},
			Transfers: []games.Transfer{
				{From: games.Pot, To: 1, Amount: 10}, {From: 1, To: games.Balance(1), Amount: 25},
				{From: 2, To: games.Balance(2), Amount: 15}},
		}}}))
}

// testKept checks that PlayerData returns all data about a player, and none about others.
func testKept(t *testing.T, open Opener) {
	s := openStore(t, open)
	table := Guests(t, s)
	k := must(s.PlayerData(t.Context(), Dora))
	require.Equal(t, Dora, k.Discord)
	require.Equal(t, "plain", k.Palette)
	require.Equal(t, store.NewsByMessage, k.News)
	require.Equal(t, []store.StoredName{{Guild: Guild, Name: "Dora"}}, k.Names)
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
	none := must(s.PlayerData(t.Context(), 1243218765432198765))
	require.Zero(t, none.Number)
}

// testOnlyKnownPlayersCanBeForgotten checks that player 0, a house player, an already forgotten player and an unknown
// player can't be forgotten. Each attempt leaves the data of others in place.
func testOnlyKnownPlayersCanBeForgotten(t *testing.T, open Opener) {
	ctx, s := t.Context(), openStore(t, open)
	Guests(t, s)
	kept := func() (all []store.PlayerData) {
		for _, who := range []ids.User{Ann, Bob, Cat, Dora, Emil} {
			k := must(s.PlayerData(ctx, who))
			require.NotZero(t, k.Number)
			all = append(all, k)
		}
		return all
	}
	before := kept()
	nobodies := []ids.User{0, ids.House(3), 1243218765432198765}
	for _, k := range before {
		nobodies = append(nobodies, ids.Forgotten(k.Number))
	}
	for _, who := range nobodies {
		require.ErrorIs(t, s.Forgetting(ctx, who, Noon), store.ErrUnknown, who)
		require.ErrorIs(t, s.Forget(ctx, who), store.ErrUnknown, who)
	}
	require.Equal(t, before, kept())
	leaving := must(s.PendingForgets(ctx))
	require.Empty(t, leaving)
}

// joinLine returns a line in which a player takes a seat.
func joinLine(seat games.Seat, who ids.User) store.Played {
	return store.Played{Line: store.Line{At: Noon, Seat: seat, Player: who, Words: "join"}}
}

// heldSeats returns the seats as a bit mask for Entry.Held.
func heldSeats(seats ...games.Seat) *uint64 {
	var all uint64
	for _, s := range seats {
		all |= 1 << (s - 1)
	}
	return &all
}

// testPlayerBeingForgottenCannotStartAnything checks that a player who is being forgotten can't take a seat, open or
// plan anything, or sign up, and that each attempt changes nothing. Leaving and withdrawing still work.
func testPlayerBeingForgottenCannotStartAnything(t *testing.T, open Opener) {
	ctx, s := t.Context(), openStore(t, open)
	table := Guests(t, s)
	plan := must(s.PlanNight(ctx, store.Plan{Guild: Guild, Channel: Channel, Planner: Emil, Made: Noon,
		Starts: Noon.Add(48 * 3600e9), Remind: Noon.Add(47 * 3600e9)}, ""))
	other := must(s.OpenTable(ctx, store.Table{Guild: Guild, Channel: Channel + 1, Game: "classic", Opener: Emil,
		Opened: Noon}, ""))
	require.NoError(t, s.Append(ctx, store.Entry{Table: other.ID, Sits: Dora, Played: []store.Played{
		joinLine(1, Dora)}}))
	require.NoError(t, s.Append(ctx, store.Entry{Table: other.ID, After: 1, Held: heldSeats(), Played: []store.Played{
		{Line: store.Line{At: Noon, Seat: 1, Player: Dora, Words: "leave"}}}}))
	require.NoError(t, s.Forgetting(ctx, Dora, Noon))
	before := must(s.PlayerData(ctx, Dora))
	tries := map[string]func() error{
		"a new seat": func() error {
			return s.Append(ctx, store.Entry{Table: other.ID, After: 2, Sits: Dora, Played: []store.Played{
				joinLine(2, Dora)}})
		},
		"a new seat, unnoted": func() error {
			return s.Append(ctx, store.Entry{Table: other.ID, After: 2, Played: []store.Played{joinLine(2, Dora)}})
		},
		"their former seat": func() error {
			return s.Append(ctx, store.Entry{Table: other.ID, After: 2, Sits: Dora, Held: heldSeats(1),
				Played: []store.Played{joinLine(1, Dora)}})
		},
		"a moderator": func() error {
			return s.Append(ctx, store.Entry{Table: other.ID, After: 2, Moderator: Dora, Played: []store.Played{
				{Line: store.Line{At: Noon, Words: "void"}}}})
		},
		"a table": func() error {
			_, err := s.OpenTable(ctx, store.Table{Guild: Guild, Channel: Channel + 2, Game: "classic",
				Opener: Dora, Opened: Noon}, "")
			return err
		},
		"a daily deal": func() error {
			_, err := s.OpenTable(ctx, store.Table{Guild: Guild, Channel: Channel + 2, Game: "classic",
				Opener: Dora, Opened: Noon, Daily: 9}, "")
			return err
		},
		"a night": func() error {
			_, err := s.StartNight(ctx, store.Night{Guild: Guild, Channel: Channel + 2, Opener: Dora,
				BuyIn: 20, Started: Noon}, "")
			return err
		},
		"a plan": func() error {
			_, err := s.PlanNight(ctx, store.Plan{Guild: Guild, Channel: Channel + 2, Planner: Dora, Made: Noon,
				Starts: Noon.Add(48 * 3600e9), Remind: Noon.Add(47 * 3600e9)}, "")
			return err
		},
		"a sign-up": func() error { return s.SignUp(ctx, plan.ID, Dora, true, Noon) },
	}
	for name, try := range tries {
		require.ErrorIs(t, try(), store.ErrForgetting, name)
		after := must(s.PlayerData(ctx, Dora))
		require.Equal(t, before, after, name)
	}
	require.NoError(t, s.SignUp(ctx, plan.ID, Dora, false, Noon))
	as := ids.Forgotten(before.Number)
	require.NoError(t, s.Append(ctx, store.Entry{Table: table.ID, After: 2, Held: heldSeats(2), Played: []store.Played{
		{Line: store.Line{At: Noon, Seat: 1, Player: as, Words: "away"}}}}))
	require.NoError(t, s.Append(ctx, store.Entry{Table: other.ID, After: 2, Sits: Emil, Played: []store.Played{
		joinLine(2, Emil)}}), "everybody else goes on")
	require.NoError(t, s.Check(ctx))
}

// testOnlyHeldSeatsCount checks that a player is seated where they hold a seat now, not where they once had one.
func testOnlyHeldSeatsCount(t *testing.T, open Opener) {
	ctx, s := t.Context(), openStore(t, open)
	table := Guests(t, s)
	sits := func() (ids []store.TableID) {
		all := must(s.SeatedAt(ctx, Dora))
		for _, row := range all {
			ids = append(ids, row.ID)
		}
		return ids
	}
	require.Equal(t, []store.TableID{table.ID}, sits(), "a player holds a seat from its first line on")
	line := 2
	says := func(who ids.User, seat games.Seat, words string, then *uint64) {
		require.NoError(t, s.Append(ctx, store.Entry{Table: table.ID, After: line, Held: then,
			Played: []store.Played{{Line: store.Line{At: Noon, Seat: seat, Player: who, Words: words}}}}))
		line++
	}
	says(Emil, 2, "leave", heldSeats(1))
	require.Equal(t, []store.TableID{table.ID}, sits())
	says(Dora, 1, "leave", heldSeats())
	require.Empty(t, sits())
	says(Emil, 64, "join", nil)
	require.Empty(t, sits())
	says(Dora, 1, "join", heldSeats(1, 64))
	says(Emil, 64, "none", nil)
	require.Equal(t, []store.TableID{table.ID}, sits())
}

// testForgottenPlayerCannotReturnToTheTable checks that a player who was forgotten can't take a seat again at an open
// table where they once had one, even if they had left it. Everywhere else they are a new player, and when the table
// closes, all traces of this disappear.
func testForgottenPlayerCannotReturnToTheTable(t *testing.T, open Opener) {
	ctx, s := t.Context(), openStore(t, open)
	table := Guests(t, s)
	require.NoError(t, s.Append(ctx, store.Entry{Table: table.ID, After: 2, Held: heldSeats(2), Played: []store.Played{
		{Line: store.Line{At: Noon, Seat: 1, Player: Dora, Words: "leave"}}}}))
	require.NoError(t, s.Forgetting(ctx, Dora, Noon))
	require.NoError(t, s.Forget(ctx, Dora))
	sits := func(table store.TableID, after int, seat games.Seat, who ids.User) error {
		return s.Append(ctx, store.Entry{Table: table, After: after, Sits: who, Played: []store.Played{
			joinLine(seat, who)}})
	}
	for range 2 { // the second time, the player has a new number, because they chose a palette
		require.ErrorIs(t, sits(table.ID, 3, 3, Dora), store.ErrForgottenHere)
		require.ErrorIs(t, sits(table.ID, 3, 1, Dora), store.ErrForgottenHere)
		require.ErrorIs(t, s.Append(ctx, store.Entry{Table: table.ID, After: 3, Moderator: Dora, Played: []store.Played{
			{Line: store.Line{At: Noon, Words: "void"}}}}), store.ErrForgottenHere)
		require.NoError(t, s.SetPlayerSettings(ctx, Dora, store.PlayerSettings{Palette: "plain"}))
	}
	require.NoError(t, sits(table.ID, 3, 3, Cat))
	other := must(s.OpenTable(ctx, store.Table{Guild: Guild, Channel: Channel + 1, Game: "classic", Opener: Emil,
		Opened: Noon}, ""))
	require.NoError(t, sits(other.ID, 0, 1, Dora))
	require.NoError(t, s.Forgetting(ctx, Dora, Noon))
	require.NoError(t, s.Forget(ctx, Dora), "twice")
	require.ErrorIs(t, sits(table.ID, 4, 4, Dora), store.ErrForgottenHere)
	require.ErrorIs(t, sits(other.ID, 1, 2, Dora), store.ErrForgottenHere)
	require.NoError(t, s.CloseTable(ctx, other.ID, Noon))
	require.NoError(t, s.Append(ctx, store.Entry{Table: table.ID, After: 4, Over: true,
		Played: []store.Played{{
			Line: store.Line{At: Noon, Seat: games.Dealer, Words: "end"},
			Transfers: []games.Transfer{
				{From: games.Pot, To: 1, Amount: 10}, {From: 1, To: games.Balance(1), Amount: 25},
				{From: 2, To: games.Balance(2), Amount: 15}},
		}}}))
	require.NoError(t, s.Check(ctx), "the check would find marks left at closed tables")
}
