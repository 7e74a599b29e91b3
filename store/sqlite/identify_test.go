package sqlite

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/store"
)

// Sessions are counted across restarts, so that a crash loop can't exceed Discord's limit.
func TestSessionsAreCountedAcrossRestarts(t *testing.T) {
	path, ctx := filledDatabase(t), t.Context()
	var want []time.Time
	for n := range 5 {
		s := openAt(t, path, Options{})
		at := noon.Add(time.Duration(n) * time.Hour)
		require.NoError(t, s.Identify(ctx, at))
		want = append(want, at.Local())
		got := must(s.Identified(ctx, noon.Add(-time.Second)))
		require.Equal(t, want, got)
		require.NoError(t, s.Close())
	}
	s := openAt(t, path, Options{})
	got := must(s.Identified(ctx, noon.Add(2*time.Hour)))
	require.Equal(t, want[3:], got)
	require.NoError(t, s.Identify(ctx, noon.Add(48*time.Hour+150*time.Minute)))
	got = must(s.Identified(ctx, time.Unix(0, 0)))
	require.Len(t, got, 3, "what is old enough is forgotten")
}

func TestKeyIsStable(t *testing.T) {
	path, ctx := filledDatabase(t), t.Context()
	s := openAt(t, path, Options{})
	key := must(s.Key(ctx))
	require.Len(t, key, store.KeySize)
	require.NotEqual(t, make([]byte, store.KeySize), key)
	require.NoError(t, s.Close())
	s = openAt(t, path, Options{})
	again := must(s.Key(ctx))
	require.Equal(t, key, again)
	for sql, says := range map[string]string{
		`UPDATE secret SET key = zeroblob(32)`:                   "the key is never changed",
		`DELETE FROM secret`:                                     "the key is never deleted",
		`INSERT OR REPLACE INTO secret VALUES (1, zeroblob(32))`: "there is a key",
	} {
		requireRefused(t, s, sql, says)
	}
	other := must(openAt(t, filepath.Join(t.TempDir(), "other.db"), Options{}).Key(ctx))
	require.NotEqual(t, key, other, "each database has its own")
}
