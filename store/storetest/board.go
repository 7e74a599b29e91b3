package storetest

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/store"
	"settable/store/ids"
)

// playSets plays a table at the given time. Each seat takes the given number of sets.
func playSets(t *testing.T, s Store, table store.Table, at time.Time, sets map[ids.User]int64) {
	t.Helper()
	table.Opener, table.Opened = Ann, at
	table = must(s.OpenTable(t.Context(), table, ""))
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

func testLeaderboardPages(t *testing.T, open Opener) {
	s := openStore(t, open)
	// These numbers have the ranks 1, 2, 2, 4, 5, 5 and 5.
	numbers := []int64{20, 15, 15, 9, 4, 4, 4}
	sets, all := map[ids.User]int64{}, []store.Row{}
	ranks := []int{1, 2, 2, 4, 5, 5, 5}
	for i, n := range numbers {
		player := ids.User(100 + i)
		sets[player] = n
		all = append(all, store.Row{Rank: ranks[i], Player: player, N: n})
	}
	for i := range numbers { // the players come in this order
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
			page := must(s.Leaderboard(t.Context(), board, c.page, c.size, c.caller))
			require.Empty(t, cmp.Diff(c.want, page))
		})
	}
	empty := must(s.Leaderboard(t.Context(), store.Board{Guild: Guild + 5, Count: games.Sets}, 1, 10, Ann))
	require.Empty(t, cmp.Diff(store.Page{}, empty))
	_, err := s.Leaderboard(t.Context(), board, 0, 10, Ann)
	require.Error(t, err)
}

func testSettings(t *testing.T, open Opener) {
	s, ctx := openStore(t, open), t.Context()
	set := must(s.Settings(ctx, Guild))
	require.Equal(t, store.Unset, set)
	for _, want := range []store.GuildSettings{
		{Theme: "dark", Palette: "ocean", Grace: 1500 * time.Millisecond, Turn: 0,
			Zone: "Europe/Berlin"},
		{},
	} {
		require.NoError(t, s.SetSettings(ctx, Guild, want))
		set = must(s.Settings(ctx, Guild))
		require.Equal(t, want, set, "a turn clock of 0 is stored, too")
	}
	require.Error(t, s.SetSettings(ctx, Guild, store.GuildSettings{Grace: -1}))

	own := must(s.PlayerSettings(ctx, Ann))
	require.Zero(t, own)
	require.NoError(t, s.SetPlayerSettings(ctx, Ann, store.PlayerSettings{Palette: "a"}))
	require.NoError(t, s.SetPlayerSettings(ctx, Ann, store.PlayerSettings{Palette: "b", News: store.NewsByMessage}))
	own = must(s.PlayerSettings(ctx, Ann))
	require.Equal(t, store.PlayerSettings{Palette: "b", News: store.NewsByMessage}, own)
}

// AnyCounts are counts of all kinds: those that add up, and those that keep the lowest or highest value.
var AnyCounts = []games.Count{games.Sets, games.Wins, games.ByForfeit, games.Solved, games.Games,
	games.Fastest, games.Streak, games.Hands, "practice.sets"}

// countedLine is a count that a line of a random table recorded for a player.
type countedLine struct {
	guild  ids.Guild
	game   string
	at     time.Time
	player ids.User
	count  games.Count
	n      int64
}

// RandomTables plays tables of three games in two months, with all kinds of counts. Some of the tables are open.
func RandomTables(t *testing.T, s Store, r *rand.Rand) (counted []countedLine) {
	t.Helper()
	for i := range 60 {
		at := Noon.Add(-time.Duration(r.IntN(60*24)) * time.Hour)
		table := must(s.OpenTable(t.Context(), store.Table{Guild: Guild + ids.Guild(i%2),
			Channel: Channel + ids.Channel(i), Game: []string{"classic", "poker", "solitaire"}[r.IntN(3)],
			Opener: Ann, Opened: at}, ""))
		e := store.Entry{Table: table.ID, Over: r.IntN(4) > 0}
		player := func(seat games.Seat) ids.User { return Ann + ids.User((i+int(seat)-1)%5) }
		for n := range 2 + r.IntN(12) {
			seat := games.Seat(1 + n%3)
			p := store.Played{Line: store.Line{At: at, Seat: seat, Player: player(seat), Words: "x"}}
			for _, k := range r.Perm(len(AnyCounts))[:r.IntN(4)] {
				y := games.Tally{Seat: games.Seat(1 + r.IntN(min(n+1, 3))), Count: AnyCounts[k], N: 1 + r.Int64N(9)}
				p.Tallies = append(p.Tallies, y)
				counted = append(counted, countedLine{table.Guild, table.Game, at, player(y.Seat), y.Count, y.N})
			}
			e.Played = append(e.Played, p)
			at = at.Add(time.Duration(r.IntN(300)) * time.Minute)
		}
		require.NoError(t, s.Append(t.Context(), e))
	}
	return counted
}

// expectedRows computes a leaderboard from everything that was counted. A solved solitaire is a win on the leaderboard
// of its game, but not on that of all games.
func expectedRows(counted []countedLine, b store.Board) map[ids.User]store.Row {
	all := map[ids.User]store.Row{}
	for _, c := range counted {
		isWin := b.Count == games.Wins && (c.count == games.ByForfeit || c.count == games.Solved && b.Game != "")
		if c.guild != b.Guild || c.count != b.Count && !isWin || b.Game != "" && c.game != b.Game || c.game == b.Without ||
			c.at.Before(b.Since) || !b.Until.IsZero() && !c.at.Before(b.Until) {
			continue
		}
		row, had := all[c.player]
		row.Player = c.player
		switch {
		case b.Count == games.Wins && c.count == games.ByForfeit:
			row.Forfeits += c.n
		case b.Count == games.Fastest && had:
			row.N = min(row.N, c.n)
		case b.Count == games.Streak:
			row.N = max(row.N, c.n)
		default:
			row.N += c.n
		}
		all[c.player] = row
	}
	for player, row := range all {
		row.Rank = 1
		for _, other := range all {
			if b.Count == games.Fastest && other.N < row.N || b.Count != games.Fastest && other.N > row.N {
				row.Rank++
			}
		}
		all[player] = row
	}
	return all
}

// testRandomLeaderboards checks that leaderboards of random tables, for all time or a period, agree with what was
// counted.
func testRandomLeaderboards(t *testing.T, open Opener) {
	s, r := openStore(t, open), rand.New(rand.NewPCG(1, 17))
	counted, filled := RandomTables(t, s, r), 0
	for _, count := range AnyCounts {
		for _, b := range []store.Board{{}, {Without: "poker"}, {Game: "classic"}, {Game: "solitaire"}} {
			for i := range 7 {
				b.Guild, b.Count = Guild, count
				if i > 0 { // the time of a line, or any other time
					at := counted[r.IntN(len(counted))].at
					b.Since = at.Add(-time.Duration(r.IntN(2)*r.IntN(2000)) * time.Minute)
					b.Until = []time.Time{{}, at.Add(time.Duration(r.IntN(3)*r.IntN(40000)) * time.Minute)}[r.IntN(2)]
				}
				page := must(s.Leaderboard(t.Context(), b, 1, 100, Ann))
				got := map[ids.User]store.Row{}
				for _, row := range page.Rows {
					got[row.Player] = row
				}
				require.True(t, slices.IsSortedFunc(page.Rows, func(x, y store.Row) int { return x.Rank - y.Rank }))
				require.Empty(t, cmp.Diff(expectedRows(counted, b), got), "%+v", b)
				filled += min(1, len(got))
			}
		}
	}
	require.Greater(t, filled, 100, "many leaderboards have players")
	require.NoError(t, s.Check(t.Context()))
}
