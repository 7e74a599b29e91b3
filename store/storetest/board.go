package storetest

import (
	stdcmp "cmp"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/store"
	"settable/store/ids"
)

// playSets plays a table in which each seat takes this many sets at that time.
func playSets(t *testing.T, s Store, table store.Table, at time.Time, sets map[ids.User]int64) {
	t.Helper()
	table.Opener, table.Opened = Ann, at
	table, err := s.OpenTable(t.Context(), table, "")
	require.NoError(t, err)
	e := store.Entry{Table: table.ID, Over: true}
	for player, n := range sets {
		seat := games.Seat(len(e.Played) + 1)
		e.Played = append(e.Played, store.Played{
			Line:    store.Line{At: at, Seat: seat, Player: player, Words: "set a b c"},
			Tallies: []games.Tally{{Seat: seat, Count: games.Sets, N: n - 1}, {Seat: seat, Count: games.Sets, N: 1}},
		})
	}
	require.NoError(t, s.Append(t.Context(), e))
}

// A expectedBoard is a leaderboard with its expected content.
type expectedBoard struct {
	board store.Board
	want  []store.Row
}

// requireBoards requires these leaderboards of the guild, with the given count if they name none.
func requireBoards(t *testing.T, s Store, count games.Count, boards map[string]expectedBoard) {
	for name, c := range boards {
		t.Run(name, func(t *testing.T) {
			c.board.Guild, c.board.Count = Guild, stdcmp.Or(c.board.Count, count)
			page, err := s.Leaderboard(t.Context(), c.board, 1, 10, Cat)
			require.NoError(t, err)
			require.Empty(t, cmp.Diff(c.want, page.Rows))
			require.Equal(t, len(c.want), page.Total)
		})
	}
}

func testLeaderboard(t *testing.T, open Opener) {
	s := openStore(t, open)
	classic := store.Table{Guild: Guild, Channel: Channel, Game: "classic"}
	twenty := store.Table{Guild: Guild, Channel: Channel, Game: "twenty"}
	playSets(t, s, classic, Noon.AddDate(0, -3, 0), map[ids.User]int64{Ann: 100})
	playSets(t, s, classic, Noon.AddDate(0, 0, -20), map[ids.User]int64{Bob: 50, Cat: 5})
	playSets(t, s, twenty, Noon.AddDate(0, 0, -5), map[ids.User]int64{Ann: 7, Bob: 9, Cat: 7})
	playSets(t, s, classic, Noon.Add(-time.Hour), map[ids.User]int64{Cat: 4, Bob: 3, Ann: 3})
	playSets(t, s, store.Table{Guild: Guild + 1, Channel: Channel + 1, Game: "classic"}, Noon,
		map[ids.User]int64{Cat: 1000})

	day, week, month := Noon.AddDate(0, 0, -1), Noon.AddDate(0, 0, -7), Noon.AddDate(0, -1, 0)
	requireBoards(t, s, games.Sets, map[string]expectedBoard{
		"all": {store.Board{},
			[]store.Row{{Rank: 1, Player: Ann, N: 110}, {Rank: 2, Player: Bob, N: 62}, {Rank: 3, Player: Cat, N: 16}}},
		"month": {store.Board{Since: month},
			[]store.Row{{Rank: 1, Player: Bob, N: 62}, {Rank: 2, Player: Cat, N: 16}, {Rank: 3, Player: Ann, N: 10}}},
		"week": {store.Board{Since: week},
			[]store.Row{{Rank: 1, Player: Bob, N: 12}, {Rank: 2, Player: Cat, N: 11}, {Rank: 3, Player: Ann, N: 10}}},
		"day": {store.Board{Since: day},
			[]store.Row{{Rank: 1, Player: Cat, N: 4}, {Rank: 2, Player: Ann, N: 3}, {Rank: 2, Player: Bob, N: 3}}},
		"all but a game": {store.Board{Without: "classic"},
			[]store.Row{{Rank: 1, Player: Bob, N: 9}, {Rank: 2, Player: Ann, N: 7}, {Rank: 2, Player: Cat, N: 7}}},
		"a game": {store.Board{Game: "twenty"},
			[]store.Row{{Rank: 1, Player: Bob, N: 9}, {Rank: 2, Player: Ann, N: 7}, {Rank: 2, Player: Cat, N: 7}}},
		"a game's week": {store.Board{Game: "classic", Since: week},
			[]store.Row{{Rank: 1, Player: Cat, N: 4}, {Rank: 2, Player: Ann, N: 3}, {Rank: 2, Player: Bob, N: 3}}},
		"before": {store.Board{Until: month}, []store.Row{{Rank: 1, Player: Ann, N: 100}}},
		"from, to": {store.Board{Since: month, Until: week},
			[]store.Row{{Rank: 1, Player: Bob, N: 50}, {Rank: 2, Player: Cat, N: 5}}},
		"since is in": {store.Board{Since: Noon.Add(-time.Hour)},
			[]store.Row{{Rank: 1, Player: Cat, N: 4}, {Rank: 2, Player: Ann, N: 3}, {Rank: 2, Player: Bob, N: 3}}},
		"until is out":  {store.Board{Since: day, Until: Noon.Add(-time.Hour)}, nil},
		"no such count": {store.Board{Count: games.Wins}, nil},
	})
	require.NoError(t, s.Check(t.Context()))
}

func testLeaderboardPages(t *testing.T, open Opener) {
	s := openStore(t, open)
	// Ranks 1, 2, 2, 4, 5, 5, 5.
	numbers := []int64{20, 15, 15, 9, 4, 4, 4}
	sets, all := map[ids.User]int64{}, []store.Row{}
	ranks := []int{1, 2, 2, 4, 5, 5, 5}
	for i, n := range numbers {
		player := ids.User(100 + i)
		sets[player] = n
		all = append(all, store.Row{Rank: ranks[i], Player: player, N: n})
	}
	for i := range numbers { // in the order in which they came
		require.NoError(t, s.SetName(t.Context(), Guild, ids.User(100+i), "somebody"))
	}
	playSets(t, s, store.Table{Guild: Guild, Channel: Channel, Game: "classic"}, Noon, sets)
	board := store.Board{Guild: Guild, Count: games.Sets}
	me := func(i int) *store.Row { return &all[i] }
	for name, c := range map[string]struct {
		page, size int
		caller     ids.User
		want       store.Page
	}{
		"first, me on it":     {1, 3, 101, store.Page{Rows: all[:3], Mine: me(1), Total: 7, Page: 1, Pages: 3}},
		"first, me on a late": {1, 3, 106, store.Page{Rows: all[:3], Mine: me(6), Total: 7, Page: 1, Pages: 3}},
		"last, me on a early": {3, 3, 100, store.Page{Rows: all[6:], Mine: me(0), Total: 7, Page: 3, Pages: 3}},
		"past the end":        {99, 3, 0, store.Page{Rows: all[6:], Total: 7, Page: 3, Pages: 3}},
		"all on one":          {1, 7, 999, store.Page{Rows: all, Total: 7, Page: 1, Pages: 1}},
	} {
		t.Run(name, func(t *testing.T) {
			page, err := s.Leaderboard(t.Context(), board, c.page, c.size, c.caller)
			require.NoError(t, err)
			require.Empty(t, cmp.Diff(c.want, page))
		})
	}
	empty, err := s.Leaderboard(t.Context(), store.Board{Guild: Guild + 5, Count: games.Sets}, 1, 10, Ann)
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(store.Page{}, empty))
	_, err = s.Leaderboard(t.Context(), board, 0, 10, Ann)
	require.Error(t, err)
}

func testSettings(t *testing.T, open Opener) {
	s, ctx := openStore(t, open), t.Context()
	set, err := s.Settings(ctx, Guild)
	require.NoError(t, err)
	require.Equal(t, store.Unset, set)
	for _, want := range []store.GuildSettings{
		{Theme: "dark", Palette: "ocean", Grace: 1500 * time.Millisecond, Turn: 0,
			Zone: "Europe/Berlin"},
		{},
	} {
		require.NoError(t, s.SetSettings(ctx, Guild, want))
		set, err = s.Settings(ctx, Guild)
		require.NoError(t, err)
		require.Equal(t, want, set, "a clock that is off stays off")
	}
	require.Error(t, s.SetSettings(ctx, Guild, store.GuildSettings{Grace: -1}))

	own, err := s.PlayerSettings(ctx, Ann)
	require.NoError(t, err)
	require.Zero(t, own)
	require.NoError(t, s.SetPlayerSettings(ctx, Ann, store.PlayerSettings{Palette: "a"}))
	require.NoError(t, s.SetPlayerSettings(ctx, Ann, store.PlayerSettings{Palette: "b"}))
	own, err = s.PlayerSettings(ctx, Ann)
	require.NoError(t, err)
	require.Equal(t, store.PlayerSettings{Palette: "b"}, own)
}

// For highlights a player's best value counts and not the sum; for times the smallest is the best.
func testHighlightBoards(t *testing.T, open Opener) {
	s := openStore(t, open)
	played := func(game string, at time.Time, highlights map[ids.User][2]int64) {
		table, err := s.OpenTable(t.Context(), tableOf(game, Channel, 0), "")
		require.NoError(t, err)
		e := store.Entry{Table: table.ID, Over: true}
		for player, f := range highlights {
			seat := games.Seat(len(e.Played) + 1)
			e.Played = append(e.Played, store.Played{
				Line: store.Line{At: at, Seat: seat, Player: player, Words: "join"},
				Tallies: []games.Tally{
					{Seat: seat, Count: games.Fastest, N: f[0]}, {Seat: seat, Count: games.Streak, N: f[1]},
				},
			})
		}
		require.NoError(t, s.Append(t.Context(), e))
	}
	played("classic", Noon.AddDate(0, -3, 0), map[ids.User][2]int64{Ann: {900, 2}, Bob: {3000, 7}})
	played("classic", Noon, map[ids.User][2]int64{Ann: {1500, 3}, Bob: {1500, 4}, Cat: {2000, 3}})
	played("twenty", Noon, map[ids.User][2]int64{Cat: {700, 9}})

	month := Noon.AddDate(0, -1, 0)
	requireBoards(t, s, "", map[string]expectedBoard{
		"fastest": {store.Board{Count: games.Fastest}, []store.Row{{Rank: 1, Player: Cat, N: 700},
			{Rank: 2, Player: Ann, N: 900}, {Rank: 3, Player: Bob, N: 1500}}},
		"fastest of a game this month": {store.Board{Count: games.Fastest, Game: "classic", Since: month},
			[]store.Row{{Rank: 1, Player: Ann, N: 1500}, {Rank: 1, Player: Bob, N: 1500},
				{Rank: 3, Player: Cat, N: 2000}}},
		"streak": {store.Board{Count: games.Streak}, []store.Row{{Rank: 1, Player: Cat, N: 9},
			{Rank: 2, Player: Bob, N: 7}, {Rank: 3, Player: Ann, N: 3}}},
		"streak of a game this month": {store.Board{Count: games.Streak, Game: "classic", Since: month},
			[]store.Row{{Rank: 1, Player: Bob, N: 4}, {Rank: 2, Player: Ann, N: 3}, {Rank: 2, Player: Cat, N: 3}}},
	})
}
