package sqlite

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/store"
)

// won is a table in which each seat has taken that many sets at that time.
func won(t *testing.T, s *DB, table store.Table, at time.Time, sets map[store.PlayerID]int64) {
	t.Helper()
	table.Opener, table.Opened = ann, at
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

func TestLeaderboard(t *testing.T) {
	s := opened(t, Options{})
	classic := store.Table{Guild: guild, Channel: channel, Game: "classic"}
	twenty := store.Table{Guild: guild, Channel: channel, Game: "twenty"}
	won(t, s, classic, noon.AddDate(0, -3, 0), map[store.PlayerID]int64{ann: 100})
	won(t, s, classic, noon.AddDate(0, 0, -20), map[store.PlayerID]int64{bob: 50, cat: 5})
	won(t, s, twenty, noon.AddDate(0, 0, -5), map[store.PlayerID]int64{ann: 7, bob: 9, cat: 7})
	won(t, s, classic, noon.Add(-time.Hour), map[store.PlayerID]int64{cat: 4, bob: 3, ann: 3})
	won(t, s, store.Table{Guild: guild + 1, Channel: channel + 1, Game: "classic"}, noon,
		map[store.PlayerID]int64{cat: 1000})

	day, week, month := noon.AddDate(0, 0, -1), noon.AddDate(0, 0, -7), noon.AddDate(0, -1, 0)
	for name, c := range map[string]struct {
		board store.Board
		want  []store.Row
	}{
		"all": {store.Board{},
			[]store.Row{{Rank: 1, Player: ann, N: 110}, {Rank: 2, Player: bob, N: 62}, {Rank: 3, Player: cat, N: 16}}},
		"month": {store.Board{Since: month},
			[]store.Row{{Rank: 1, Player: bob, N: 62}, {Rank: 2, Player: cat, N: 16}, {Rank: 3, Player: ann, N: 10}}},
		"week": {store.Board{Since: week},
			[]store.Row{{Rank: 1, Player: bob, N: 12}, {Rank: 2, Player: cat, N: 11}, {Rank: 3, Player: ann, N: 10}}},
		"day": {store.Board{Since: day},
			[]store.Row{{Rank: 1, Player: cat, N: 4}, {Rank: 2, Player: ann, N: 3}, {Rank: 2, Player: bob, N: 3}}},
		"all but a game": {store.Board{Without: "classic"},
			[]store.Row{{Rank: 1, Player: bob, N: 9}, {Rank: 2, Player: ann, N: 7}, {Rank: 2, Player: cat, N: 7}}},
		"a game": {store.Board{Game: "twenty"},
			[]store.Row{{Rank: 1, Player: bob, N: 9}, {Rank: 2, Player: ann, N: 7}, {Rank: 2, Player: cat, N: 7}}},
		"a game's week": {store.Board{Game: "classic", Since: week},
			[]store.Row{{Rank: 1, Player: cat, N: 4}, {Rank: 2, Player: ann, N: 3}, {Rank: 2, Player: bob, N: 3}}},
		"before": {store.Board{Until: month}, []store.Row{{Rank: 1, Player: ann, N: 100}}},
		"from, to": {store.Board{Since: month, Until: week},
			[]store.Row{{Rank: 1, Player: bob, N: 50}, {Rank: 2, Player: cat, N: 5}}},
		"since is in": {store.Board{Since: noon.Add(-time.Hour)},
			[]store.Row{{Rank: 1, Player: cat, N: 4}, {Rank: 2, Player: ann, N: 3}, {Rank: 2, Player: bob, N: 3}}},
		"until is out":  {store.Board{Since: day, Until: noon.Add(-time.Hour)}, nil},
		"no such count": {store.Board{Count: games.Wins}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			c.board.Guild = guild
			if c.board.Count == "" {
				c.board.Count = games.Sets
			}
			page, err := s.Leaderboard(t.Context(), c.board, 1, 10, cat)
			require.NoError(t, err)
			require.Empty(t, cmp.Diff(c.want, page.Rows))
			require.Equal(t, len(c.want), page.Total)
		})
	}
	require.NoError(t, s.Check(t.Context()))
}

func TestLeaderboardPages(t *testing.T) {
	s := opened(t, Options{})
	// Ranks 1, 2, 2, 4, 5, 5, 5.
	numbers := []int64{20, 15, 15, 9, 4, 4, 4}
	sets, all := map[store.PlayerID]int64{}, []store.Row{}
	ranks := []int{1, 2, 2, 4, 5, 5, 5}
	for i, n := range numbers {
		player := store.PlayerID(100 + i)
		sets[player] = n
		all = append(all, store.Row{Rank: ranks[i], Player: player, N: n})
	}
	for i := range numbers { // in the order in which they came
		require.NoError(t, s.SetName(t.Context(), guild, store.PlayerID(100+i), "somebody"))
	}
	won(t, s, store.Table{Guild: guild, Channel: channel, Game: "classic"}, noon, sets)
	board := store.Board{Guild: guild, Count: games.Sets}
	me := func(i int) *store.Row { return &all[i] }
	for name, c := range map[string]struct {
		page, size int
		caller     store.PlayerID
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
	empty, err := s.Leaderboard(t.Context(), store.Board{Guild: guild + 5, Count: games.Sets}, 1, 10, ann)
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(store.Page{}, empty))
	_, err = s.Leaderboard(t.Context(), board, 0, 10, ann)
	require.Error(t, err)
}

func TestSettings(t *testing.T) {
	s, ctx := opened(t, Options{}), t.Context()
	set, err := s.Settings(ctx, guild)
	require.NoError(t, err)
	require.Equal(t, store.Unset, set)
	for _, want := range []store.GuildSettings{
		{Theme: "dark", Palette: "ocean", Grace: 1500 * time.Millisecond, Turn: 0,
			Zone: "Europe/Berlin"},
		{},
	} {
		require.NoError(t, s.SetSettings(ctx, guild, want))
		set, err = s.Settings(ctx, guild)
		require.NoError(t, err)
		require.Equal(t, want, set, "a clock that is off stays off")
	}
	require.Error(t, s.SetSettings(ctx, guild, store.GuildSettings{Grace: -1}))

	own, err := s.PlayerSettings(ctx, ann)
	require.NoError(t, err)
	require.Zero(t, own)
	require.NoError(t, s.SetPlayerSettings(ctx, ann, store.PlayerSettings{Palette: "a"}))
	require.NoError(t, s.SetPlayerSettings(ctx, ann, store.PlayerSettings{Palette: "b"}))
	own, err = s.PlayerSettings(ctx, ann)
	require.NoError(t, err)
	require.Equal(t, store.PlayerSettings{Palette: "b"}, own)
}

// Of feats a player's best counts, not their sum; of times the least is best.
func TestFeatBoards(t *testing.T) {
	s := opened(t, Options{})
	played := func(game string, at time.Time, feats map[store.PlayerID][2]int64) {
		table, err := s.OpenTable(t.Context(),
			store.Table{Guild: guild, Channel: channel, Game: game, Opener: ann, Opened: noon}, "")
		require.NoError(t, err)
		e := store.Entry{Table: table.ID, Over: true}
		for player, f := range feats {
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
	played("classic", noon.AddDate(0, -3, 0), map[store.PlayerID][2]int64{ann: {900, 2}, bob: {3000, 7}})
	played("classic", noon, map[store.PlayerID][2]int64{ann: {1500, 3}, bob: {1500, 4}, cat: {2000, 3}})
	played("twenty", noon, map[store.PlayerID][2]int64{cat: {700, 9}})

	month := noon.AddDate(0, -1, 0)
	for name, c := range map[string]struct {
		board store.Board
		want  []store.Row
	}{
		"fastest": {store.Board{Count: games.Fastest}, []store.Row{{Rank: 1, Player: cat, N: 700},
			{Rank: 2, Player: ann, N: 900}, {Rank: 3, Player: bob, N: 1500}}},
		"fastest of a game this month": {store.Board{Count: games.Fastest, Game: "classic", Since: month},
			[]store.Row{{Rank: 1, Player: ann, N: 1500}, {Rank: 1, Player: bob, N: 1500},
				{Rank: 3, Player: cat, N: 2000}}},
		"streak": {store.Board{Count: games.Streak}, []store.Row{{Rank: 1, Player: cat, N: 9},
			{Rank: 2, Player: bob, N: 7}, {Rank: 3, Player: ann, N: 3}}},
		"streak of a game this month": {store.Board{Count: games.Streak, Game: "classic", Since: month},
			[]store.Row{{Rank: 1, Player: bob, N: 4}, {Rank: 2, Player: ann, N: 3}, {Rank: 2, Player: cat, N: 3}}},
	} {
		t.Run(name, func(t *testing.T) {
			c.board.Guild = guild
			page, err := s.Leaderboard(t.Context(), c.board, 1, 10, cat)
			require.NoError(t, err)
			require.Empty(t, cmp.Diff(c.want, page.Rows))
		})
	}
}
