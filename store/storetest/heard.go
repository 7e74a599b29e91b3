package storetest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"settable/store"
)

// testHeardNeverGoesDown: what was judged is kept by itself and together with lines.
func testHeardNeverGoesDown(t *testing.T, open Opener) {
	ctx, s := t.Context(), opened(t, open)
	table := Evening(t, s)
	heard := func() int64 {
		row, err := s.Table(ctx, table.ID)
		require.NoError(t, err)
		return row.Heard
	}
	require.Zero(t, heard())
	require.NoError(t, s.Heard(ctx, table.ID, 7))
	require.NoError(t, s.Heard(ctx, table.ID, 5))
	require.EqualValues(t, 7, heard())
	lines, err := s.Lines(ctx, table.ID)
	require.NoError(t, err)
	entry := store.Entry{Table: table.ID, After: len(lines), Heard: 9,
		Played: []store.Played{{Line: Said(Ann, "join", "m900").Line}}}
	require.NoError(t, s.Append(ctx, entry))
	require.EqualValues(t, 9, heard())
	require.ErrorIs(t, s.Append(ctx, entry), store.ErrPlayed)
	require.ErrorIs(t, s.Heard(ctx, table.ID+1, 7), store.ErrNoTable)
}

// testAnEntryIsKeptWhole: of an entry that says several things of its table, each is kept.
func testAnEntryIsKeptWhole(t *testing.T, open Opener) {
	ctx, s := t.Context(), opened(t, open)
	table := Seated(t, s, Channel)
	now := func(e store.Entry) store.Table {
		t.Helper()
		e.Table, e.Called = table.ID, store.Called{Player: Ann, Name: e.Played[0].Line.Words}
		require.NoError(t, s.Append(ctx, e))
		row, err := s.Table(ctx, table.ID)
		require.NoError(t, err)
		require.Equal(t, e.Heard, row.Heard)
		names, err := s.Names(ctx, Guild, []store.PlayerID{Ann})
		require.NoError(t, err)
		require.Equal(t, e.Called.Name, names[Ann])
		return row
	}
	row := now(store.Entry{Heard: 1, Asleep: true, Played: []store.Played{Said(Ann, "join", ""), Dealt("wait")}})
	require.Equal(t, 2, row.Asleep, "the last line of the entry")
	row = now(store.Entry{After: 2, Heard: 2, Woke: true, Played: []store.Played{Said(Ann, "look", "")}})
	require.Zero(t, row.Asleep)
	row = now(store.Entry{After: 3, Heard: 3, Asleep: true, Over: true,
		Played: []store.Played{Said(Ann, "end", "")}})
	require.Equal(t, 4, row.Asleep)
	require.Equal(t, Noon, row.Closed)
	require.NoError(t, s.Check(ctx))
}
