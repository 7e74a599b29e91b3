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
