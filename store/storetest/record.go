package storetest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/store"
)

// ended is a solitaire that was played to its end, or closed before.
func ended(t *testing.T, s Store, table store.Table, played bool, tallies ...games.Tally) {
	t.Helper()
	table.Opener, table.Opened = Ann, Noon
	table, err := s.OpenTable(t.Context(), table, "")
	require.NoError(t, err)
	e := store.Entry{Table: table.ID, Over: true, Played: []store.Played{
		{Line: store.Line{At: Noon, Seat: 1, Player: Ann, Words: "join"}},
		{Line: store.Line{At: Noon, Seat: 2, Player: Bob, Words: "join"}},
		{Line: store.Line{At: Noon, Seat: 1, Player: Ann, Words: "done"}, Tallies: tallies},
	}}
	if played {
		for _, seat := range []games.Seat{1, 2} {
			e.Played[2].Tallies = append(e.Played[2].Tallies, games.Tally{Seat: seat, Count: games.Games, N: 1})
		}
	}
	require.NoError(t, s.Append(t.Context(), e))
}

func testRecordCountsTables(t *testing.T, open Opener) {
	s := opened(t, open)
	row := store.Table{Guild: Guild, Channel: Channel, Game: "solitaire"}
	record := func() store.Record {
		r, err := s.Record(t.Context(), Guild, "solitaire")
		require.NoError(t, err)
		return r
	}
	require.Equal(t, store.Record{}, record())
	require.Zero(t, record().Mean())
	count := func(seat games.Seat, what games.Count, n int64) games.Tally {
		return games.Tally{Seat: seat, Count: what, N: n}
	}
	ended(t, s, row, true, count(1, games.Sets, 15), count(2, games.Sets, 9), count(1, games.Solved, 1),
		count(2, games.Solved, 1))
	ended(t, s, row, true, count(2, games.Sets, 18))
	ended(t, s, row, true) // not one set
	ended(t, s, row, false, count(1, games.Sets, 26))
	ended(t, s, store.Table{Guild: Guild, Channel: Channel, Game: "classic"}, true, count(1, games.Sets, 25))
	ended(t, s, store.Table{Guild: Guild + 1, Channel: Channel, Game: "solitaire"}, true,
		count(1, games.Sets, 27))
	require.Equal(t, store.Record{Tables: 3, Won: 1, Best: 24, Sets: 42}, record())
	require.InDelta(t, 14, record().Mean(), 1e-9)
}

// A win over all games is one against others; of one game it is also a
// solitaire that came out.
func testAWinOfOneGameMayBeASolitaire(t *testing.T, open Opener) {
	s := opened(t, open)
	ended(t, s, store.Table{Guild: Guild, Channel: Channel, Game: "solitaire"}, true,
		games.Tally{Seat: 1, Count: games.Solved, N: 1})
	ended(t, s, store.Table{Guild: Guild, Channel: Channel, Game: "classic"}, true,
		games.Tally{Seat: 2, Count: games.Wins, N: 1})
	show(t, s, games.Wins, map[string]shown{
		"all games": {store.Board{}, []store.Row{{Rank: 1, Player: Bob, N: 1}}},
		"this week": {store.Board{Since: Noon}, []store.Row{{Rank: 1, Player: Bob, N: 1}}},
		"solitaire": {store.Board{Game: "solitaire"}, []store.Row{{Rank: 1, Player: Ann, N: 1}}},
		"solitaire, this week": {store.Board{Game: "solitaire", Since: Noon},
			[]store.Row{{Rank: 1, Player: Ann, N: 1}}},
		"solitaire, later":      {store.Board{Game: "solitaire", Since: Noon.AddDate(0, 0, 1)}, nil},
		"classic":               {store.Board{Game: "classic"}, []store.Row{{Rank: 1, Player: Bob, N: 1}}},
		"sets of the solitaire": {store.Board{Game: "solitaire", Count: games.Sets}, nil},
	})
}
