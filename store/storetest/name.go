package storetest

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/store"
)

func testNamesAreKeptPerGuild(t *testing.T, open Opener) {
	ctx := t.Context()
	s := opened(t, open)
	require.NoError(t, s.SetName(ctx, 1, 7, "Ann"))
	require.NoError(t, s.SetName(ctx, 1, 7, "Annabel 🂡"))
	require.NoError(t, s.SetName(ctx, 1, 8, strings.Repeat("ß", 300)))
	require.NoError(t, s.SetName(ctx, 2, 7, "Nan"))
	names, err := s.Names(ctx, 1, []store.PlayerID{7, 8, 9})
	require.NoError(t, err)
	require.Equal(t, map[store.PlayerID]string{7: "Annabel 🂡", 8: strings.Repeat("ß", 100)}, names)
	names, err = s.Names(ctx, 3, []store.PlayerID{7})
	require.NoError(t, err)
	require.Empty(t, names)
}
