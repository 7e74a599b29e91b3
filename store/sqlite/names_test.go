package sqlite

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestAliveIsTheLastBeatOfTheProgramBefore(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "settable.db")
	s, err := Open(ctx, path, Options{})
	require.NoError(t, err)
	at, err := s.Alive(ctx)
	require.NoError(t, err)
	require.True(t, at.IsZero(), "nobody was there before")
	beat := time.Now().Add(-time.Hour).Truncate(time.Second)
	require.NoError(t, s.Beat(beat))
	require.NoError(t, s.Close())
	s, err = Open(ctx, path, Options{})
	require.NoError(t, err)
	defer s.Close()
	at, err = s.Alive(ctx)
	require.NoError(t, err)
	require.True(t, at.Equal(beat), "%s, not %s", at, beat)
}
