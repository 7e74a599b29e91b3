package storetest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/store"
)

// finish plays a solitaire to its end, or closes it early.
func finish(t *testing.T, s Store, table store.Table, played bool, tallies ...games.Tally) {
	t.Helper()
	table.Opener, table.Opened = Ann, Noon
	table = must(s.OpenTable(t.Context(), table, ""))
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
	s := openStore(t, open)
	row := store.Table{Guild: Guild, Channel: Channel, Game: "solitaire"}
	record := func() store.Record {
		return must(s.Record(t.Context(), Guild, "solitaire"))
	}
	require.Equal(t, store.Record{}, record())
	require.Zero(t, record().Mean())
	count := func(seat games.Seat, what games.Count, n int64) games.Tally {
		return games.Tally{Seat: seat, Count: what, N: n}
	}
	finish(t, s, row, true, count(1, games.Sets, 15), count(2, games.Sets, 9), count(1, games.Solved, 1),
		count(2, games.Solved, 1))
	finish(t, s, row, true, count(2, games.Sets, 18))
	finish(t, s, row, true) // without a single set
	finish(t, s, row, false, count(1, games.Sets, 26))
	finish(t, s, store.Table{Guild: Guild, Channel: Channel, Game: "classic"}, true, count(1, games.Sets, 25))
	finish(t, s, store.Table{Guild: Guild + 1, Channel: Channel, Game: "solitaire"}, true,
		count(1, games.Sets, 27))
	require.Equal(t, store.Record{Tables: 3, Won: 1, Best: 24, Sets: 42}, record())
	require.InDelta(t, 14, record().Mean(), 1e-9)
}
