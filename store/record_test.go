package store

import (
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
)

// ended is a solitaire that was played to its end, or closed before.
func ended(t *testing.T, s *Store, table Table, played bool, tallies ...games.Tally) {
	t.Helper()
	table.Opener, table.Opened = ann, noon
	table, err := s.OpenTable(t.Context(), table, "")
	require.NoError(t, err)
	e := Entry{Table: table.ID, Over: true, Played: []Played{
		{Line: Line{At: noon, Seat: 1, Player: ann, Words: "join"}},
		{Line: Line{At: noon, Seat: 2, Player: bob, Words: "join"}},
		{Line: Line{At: noon, Seat: 1, Player: ann, Words: "done"}, Tallies: tallies},
	}}
	if played {
		for _, seat := range []games.Seat{1, 2} {
			e.Played[2].Tallies = append(e.Played[2].Tallies, games.Tally{Seat: seat, Count: games.Games, N: 1})
		}
	}
	require.NoError(t, s.Append(t.Context(), e))
}

func TestRecordCountsTables(t *testing.T) {
	s := opened(t, Options{})
	row := Table{Guild: guild, Channel: channel, Game: "solitaire"}
	record := func() Record {
		r, err := s.Record(t.Context(), guild, "solitaire")
		require.NoError(t, err)
		return r
	}
	require.Equal(t, Record{}, record())
	require.Zero(t, record().Mean())
	count := func(seat games.Seat, what games.Count, n int64) games.Tally {
		return games.Tally{Seat: seat, Count: what, N: n}
	}
	ended(t, s, row, true, count(1, games.Sets, 15), count(2, games.Sets, 9), count(1, games.Solved, 1), count(2, games.Solved, 1))
	ended(t, s, row, true, count(2, games.Sets, 18))
	ended(t, s, row, true) // not one set
	ended(t, s, row, false, count(1, games.Sets, 26))
	ended(t, s, Table{Guild: guild, Channel: channel, Game: "classic"}, true, count(1, games.Sets, 25))
	ended(t, s, Table{Guild: guild + 1, Channel: channel, Game: "solitaire"}, true, count(1, games.Sets, 27))
	require.Equal(t, Record{Tables: 3, Won: 1, Best: 24, Sets: 42}, record())
	require.InDelta(t, 14, record().Mean(), 1e-9)
}

// A win over all games is one against others; of one game it is also a
// solitaire that came out.
func TestAWinOfOneGameMayBeASolitaire(t *testing.T) {
	s := opened(t, Options{})
	ended(t, s, Table{Guild: guild, Channel: channel, Game: "solitaire"}, true, games.Tally{Seat: 1, Count: games.Solved, N: 1})
	ended(t, s, Table{Guild: guild, Channel: channel, Game: "classic"}, true, games.Tally{Seat: 2, Count: games.Wins, N: 1})
	for name, c := range map[string]struct {
		board Board
		want  []Row
	}{
		"all games":             {Board{}, []Row{{1, bob, 1}}},
		"this week":             {Board{Since: noon}, []Row{{1, bob, 1}}},
		"solitaire":             {Board{Game: "solitaire"}, []Row{{1, ann, 1}}},
		"solitaire, this week":  {Board{Game: "solitaire", Since: noon}, []Row{{1, ann, 1}}},
		"solitaire, later":      {Board{Game: "solitaire", Since: noon.AddDate(0, 0, 1)}, nil},
		"classic":               {Board{Game: "classic"}, []Row{{1, bob, 1}}},
		"sets of the solitaire": {Board{Game: "solitaire", Count: games.Sets}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			c.board.Guild = guild
			if c.board.Count == "" {
				c.board.Count = games.Wins
			}
			page, err := s.Leaderboard(t.Context(), c.board, 1, 10, ann)
			require.NoError(t, err)
			require.Equal(t, c.want, page.Rows)
		})
	}
}
