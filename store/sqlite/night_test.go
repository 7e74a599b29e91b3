package sqlite

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/poker"
	"settable/store"
)

// begun is an open night in that channel.
func begun(t testing.TB, s *DB, in store.ChannelID) store.Night {
	t.Helper()
	n, err := s.StartNight(t.Context(),
		store.Night{Guild: guild, Channel: in, Opener: ann, BuyIn: 20, Started: noon}, "")
	require.NoError(t, err)
	return n
}

func TestNights(t *testing.T) {
	s, ctx := opened(t, Options{}), t.Context()
	_, err := s.OpenNight(ctx, channel)
	require.ErrorIs(t, err, store.ErrNoNight)
	_, err = s.LastNight(ctx, guild)
	require.ErrorIs(t, err, store.ErrNoNight)
	none, err := s.Nights(ctx, guild, 3, 10)
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(store.NightPage{}, none))

	busy := seated(t, s, channel)
	start := store.Night{Guild: guild, Channel: channel, Opener: ann, BuyIn: 20,
		Started: noon.In(time.FixedZone("here", 3600)), Ended: noon}
	_, err = s.StartNight(ctx, start, "i1")
	require.ErrorIs(t, err, store.ErrBusyChannel, "that table would be of no night")
	require.NoError(t, s.CloseTable(ctx, busy.ID, noon))

	n, err := s.StartNight(ctx, start, "i1")
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(store.Night{
		ID: n.ID, Guild: guild, Number: 1, Channel: channel, Opener: ann, BuyIn: 20, Started: noon}, n))
	_, err = s.StartNight(ctx, store.Night{
		Guild: guild, Channel: channel + 1, Opener: ann, BuyIn: 20, Started: noon}, "i1")
	require.ErrorIs(t, err, store.ErrPlayed)
	_, err = s.OpenTable(ctx, store.Table{
		Guild: guild, Channel: channel + 1, Game: "classic", Opener: ann, Opened: noon}, "i1")
	require.ErrorIs(t, err, store.ErrPlayed)
	_, err = s.StartNight(ctx, start, "i2")
	require.ErrorIs(t, err, store.ErrBusyNight, "one open night in a channel")
	other := begun(t, s, channel+1)
	require.Equal(t, 2, other.Number)
	foreign, err := s.StartNight(ctx,
		store.Night{Guild: guild + 1, Channel: channel + 2, Opener: ann, BuyIn: 5, Started: noon}, "")
	require.NoError(t, err)
	require.Equal(t, 1, foreign.Number, "each guild counts its own")

	_, err = s.OpenTable(ctx, store.Table{
		Guild: guild, Channel: channel, Game: "classic", Opener: ann, Opened: noon}, "")
	require.ErrorIs(t, err, store.ErrNight, "a table is of the night of its channel")
	_, err = s.OpenTable(ctx, store.Table{
		Guild: guild, Channel: channel + 5, Game: "classic", Opener: ann, Opened: noon, Night: n.ID}, "")
	require.ErrorIs(t, err, store.ErrNight)
	table, err := s.OpenTable(ctx,
		store.Table{Guild: guild, Channel: channel, Game: "classic", Opener: ann, Opened: noon, Night: n.ID}, "")
	require.NoError(t, err)
	again, err := s.Table(ctx, table.ID)
	require.NoError(t, err)
	require.Equal(t, n.ID, again.Night)

	_, err = s.EndNight(ctx, n.ID, noon)
	require.ErrorIs(t, err, store.ErrBusyChannel)
	require.NoError(t, s.CloseTable(ctx, table.ID, noon))
	ended, err := s.EndNight(ctx, n.ID, noon.Add(-time.Hour))
	require.NoError(t, err)
	require.Equal(t, noon, ended.Ended, "a night does not end before it began")
	_, err = s.EndNight(ctx, n.ID, noon)
	require.ErrorIs(t, err, store.ErrNightOver)
	_, err = s.EndNight(ctx, 404, noon)
	require.ErrorIs(t, err, store.ErrNoNight)
	_, err = s.OpenTable(ctx, store.Table{
		Guild: guild, Channel: channel, Game: "classic", Opener: ann, Opened: noon, Night: n.ID}, "")
	require.ErrorIs(t, err, store.ErrNight, "nothing is added to a night that has ended")

	kept, err := s.Night(ctx, guild, 1)
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(ended, kept))
	last, err := s.LastNight(ctx, guild)
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(ended, last), "night 2 is still open")
	_, err = s.Night(ctx, guild+1, 2)
	require.ErrorIs(t, err, store.ErrNoNight, "the nights of another guild")
	require.NoError(t, s.Check(ctx))
}

func TestNightsHavePages(t *testing.T) {
	s, ctx := opened(t, Options{}), t.Context()
	for range 7 {
		_, err := s.EndNight(ctx, begun(t, s, channel).ID, noon)
		require.NoError(t, err)
	}
	begun(t, s, channel)
	for page, want := range map[int][]int{1: {8, 7, 6}, 2: {5, 4, 3}, 3: {2, 1}, 9: {2, 1}} {
		list, err := s.Nights(ctx, guild, page, 3)
		require.NoError(t, err)
		var numbers []int
		for _, n := range list.Nights {
			numbers = append(numbers, n.Number)
			require.Equal(t, n.Number == 8, n.Ended.IsZero())
		}
		require.Equal(t, want, numbers)
		require.Equal(t, []int{8, 3, min(page, 3)}, []int{list.Total, list.Pages, list.Page})
	}
	_, err := s.Nights(ctx, guild, 0, 3)
	require.Error(t, err)
	for _, line := range plan(t, s, reads[selectNights], 1, 1, 10) {
		require.NotRegexp(t, `^SCAN (t|s|y|nights|tables)( |$)`, line)
	}
	for _, what := range []query{selectStanding, selectSettled, selectGains, selectLastNight} {
		for _, line := range plan(t, s, reads[what], 1) {
			require.NotRegexp(t, `^SCAN (t|s|y|x|o|a|w|p|nights|tables|accounts|transfers|tallies)( |$)`, line,
				reads[what])
		}
	}
}

// TestStanding plays two hands by hand: in the first bob gets a bet of 6 back and
// wins a pot of 6, the second is shared. A voided hand counts nothing.
func TestStanding(t *testing.T) {
	s, ctx := opened(t, Options{}), t.Context()
	welcomed(t, s, ann, bob, cat)
	before := seated(t, s, channel)
	require.NoError(t, s.Append(ctx, store.Entry{Table: before.ID, Over: true, Played: []store.Played{
		said(cat, "join", "", games.Tally{Seat: 3, Count: games.Sets, N: 9})}}))
	n := begun(t, s, channel)
	table := func(played ...store.Played) {
		row, err := s.OpenTable(ctx, store.Table{
			Guild: guild, Channel: channel, Game: "poker", Opener: ann, Opened: noon, Night: n.ID}, "")
		require.NoError(t, err)
		for i, p := range played {
			require.NoError(t, s.Append(ctx,
				store.Entry{Table: row.ID, After: i, Played: []store.Played{p}, Over: i == len(played)-1}))
		}
	}
	hands := func(p store.Played, tallies ...games.Tally) store.Played { p.Tallies = tallies; return p }
	all := []games.Tally{{Seat: 1, Count: games.Hands, N: 1}, {Seat: 2, Count: games.Hands, N: 1}}
	bobWins := games.Tally{Seat: 2, Count: games.Pots, N: 1}
	table(
		paid(said(ann, "join", ""), annsBalance, annsStack, 20),
		paid(said(bob, "join", ""), bobsBalance, bobsStack, 20),
		said(cat, "join", ""),
		paid(said(bob, "bet 9", ""), bobsStack, pot, 9),
		hands(paid(said(ann, "call", ""), annsStack, pot, 3, pot, bobsStack, 6, pot, bobsStack, 6),
			append(all, bobWins)...),
		paid(said(ann, "bet 2", ""), annsStack, pot, 2),
		hands(paid(said(bob, "call", ""), bobsStack, pot, 1, pot, annsStack, 1, pot, bobsStack, 2),
			append(all, bobWins, games.Tally{Seat: 1, Count: games.Pots, N: 1})...),
		paid(dealt("end"), annsStack, annsBalance, 16, bobsStack, bobsBalance, 24),
	)
	table( // a hand that was voided: chips come back and nothing counts
		paid(said(ann, "join", ""), annsBalance, annsStack, 20),
		paid(said(ann, "bet 15", ""), annsStack, pot, 15),
		paid(dealt("end"), pot, annsStack, 15, annsStack, annsBalance, 20),
	)
	table(said(cat, "set a b c", "", games.Tally{Seat: 3, Count: games.Sets, N: 2},
		games.Tally{Seat: 3, Count: games.Wins, N: 1}, games.Tally{Seat: 3, Count: games.Games, N: 1},
		games.Tally{Seat: 3, Count: games.Fastest, N: 1500}))
	_, err := s.EndNight(ctx, n.ID, noon.Add(time.Hour))
	require.NoError(t, err)
	after := seated(t, s, channel)
	require.NoError(t, s.Append(ctx, store.Entry{Table: after.ID, Over: true, Played: []store.Played{
		said(ann, "join", "", games.Tally{Seat: 1, Count: games.Sets, N: 9})}}))

	got, err := s.Standing(ctx, n.ID)
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(store.Standing{
		Hands: 2, Games: 1, Biggest: 6, By: []store.PlayerID{bob}, Players: []store.Result{
			{Player: bob, Bought: 20, Cashed: 24, Won: 4, Best: 6, Hands: 2, Pots: 2, Course: []games.Chips{3, 4}},
			{Player: cat, Wins: 1, Sets: 2, Fastest: 1500 * time.Millisecond, Course: []games.Chips{0, 0}},
			{Player: ann, Bought: 40, Cashed: 36, Won: -4, Best: 1, Hands: 2, Pots: 1,
				Course: []games.Chips{-3, -4}},
		}}, got))
	alone := begun(t, s, channel+1) // who sits alone wins no night
	row, err := s.OpenTable(ctx, store.Table{
		Guild: guild, Channel: channel + 1, Game: "classic", Opener: ann, Opened: noon, Night: alone.ID}, "")
	require.NoError(t, err)
	require.NoError(t, s.Append(ctx, store.Entry{Table: row.ID, Over: true, Played: []store.Played{
		said(ann, "join", "", games.Tally{Seat: 1, Count: games.Sets, N: 9})}}))
	_, err = s.EndNight(ctx, alone.ID, noon.Add(time.Hour))
	require.NoError(t, err)
	won, err := s.Leaderboard(ctx, store.Board{Guild: guild, Count: store.NightsWon}, 1, 5, ann)
	require.NoError(t, err)
	require.Equal(t, []store.Row{{Rank: 1, Player: bob, N: 1}}, won.Rows)
	later := store.Board{Guild: guild, Count: store.NightsWon, Since: noon.Add(2 * time.Hour)}
	won, err = s.Leaderboard(ctx, later, 1, 5, ann)
	require.NoError(t, err)
	require.Empty(t, won.Rows)

	list, err := s.Nights(ctx, guild, 2, 1)
	require.NoError(t, err)
	require.Equal(t, []int{3, 2}, []int{list.Nights[0].Players, list.Nights[0].Hands})
	require.NoError(t, s.Check(ctx))
	none, err := s.Standing(ctx, 404)
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(store.Standing{}, none))
}

// TestStandingOfRandomPoker finds that results are what is cashed out beyond
// what was bought, and sum to zero, whatever was played.
func TestStandingOfRandomPoker(t *testing.T) {
	const players = 4
	s, ctx := opened(t, Options{}), t.Context()
	n := begun(t, s, channel)
	d := pokerTableOf(t, s, players, n.ID)
	d.random(players, 1500)
	require.True(t, d.play(games.Dealer, games.End{}))
	_, err := s.EndNight(ctx, n.ID, noon.Add(time.Hour))
	require.NoError(t, err)
	got, err := s.Standing(ctx, n.ID)
	require.NoError(t, err)
	require.Len(t, got.Players, players)
	sum, best, after := games.Chips(0), games.Chips(0), map[int]games.Chips{}
	for i, p := range got.Players {
		has, err := s.Balance(ctx, guild, p.Player)
		require.NoError(t, err)
		require.Equal(t, has.Balance-1000, p.Won)
		require.Equal(t, p.Cashed-p.Bought, p.Won)
		require.True(t, i == 0 || p.Won <= got.Players[i-1].Won, "the best first")
		sum, best = sum+p.Won, max(best, p.Best)
		require.Len(t, p.Course, got.Hands)
		require.Equal(t, p.Won, p.Course[got.Hands-1], "after the last hand nothing is won any more")
		for hand, won := range p.Course {
			after[hand] += won
		}
	}
	for hand := range got.Hands {
		require.Zero(t, after[hand], "what one has won the others have lost, after each hand")
	}
	require.Zero(t, sum)
	require.Greater(t, got.Hands, 10)
	require.GreaterOrEqual(t, got.Biggest, best)
	view := games.Chips(0)
	for _, p := range d.course.Game.View(games.Watcher).Pots {
		view += p.Amount
	}
	require.GreaterOrEqual(t, got.Biggest, view, "the last hand is among them")
	found, err := store.AuditTable(ctx, s, d.table, poker.Rules{})
	require.NoError(t, err)
	require.Empty(t, found)
}

// TestIllegalNights tries by hand what the store never does.
func TestIllegalNights(t *testing.T) {
	s, ctx := opened(t, Options{}), t.Context()
	over := begun(t, s, channel) // 1
	table, err := s.OpenTable(ctx,
		store.Table{Guild: guild, Channel: channel, Game: "classic", Opener: ann, Opened: noon, Night: over.ID},
		"i1")
	require.NoError(t, err)
	require.NoError(t, s.Append(ctx,
		store.Entry{Table: table.ID, Over: true, Played: []store.Played{said(ann, "join", "m1")}}))
	_, err = s.EndNight(ctx, over.ID, noon)
	require.NoError(t, err)
	open := begun(t, s, channel+1) // 2
	_, err = s.OpenTable(ctx, store.Table{
		Guild: guild, Channel: channel + 1, Game: "classic", Opener: ann, Opened: noon, Night: open.ID}, "")
	require.NoError(t, err)
	_, err = s.Give(ctx, store.Grant{Guild: guild, Player: ann, Amount: 1, Granter: bob, Reason: "x", At: noon,
		Source: "i3"})
	require.NoError(t, err)
	// 3
	_, err = s.StartNight(ctx, store.Night{
		Guild: guild + 1, Channel: channel + 9, Opener: ann, BuyIn: 1, Started: noon}, "i4")
	require.NoError(t, err)
	seated(t, s, channel+3)
	before := dump(t, s)

	night := `INTO nights (guild, number, channel, opener, buy_in, started, ended, source) VALUES `
	for _, c := range []struct{ sql, says string }{
		{`UPDATE nights SET guild = 7 WHERE id = 1`, "a night is not changed"},
		{`UPDATE nights SET number = 5 WHERE id = 2`, "a night is not changed"},
		{`UPDATE nights SET channel = 5 WHERE id = 2`, "a night is not changed"},
		{`UPDATE nights SET buy_in = 5 WHERE id = 2`, "a night is not changed"},
		{`UPDATE nights SET opener = 5 WHERE id = 2`, "a night is not changed"},
		{`UPDATE nights SET started = 5 WHERE id = 1`, "a night is not changed"},
		{`UPDATE nights SET source = 'x' WHERE id = 1`, "a night is not changed"},
		{`UPDATE nights SET ended = NULL WHERE id = 1`, "nor opened again"},
		{`UPDATE OR REPLACE nights SET ended = ended + 1 WHERE id = 1`, "nor opened again"},
		{`UPDATE OR IGNORE nights SET ended = started WHERE id = 2`, "a table of the night is open"},
		{`UPDATE nights SET ended = started - 1 WHERE id = 3`, "CHECK"},
		{`DELETE FROM nights WHERE id = 1`, "a night is never deleted"},
		{
			`INSERT OR REPLACE INTO nights (id, guild, number, channel, opener, buy_in, started) VALUES (1, 1000, 3, 5, 1, 1, 1)`, "this night exists"},
		{`INSERT OR REPLACE ` + night + `(1000, 1, 5, 1, 1, 1, NULL, NULL)`, "without gaps"},
		{`INSERT ` + night + `(1000, 4, 5, 1, 1, 1, NULL, NULL)`, "without gaps"},
		{`INSERT OR REPLACE ` + night + `(1000, 3, 2001, 1, 1, 1, NULL, NULL)`, "the channel has an open night"},
		{`INSERT OR IGNORE ` + night + `(1000, 3, 2001, 1, 1, 1, NULL, NULL)`, "the channel has an open night"},
		{`INSERT ` + night + `(1000, 3, 2003, 1, 1, 1, NULL, NULL)`, "where no table stands"},
		{`INSERT ` + night + `(1000, 3, 5, 1, 1, 1, 2, NULL)`, "a night begins open"},
		{`INSERT OR REPLACE ` + night + `(1000, 3, 5, 1, 1, 1, NULL, 'i1')`, "this source was played"},
		{`INSERT ` + night + `(1000, 3, 5, 1, 1, 1, NULL, '` + string(s.chain.Seal("m1")) + `')`,
			"this source was played"},
		{`INSERT ` + night + `(1000, 3, 5, 1, 1, 1, NULL, 'i3')`, "this source was played"},
		{`INSERT OR REPLACE ` + night + `(1000, 3, 5, 1, 1, 1, NULL, 'i4')`, "this source was played"},
		{`INSERT ` + night + `(1000, 3, 5, 1, 0, 1, NULL, NULL)`, "CHECK"},
		{`INSERT ` + night + `(1000, 3, 5, 1, -1, 1, NULL, NULL)`, "CHECK"},
		{`INSERT ` + night + `(1000, 3, 5, 1, 1000000000001, 1, NULL, NULL)`, "CHECK"},
		{`INSERT ` + night + `(1000, 3, 5, 1, 2.5, 1, NULL, NULL)`, "cannot store REAL"},
		{`INSERT ` + night + `(1000, 3, 0, 1, 1, 1, NULL, NULL)`, "CHECK"},
		{`INSERT ` + night + `(1000, 3, 5, 0, 1, 1, NULL, NULL)`, "CHECK"},
		{`INSERT ` + night + `(1000, 3, 5, 1, 1, 0, NULL, NULL)`, "CHECK"},
		{`INSERT ` + night + `(1000, 3, 5, 1, 1, 1, NULL, '')`, "CHECK"},

		{`UPDATE tables SET night = 1 WHERE id = 2`, "a table stays of its night"},
		{`UPDATE tables SET night = NULL WHERE id = 1`, "a table stays of its night"},
		{`UPDATE tables SET night = 2 WHERE id = 3`, "a table stays of its night"},
		{
			`INSERT INTO tables (guild, channel, game, options, opener, opened, night) VALUES (1000, 2000, 'x', '{}', 1, 1, 1)`, "of the open night"},
		{
			`INSERT INTO tables (guild, channel, game, options, opener, opened, night) VALUES (1000, 5, 'x', '{}', 1, 1, 404)`, "of the open night"},
		{`INSERT INTO tables (guild, channel, game, options, opener, opened) VALUES (1000, 2009, 'x', '{}', 1, 1)`,
			"of the open night"},
		{
			`INSERT INTO tables (guild, channel, game, options, opener, opened, night) VALUES (1000, 2009, 'x', '{}', 1, 1, 3)`, "of the guild of its night"},
	} {
		refused(t, s, c.sql, c.says)
	}
	require.Equal(t, before, dump(t, s), "what was refused changed nothing")
	require.NoError(t, s.Check(ctx))

	const twice = `UPDATE nights SET source = (SELECT source FROM lines WHERE source > '') WHERE id = 2`
	for broken, says := range map[string]string{
		`UPDATE nights SET channel = 9 WHERE id = 1`:    "a night and its tables differ: night 1 table 1",
		`UPDATE nights SET ended = started`:             "a night and its tables differ: night 2 table 2",
		`DELETE FROM nights WHERE id = 1`:               "a row refers to one that is not there",
		twice:                                           "a source was played twice: #",
		`UPDATE nights SET number = 7 WHERE number = 2`: "the nights of a guild have a gap: guild 1000",
	} {
		t.Run(broken, func(t *testing.T) {
			s := opened(t, Options{})
			n := begun(t, s, channel)
			row, err := s.OpenTable(t.Context(),
				store.Table{Guild: guild, Channel: channel, Game: "classic", Opener: ann, Opened: noon, Night: n.ID}, "")
			require.NoError(t, err)
			require.NoError(t, s.Append(t.Context(),
				store.Entry{Table: row.ID, Over: true, Played: []store.Played{said(ann, "join", "m1")}}))
			_, err = s.EndNight(t.Context(), n.ID, noon)
			require.NoError(t, err)
			n = begun(t, s, channel+1)
			_, err = s.OpenTable(t.Context(),
				store.Table{Guild: guild, Channel: channel + 1, Game: "classic", Opener: ann, Opened: noon, Night: n.ID},
				"")
			require.NoError(t, err)
			require.NoError(t, s.Check(t.Context()))
			forge(t, s, `DROP TRIGGER nights_update`)
			for _, text := range []string{`DROP TRIGGER nights_delete`, broken} {
				_, err := s.tx.ExecContext(t.Context(), text)
				require.NoError(t, err, text)
			}
			require.ErrorContains(t, s.Check(t.Context()), says)
		})
	}
}
