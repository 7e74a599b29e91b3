package sqlstore_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/store"
	"settable/store/sqlite"
	"settable/store/storetest"
)

// TestWhoCameBeforeIsKnownFromTheStart opens a house again: whom it has seen it knows without a connection of
// its own for that, which would read the whole schema once more.
func TestWhoCameBeforeIsKnownFromTheStart(t *testing.T) {
	ctx, path := t.Context(), filepath.Join(t.TempDir(), "settable.db")
	ann, bob := store.PlayerID(910000000000000001), store.PlayerID(910000000000000002)
	s, err := sqlite.Open(ctx, path, sqlite.Options{})
	require.NoError(t, err)
	for _, p := range []store.PlayerID{ann, bob} {
		require.NoError(t, s.SetName(ctx, 1, p, "who came"))
		require.NoError(t, s.Forgetting(ctx, p, storetest.Noon))
	}
	require.NoError(t, s.Forget(ctx, bob))
	require.NoError(t, s.Close())

	s, err = sqlite.Open(ctx, path, sqlite.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	leaving, err := s.Leaving(ctx) // which is told by number, in the middle of an answer
	require.NoError(t, err)
	require.Len(t, leaving, 1)
	require.Equal(t, ann, leaving[0].Player)
	kept, err := s.Kept(ctx, ann)
	require.NoError(t, err)
	require.NotZero(t, kept.Number)
	require.Zero(t, s.Base().LookingUp())

	kept, err = s.Kept(ctx, bob)
	require.NoError(t, err)
	require.Zero(t, kept.Number, "who was forgotten is nobody")
	require.Equal(t, 1, s.Base().LookingUp(), "and is looked for, as anybody may have come since")

	require.NoError(t, s.Forget(ctx, ann))
	kept, err = s.Kept(ctx, ann)
	require.NoError(t, err)
	require.Zero(t, kept.Number, "what was known from the start is forgotten, too")
}
