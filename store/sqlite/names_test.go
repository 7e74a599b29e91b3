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
	s := must(Open(ctx, path, Options{}))
	at := must(s.Alive(ctx))
	require.True(t, at.IsZero(), "nobody was there before")
	beat := time.Now().Add(-time.Hour).Truncate(time.Second)
	require.NoError(t, s.Beat(beat))
	require.NoError(t, s.Close())
	s = must(Open(ctx, path, Options{}))
	defer s.Close()
	at = must(s.Alive(ctx))
	require.True(t, at.Equal(beat), "%s, not %s", at, beat)
}
