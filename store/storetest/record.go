package storetest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/store"
	"settable/store/ids"
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

// A player's own record counts only the finished tables at which they sat alone, up to the given table.
func testSoloRecordCountsOwnTables(t *testing.T, open Opener) {
	s := openStore(t, open)
	solo := func(game string, sets int64, played bool, others ...ids.User) store.TableID {
		row := must(s.OpenTable(t.Context(), store.Table{Guild: Guild, Channel: Channel, Game: game, Opener: Ann,
			Opened: Noon}, ""))
		e := store.Entry{Table: row.ID, Over: true}
		for i, who := range append([]ids.User{Ann}, others...) {
			e.Played = append(e.Played, store.Played{
				Line: store.Line{At: Noon, Seat: games.Seat(i + 1), Player: who, Words: "join"}})
		}
		done := store.Played{Line: store.Line{At: Noon, Seat: 1, Player: Ann, Words: "done"},
			Tallies: []games.Tally{{Seat: 1, Count: games.SetsAlone, N: sets}}}
		if played {
			done.Tallies = append(done.Tallies, games.Tally{Seat: 1, Count: games.Games, N: 1})
		}
		e.Played = append(e.Played, done)
		require.NoError(t, s.Append(t.Context(), e))
		return row.ID
	}
	record := func(who ids.User, before store.TableID) store.Record {
		return must(s.SoloRecord(t.Context(), Guild, "solitaire", who, before))
	}
	require.Zero(t, record(Ann, 99), "unknown player")
	first := solo("solitaire", 15, true)
	solo("solitaire", 20, false)
	solo("solitaire", 21, true, Bob)
	solo("classic", 22, true)
	last := solo("solitaire", 19, true)
	require.Zero(t, record(Ann, first))
	require.Equal(t, store.Record{Tables: 1, Best: 15, Sets: 15}, record(Ann, last))
	require.Equal(t, store.Record{Tables: 2, Best: 19, Sets: 34}, record(Ann, last+1))
	require.Zero(t, record(Bob, last+1))
}

// The last games of a player are those that count, newest first, and those of other servers aren't among them.
func testRecentListsGamesThatCount(t *testing.T, open Opener) {
	s := openStore(t, open)
	row := store.Table{Guild: Guild, Channel: Channel, Game: "classic"}
	require.Empty(t, must(s.Recent(t.Context(), Guild, Ann, 10)))
	finish(t, s, row, true, games.Tally{Seat: 1, Count: games.Wins, N: 1})
	finish(t, s, row, false)
	finish(t, s, row, true, games.Tally{Seat: 2, Count: games.Wins, N: 1})
	finish(t, s, store.Table{Guild: Guild + 1, Channel: Channel, Game: "classic"}, true)
	row.Game = "solitaire"
	finish(t, s, row, true, games.Tally{Seat: 1, Count: games.Solved, N: 1})
	all := must(s.Recent(t.Context(), Guild, Ann, 10))
	require.Equal(t, []bool{true, false, true}, []bool{all[0].Won, all[1].Won, all[2].Won})
	require.Len(t, all, 3)
	require.Greater(t, all[0].Table, all[2].Table)
	require.Equal(t, all[:2], must(s.Recent(t.Context(), Guild, Ann, 2)))
	require.True(t, must(s.Recent(t.Context(), Guild, Bob, 10))[1].Won)
}
