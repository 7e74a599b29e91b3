package storetest

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/poker"
	"settable/store"
	"settable/store/ids"
)

// OpenNight returns an open night in the given channel.
func OpenNight(t testing.TB, s Store, in ids.Channel) store.Night {
	t.Helper()
	n := must(s.StartNight(t.Context(),
		store.Night{Guild: Guild, Channel: in, Opener: Ann, BuyIn: 20, Started: Noon}, ""))
	return n
}

func testNights(t *testing.T, open Opener) {
	s, ctx := openStore(t, open), t.Context()
	_, err := s.OpenNight(ctx, Channel)
	require.ErrorIs(t, err, store.ErrNoNight)
	_, err = s.LastNight(ctx, Guild)
	require.ErrorIs(t, err, store.ErrNoNight)
	none := must(s.Nights(ctx, Guild, 3, 10))
	require.Empty(t, cmp.Diff(store.NightPage{}, none))

	busy := OpenTable(t, s, Channel)
	start := store.Night{Guild: Guild, Channel: Channel, Opener: Ann, BuyIn: 20,
		Started: Noon.In(time.FixedZone("here", 3600)), Ended: Noon}
	_, err = s.StartNight(ctx, start, "i1")
	require.ErrorIs(t, err, store.ErrBusyChannel, "the open table would belong to no night")
	require.NoError(t, s.CloseTable(ctx, busy.ID, Noon))

	n := must(s.StartNight(ctx, start, "i1"))
	require.Empty(t, cmp.Diff(store.Night{
		ID: n.ID, Guild: Guild, Number: 1, Channel: Channel, Opener: Ann, BuyIn: 20, Started: Noon}, n))
	_, err = s.StartNight(ctx, store.Night{
		Guild: Guild, Channel: Channel + 1, Opener: Ann, BuyIn: 20, Started: Noon}, "i1")
	require.ErrorIs(t, err, store.ErrPlayed)
	_, err = s.OpenTable(ctx, tableOf("classic", Channel+1, 0), "i1")
	require.ErrorIs(t, err, store.ErrPlayed)
	_, err = s.StartNight(ctx, start, "i2")
	require.ErrorIs(t, err, store.ErrBusyNight, "a channel has only one open night")
	other := OpenNight(t, s, Channel+1)
	require.Equal(t, 2, other.Number)
	foreign := must(s.StartNight(ctx,
		store.Night{Guild: Guild + 1, Channel: Channel + 2, Opener: Ann, BuyIn: 5, Started: Noon}, ""))
	require.Equal(t, 1, foreign.Number, "each guild numbers its own nights")

	_, err = s.OpenTable(ctx, tableOf("classic", Channel, 0), "")
	require.ErrorIs(t, err, store.ErrNight, "a table must belong to the night of its channel")
	_, err = s.OpenTable(ctx, tableOf("classic", Channel+5, n.ID), "")
	require.ErrorIs(t, err, store.ErrNight)
	table := must(s.OpenTable(ctx, tableOf("classic", Channel, n.ID), ""))
	again := must(s.Table(ctx, table.ID))
	require.Equal(t, n.ID, again.Night)

	_, err = s.EndNight(ctx, n.ID, Noon)
	require.ErrorIs(t, err, store.ErrBusyChannel)
	for _, at := range []time.Time{Noon, Noon.Add(time.Minute)} {
		require.NoError(t, s.CloseNight(ctx, n.ID, at), "closing it twice changes nothing")
	}
	require.NoError(t, s.NightPosted(ctx, n.ID), "this has no effect while the night is open")
	closing := must(s.ClosingNights(ctx))
	require.Len(t, closing, 1)
	require.Equal(t, n.ID, closing[0].ID)
	require.Equal(t, Noon, closing[0].Closing)
	require.ErrorIs(t, s.CloseNight(ctx, 404, Noon), store.ErrNoNight)
	require.NoError(t, s.CloseTable(ctx, table.ID, Noon))
	ended := must(s.EndNight(ctx, n.ID, Noon.Add(-time.Hour)))
	require.Equal(t, Noon, ended.Ended, "a night must not end before its start")
	_, err = s.EndNight(ctx, n.ID, Noon)
	require.ErrorIs(t, err, store.ErrNightOver)
	require.ErrorIs(t, s.CloseNight(ctx, n.ID, Noon), store.ErrNightOver)
	require.NoError(t, s.NightPosted(ctx, n.ID))
	closing = must(s.ClosingNights(ctx))
	require.Empty(t, closing)
	ended.Closing = time.Time{}
	_, err = s.EndNight(ctx, 404, Noon)
	require.ErrorIs(t, err, store.ErrNoNight)
	_, err = s.OpenTable(ctx, tableOf("classic", Channel, n.ID), "")
	require.ErrorIs(t, err, store.ErrNight, "an ended night accepts no tables")

	kept := must(s.Night(ctx, Guild, 1))
	require.Empty(t, cmp.Diff(ended, kept))
	last := must(s.LastNight(ctx, Guild))
	require.Empty(t, cmp.Diff(ended, last), "night 2 is still open")
	_, err = s.Night(ctx, Guild+1, 2)
	require.ErrorIs(t, err, store.ErrNoNight, "the night belongs to another guild")
	require.NoError(t, s.Check(ctx))
}

// testDroppedNights checks that a night without any players leaves nothing behind, even if a later night already has a
// number.
func testDroppedNights(t *testing.T, open Opener) {
	s, ctx := openStore(t, open), t.Context()
	start := func(channel ids.Channel) store.Night {
		return must(s.StartNight(ctx, store.Night{Guild: Guild, Channel: channel, Opener: Ann, BuyIn: 5, Started: Noon}, ""))
	}
	total := func() int {
		list := must(s.Nights(ctx, Guild, 1, 10))
		return list.Total
	}
	n := start(Channel)
	table := must(s.OpenTable(ctx, tableOf("classic", Channel, n.ID), ""))
	require.ErrorIs(t, s.DropNight(ctx, n.ID), store.ErrBusyChannel)
	require.NoError(t, s.CloseTable(ctx, table.ID, Noon))
	for range 2 {
		require.NoError(t, s.DropNight(ctx, n.ID), "dropping it twice changes nothing")
	}
	require.Zero(t, total())
	_, err := s.OpenNight(ctx, Channel)
	require.ErrorIs(t, err, store.ErrNoNight)
	table = must(s.Table(ctx, table.ID))
	require.Zero(t, table.Night)

	n = start(Channel)
	require.Equal(t, 1, n.Number, "the number is free again")
	other := start(Channel + 1)
	require.NoError(t, s.DropNight(ctx, n.ID))
	_, err = s.Night(ctx, Guild, 1)
	require.ErrorIs(t, err, store.ErrNoNight)
	for page := range 2 { // only one page exists
		list := must(s.Nights(ctx, Guild, page+1, 1))
		require.Equal(t, []int{1, 1, 1, 2}, []int{list.Total, list.Page, list.Pages, list.Nights[0].Number})
	}
	third := start(Channel)
	require.Equal(t, 3, third.Number)
	require.NoError(t, s.DropNight(ctx, third.ID))
	must(s.EndNight(ctx, other.ID, Noon))
	require.NoError(t, s.DropNight(ctx, other.ID), "an ended night stays")
	require.Equal(t, 1, total())

	n = start(Channel)
	table = must(s.OpenTable(ctx, tableOf("classic", Channel, n.ID), ""))
	lines := must(s.Lines(ctx, table.ID))
	Append(t, s, table.ID, len(lines), PlayerLine(Ann, "join", "m77"))
	require.NoError(t, s.DropNight(ctx, n.ID))
	require.NoError(t, s.CloseTable(ctx, table.ID, Noon))
	require.NoError(t, s.DropNight(ctx, n.ID))
	require.Equal(t, 2, total(), "the night had a player")
	must(s.OpenNight(ctx, Channel))
	require.NoError(t, s.Check(ctx))
}

func testNightPages(t *testing.T, open Opener) {
	s, ctx := openStore(t, open), t.Context()
	for range 7 {
		must(s.EndNight(ctx, OpenNight(t, s, Channel).ID, Noon))
	}
	OpenNight(t, s, Channel)
	for page, want := range map[int][]int{1: {8, 7, 6}, 2: {5, 4, 3}, 3: {2, 1}, 9: {2, 1}} {
		list := must(s.Nights(ctx, Guild, page, 3))
		var numbers []int
		for _, n := range list.Nights {
			numbers = append(numbers, n.Number)
			require.Equal(t, n.Number == 8, n.Ended.IsZero())
		}
		require.Equal(t, want, numbers)
		require.Equal(t, []int{8, 3, min(page, 3)}, []int{list.Total, list.Pages, list.Page})
	}
	_, err := s.Nights(ctx, Guild, 0, 3)
	require.Error(t, err)
}

// testStanding plays two hands. In the first hand, bob gets a bet of 6 back and wins a pot of 6; the second pot is
// shared. A voided hand doesn't count.
func testStanding(t *testing.T, open Opener) {
	s, ctx := openStore(t, open), t.Context()
	GrantWelcomes(t, s, Ann, Bob, Cat)
	before := OpenTable(t, s, Channel)
	require.NoError(t, s.Append(ctx, store.Entry{Table: before.ID, Over: true, Played: []store.Played{
		PlayerLine(Cat, "join", "", games.Tally{Seat: 3, Count: games.Sets, N: 9})}}))
	n := OpenNight(t, s, Channel)
	table := func(played ...store.Played) {
		row := must(s.OpenTable(ctx, tableOf("poker", Channel, n.ID), ""))
		for i, p := range played {
			require.NoError(t, s.Append(ctx,
				store.Entry{Table: row.ID, After: i, Played: []store.Played{p}, Over: i == len(played)-1}))
		}
	}
	hands := func(p store.Played, tallies ...games.Tally) store.Played { p.Tallies = tallies; return p }
	all := []games.Tally{{Seat: 1, Count: games.Hands, N: 1}, {Seat: 2, Count: games.Hands, N: 1}}
	bobWins := games.Tally{Seat: 2, Count: games.Pots, N: 1}
	table(
		WithTransfers(PlayerLine(Ann, "join", ""), AnnsBalance, AnnsStack, 20),
		WithTransfers(PlayerLine(Bob, "join", ""), BobsBalance, BobsStack, 20),
		PlayerLine(Cat, "join", ""),
		WithTransfers(PlayerLine(Bob, "bet 9", ""), BobsStack, Pot, 9),
		hands(WithTransfers(PlayerLine(Ann, "call", ""), AnnsStack, Pot, 3, Pot, BobsStack, 6, Pot, BobsStack, 6),
			append(all, bobWins)...),
		WithTransfers(PlayerLine(Ann, "bet 2", ""), AnnsStack, Pot, 2),
		hands(WithTransfers(PlayerLine(Bob, "call", ""), BobsStack, Pot, 1, Pot, AnnsStack, 1, Pot, BobsStack, 2),
			append(all, bobWins, games.Tally{Seat: 1, Count: games.Pots, N: 1})...),
		WithTransfers(Dealt("end"), AnnsStack, AnnsBalance, 16, BobsStack, BobsBalance, 24),
	)
	table( // in a voided hand, chips go back and nothing counts
		WithTransfers(PlayerLine(Ann, "join", ""), AnnsBalance, AnnsStack, 20),
		WithTransfers(PlayerLine(Ann, "bet 15", ""), AnnsStack, Pot, 15),
		WithTransfers(Dealt("end"), Pot, AnnsStack, 15, AnnsStack, AnnsBalance, 20),
	)
	table(PlayerLine(Cat, "set a b c", "", games.Tally{Seat: 3, Count: games.Sets, N: 2},
		games.Tally{Seat: 3, Count: games.Wins, N: 1}, games.Tally{Seat: 3, Count: games.Games, N: 1},
		games.Tally{Seat: 3, Count: games.Fastest, N: 1500}))
	must(s.EndNight(ctx, n.ID, Noon.Add(time.Hour)))
	after := OpenTable(t, s, Channel)
	require.NoError(t, s.Append(ctx, store.Entry{Table: after.ID, Over: true, Played: []store.Played{
		PlayerLine(Ann, "join", "", games.Tally{Seat: 1, Count: games.Sets, N: 9})}}))

	got := must(s.Standing(ctx, n.ID))
	require.Empty(t, cmp.Diff(store.Standing{
		Hands: 2, Games: 1, Biggest: 6, By: []ids.User{Bob}, Players: []store.Result{
			{Player: Bob, Bought: 20, Cashed: 24, Won: 4, Best: 6, Hands: 2, Pots: 2, Course: []games.Chips{3, 4}},
			{Player: Cat, Wins: 1, Sets: 2, Fastest: 1500 * time.Millisecond, Course: []games.Chips{0, 0}},
			{Player: Ann, Bought: 40, Cashed: 36, Won: -4, Best: 1, Hands: 2, Pots: 1,
				Course: []games.Chips{-3, -4}},
		}}, got))
	alone := OpenNight(t, s, Channel+1) // a single player wins no night
	row := must(s.OpenTable(ctx, tableOf("classic", Channel+1, alone.ID), ""))
	require.NoError(t, s.Append(ctx, store.Entry{Table: row.ID, Over: true, Played: []store.Played{
		PlayerLine(Ann, "join", "", games.Tally{Seat: 1, Count: games.Sets, N: 9})}}))
	must(s.EndNight(ctx, alone.ID, Noon.Add(time.Hour)))
	won := must(s.Leaderboard(ctx, store.Board{Guild: Guild, Count: store.NightsWon}, 1, 5, Ann))
	require.Equal(t, []store.Row{{Rank: 1, Player: Bob, N: 1}}, won.Rows)
	later := store.Board{Guild: Guild, Count: store.NightsWon, Since: Noon.Add(2 * time.Hour)}
	won = must(s.Leaderboard(ctx, later, 1, 5, Ann))
	require.Empty(t, won.Rows)

	list := must(s.Nights(ctx, Guild, 2, 1))
	require.Equal(t, []int{3, 2}, []int{list.Nights[0].Players, list.Nights[0].Hands})
	require.NoError(t, s.Check(ctx))
	none := must(s.Standing(ctx, 404))
	require.Empty(t, cmp.Diff(store.Standing{}, none))
}

// testStandingOfRandomPoker checks that results are the cash-outs minus the buy-ins and add up to zero, whatever was
// played.
func testStandingOfRandomPoker(t *testing.T, open Opener) {
	const players = 4
	s, ctx := openStore(t, open), t.Context()
	n := OpenNight(t, s, Channel)
	d := PokerIn(t, s, Channel, players, n.ID)
	d.Random(players, 1500)
	require.True(t, d.Play(games.Dealer, games.End{}))
	must(s.EndNight(ctx, n.ID, Noon.Add(time.Hour)))
	got := must(s.Standing(ctx, n.ID))
	require.Len(t, got.Players, players)
	sum, best, after := games.Chips(0), games.Chips(0), map[int]games.Chips{}
	for i, p := range got.Players {
		has := must(s.Balance(ctx, Guild, p.Player))
		require.Equal(t, has.Balance-1000, p.Won)
		require.Equal(t, p.Cashed-p.Bought, p.Won)
		require.True(t, i == 0 || p.Won <= got.Players[i-1].Won, "sorted by winnings")
		sum, best = sum+p.Won, max(best, p.Best)
		require.Len(t, p.Course, got.Hands)
		require.Equal(t, p.Won, p.Course[got.Hands-1], "the course ends with the total")
		for hand, won := range p.Course {
			after[hand] += won
		}
	}
	for hand := range got.Hands {
		require.Zero(t, after[hand], "winnings add up to zero after each hand")
	}
	require.Zero(t, sum)
	require.Greater(t, got.Hands, 10)
	require.GreaterOrEqual(t, got.Biggest, best)
	view := games.Chips(0)
	for _, p := range d.course.Game.View(games.Watcher).Pots {
		view += p.Amount
	}
	require.GreaterOrEqual(t, got.Biggest, view, "the biggest pot can't be smaller than that of the last hand")
	_, found, err := store.AuditTable(ctx, s, d.Table, poker.Rules{})
	require.NoError(t, err)
	require.Empty(t, found)
}
