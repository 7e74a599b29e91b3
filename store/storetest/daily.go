package storetest

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/store"
	"settable/store/ids"
)

// playDaily opens a daily deal. Unless sets is negative, it plays the deal to its end with the given number of sets in
// the given time.
func playDaily(t *testing.T, s Store, who ids.User, game string, at time.Time, sets int64,

	took time.Duration) {

	t.Helper()
	row := must(s.OpenTable(t.Context(), store.Table{Guild: Guild, Channel: Channel, Game: game, Opener: who,
		Opened: at, Daily: games.DayOf(at)}, ""))
	if sets < 0 {
		return
	}
	tallies := []games.Tally{{Seat: 1, Count: games.DailyGames, N: 1}}
	if sets > 0 {
		tallies = append(tallies, games.Tally{Seat: 1, Count: games.DailySets, N: sets},
			games.Tally{Seat: 1, Count: games.DailyTime, N: took.Milliseconds()})
	}
	require.NoError(t, s.Append(t.Context(), store.Entry{Table: row.ID, Over: true, Played: []store.Played{{
		Line: store.Line{At: at, Seat: 1, Player: who, Words: "done"}, Tallies: tallies,
	}}}))
}

// testDailyOnce checks that each player has each daily deal once, on any server, and that a daily deal doesn't occupy a
// channel.
func testDailyOnce(t *testing.T, open Opener) {
	s, ctx := openStore(t, open), t.Context()
	deal := store.Table{Guild: Guild, Channel: Channel, Game: "classic", Opener: Ann, Opened: Noon,
		Daily: games.DayOf(Noon)}
	first := must(s.OpenTable(ctx, deal, "i1", store.Line{At: Noon, Seat: games.Dealer, Words: "daily"}))
	_, err := s.OpenTable(ctx, deal, "i1")
	require.ErrorIs(t, err, store.ErrPlayed, "the same press")
	_, err = s.OpenTable(ctx, deal, "i2")
	require.ErrorIs(t, err, store.ErrDealt)
	elsewhere := deal
	elsewhere.Guild, elsewhere.Channel = Guild+1, Channel+1
	_, err = s.OpenTable(ctx, elsewhere, "")
	require.ErrorIs(t, err, store.ErrDealt)

	for name, other := range map[string]func(*store.Table){
		"somebody else": func(d *store.Table) { d.Opener = Bob },
		"another game":  func(d *store.Table) { d.Game = "solitaire" },
		"another day":   func(d *store.Table) { d.Daily++ },
		"a usual table": func(d *store.Table) { d.Daily = 0 },
	} {
		row := deal
		other(&row)
		_, err = s.OpenTable(ctx, row, "")
		require.NoError(t, err, name)
	}
	_, err = s.OpenTable(ctx, store.Table{Guild: Guild, Channel: Channel, Game: "classic", Opener: Bob,
		Opened: Noon}, "")
	require.ErrorIs(t, err, store.ErrBusyChannel)

	found := must(s.Daily(ctx, Ann, "classic", deal.Daily))
	require.Equal(t, first, found)
	_, err = s.Daily(ctx, Cat, "classic", deal.Daily)
	require.ErrorIs(t, err, store.ErrNoTable)
	require.NoError(t, s.Check(ctx))
}

// testDailyDealsHaveNoChannel checks that reads of a channel's tables find no daily deals, open or closed, and that
// OpenDailies finds the open ones.
func testDailyDealsHaveNoChannel(t *testing.T, open Opener) {
	s, ctx := openStore(t, open), t.Context()
	playDaily(t, s, Ann, "classic", Noon, 3, time.Minute)
	playDaily(t, s, Bob, "classic", Noon.AddDate(0, 0, -1), -1, 0)
	playDaily(t, s, Cat, "classic", Noon, -1, 0)
	_, err := s.TableIn(ctx, Channel)
	require.ErrorIs(t, err, store.ErrNoTable)
	_, err = s.LastTable(ctx, Channel)
	require.ErrorIs(t, err, store.ErrNoTable)
	closed := must(s.Closed(ctx, Channel, 10))
	require.Empty(t, closed)
	untold := must(s.UnshownTables(ctx, time.Time{}))
	require.Empty(t, untold)
	for ago, want := range []int{2, 1, 0} {
		open := must(s.OpenDailies(ctx, games.DayOf(Noon)-games.Day(ago)))
		require.Len(t, open, want)
	}
	night, err := s.StartNight(ctx, store.Night{Guild: Guild, Channel: Channel, Opener: Ann, BuyIn: 20,
		Started: Noon}, "")
	require.NoError(t, err, "a daily deal doesn't prevent a night")
	playDaily(t, s, Ann, "solitaire", Noon, 20, time.Minute)
	must(s.EndNight(ctx, night.ID, Noon.Add(time.Hour)))
	require.NoError(t, s.Check(ctx))
}

// testForgottenPlayerHasNoSecondDaily checks that a forgotten player who returns has still used up the deal of the day.
func testForgottenPlayerHasNoSecondDaily(t *testing.T, open Opener) {
	s, ctx := openStore(t, open), t.Context()
	playDaily(t, s, Ann, "classic", Noon, 3, time.Minute)
	require.NoError(t, s.Forget(ctx, Ann))
	_, err := s.Daily(ctx, Ann, "classic", games.DayOf(Noon))
	require.ErrorIs(t, err, store.ErrDealt)
	_, err = s.Daily(ctx, Ann, "solitaire", games.DayOf(Noon))
	require.ErrorIs(t, err, store.ErrNoTable)
	_, err = s.Daily(ctx, Ann, "classic", games.DayOf(Noon)+1)
	require.ErrorIs(t, err, store.ErrNoTable)
	_, err = s.Daily(ctx, Bob, "classic", games.DayOf(Noon))
	require.ErrorIs(t, err, store.ErrNoTable)
	_, err = s.OpenTable(ctx, store.Table{Guild: Guild, Channel: Channel, Game: "classic", Opener: Ann,
		Opened: Noon, Daily: games.DayOf(Noon)}, "")
	require.ErrorIs(t, err, store.ErrDealt)
	page := must(s.Leaderboard(ctx, store.Board{Guild: Guild, Count: games.DailySets}, 1, 10, Bob))
	require.Empty(t, page.Rows)
}

func testDailyBoard(t *testing.T, open Opener) {
	s, ctx := openStore(t, open), t.Context()
	yesterday := Noon.AddDate(0, 0, -1)
	playDaily(t, s, Ann, "classic", yesterday, 4, 50*time.Second)
	playDaily(t, s, Ann, "classic", Noon, 2, 30*time.Second)
	playDaily(t, s, Bob, "classic", Noon, 4, 40*time.Second)
	playDaily(t, s, Cat, "classic", Noon, 4, 40*time.Second)
	playDaily(t, s, Cat, "classic", yesterday, 0, 0)
	playDaily(t, s, Cat, "solitaire", Noon, 20, time.Hour)
	playDaily(t, s, ids.User(77), "classic", Noon, 4, 35*time.Second)
	playSets(t, s, store.Table{Guild: Guild, Channel: Channel, Game: "classic"}, Noon,
		map[ids.User]int64{Bob: 9})
	for name, c := range map[string]struct {
		board store.Board
		want  []store.Row
	}{
		"today": {store.Board{Game: "classic", Since: Noon.Truncate(24 * time.Hour), Timed: true}, []store.Row{
			{Rank: 1, Player: ids.User(77), N: 4, Days: 1, Time: 35 * time.Second},
			{Rank: 2, Player: Bob, N: 4, Days: 1, Time: 40 * time.Second},
			{Rank: 2, Player: Cat, N: 4, Days: 1, Time: 40 * time.Second},
			{Rank: 4, Player: Ann, N: 2, Days: 1, Time: 30 * time.Second}}},
		"untimed": {store.Board{Game: "classic", Since: Noon.Truncate(24 * time.Hour)}, []store.Row{
			{Rank: 1, Player: Bob, N: 4, Days: 1, Time: 40 * time.Second},
			{Rank: 1, Player: Cat, N: 4, Days: 1, Time: 40 * time.Second},
			{Rank: 1, Player: ids.User(77), N: 4, Days: 1, Time: 35 * time.Second},
			{Rank: 4, Player: Ann, N: 2, Days: 1, Time: 30 * time.Second}}},
		"all": {store.Board{Game: "classic", Timed: true}, []store.Row{
			{Rank: 1, Player: Ann, N: 6, Days: 2, Time: 80 * time.Second},
			{Rank: 2, Player: ids.User(77), N: 4, Days: 1, Time: 35 * time.Second},
			{Rank: 3, Player: Bob, N: 4, Days: 1, Time: 40 * time.Second},
			{Rank: 3, Player: Cat, N: 4, Days: 2, Time: 40 * time.Second}}},
		"the other": {store.Board{Game: "solitaire"}, []store.Row{
			{Rank: 1, Player: Cat, N: 20, Days: 1, Time: time.Hour}}},
	} {
		t.Run(name, func(t *testing.T) {
			c.board.Guild, c.board.Count = Guild, games.DailySets
			page := must(s.Leaderboard(ctx, c.board, 1, 10, Cat))
			require.Empty(t, cmp.Diff(c.want, page.Rows))
			require.Equal(t, Cat, page.Mine.Player)
			require.Equal(t, len(c.want), page.Total)
		})
	}
}

// testDailyStreak checks that a day with an unfinished deal, or without a deal, ends the streak.
func testDailyStreak(t *testing.T, open Opener) {
	s, ctx := openStore(t, open), t.Context()
	for _, ago := range []int{0, 1, 2, 4} {
		playDaily(t, s, Ann, "classic", Noon.AddDate(0, 0, -ago), 1, time.Second)
	}
	playDaily(t, s, Ann, "solitaire", Noon.AddDate(0, 0, -3), 1, time.Second)
	playDaily(t, s, Bob, "classic", Noon.AddDate(0, 0, -1), 1, time.Second)
	playDaily(t, s, Bob, "classic", Noon, -1, 0)
	for _, c := range []struct {
		who   ids.User
		game  string
		after int
		want  int
	}{
		{Ann, "classic", 0, 3}, {Ann, "classic", -4, 1}, {Ann, "classic", 1, 0}, {Ann, "classic", -3, 0},
		{Ann, "solitaire", -3, 1}, {Bob, "classic", 0, 0}, {Bob, "classic", -1, 1}, {Cat, "classic", 0, 0},
	} {
		n := must(s.Streak(ctx, c.who, c.game, games.DayOf(Noon)+games.Day(c.after)))
		require.Equal(t, c.want, n, c)
	}
}
