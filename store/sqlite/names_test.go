package sqlite

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/store"
)

func TestNamesAreKeptPerGuild(t *testing.T) {
	ctx := context.Background()
	s, err := Open(ctx, filepath.Join(t.TempDir(), "settable.db"), Options{})
	require.NoError(t, err)
	defer s.Close()
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

func TestAliveIsTheLastBeatOfTheProgramBefore(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "settable.db")
	s, err := Open(ctx, path, Options{})
	require.NoError(t, err)
	require.True(t, s.Alive().IsZero(), "nobody was there before")
	beat := time.Now().Add(-time.Hour).Truncate(time.Second)
	require.NoError(t, s.Beat(beat))
	require.NoError(t, s.Close())
	s, err = Open(ctx, path, Options{})
	require.NoError(t, err)
	defer s.Close()
	require.True(t, s.Alive().Equal(beat), "%s, not %s", s.Alive(), beat)
}
