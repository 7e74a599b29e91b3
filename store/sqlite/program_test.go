package sqlite

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/store"
)

func TestAliveReturnsThePreviousProgramsHeartbeat(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "settable.db")
	s := must(Open(ctx, path, Options{}))
	at := must(s.Alive(ctx))
	require.True(t, at.IsZero(), "no program used the database before")
	beat := time.Now().Add(-time.Hour).Truncate(time.Second)
	require.NoError(t, s.Beat(beat))
	require.NoError(t, s.Close())
	s = must(Open(ctx, path, Options{}))
	defer s.Close()
	at = must(s.Alive(ctx))
	require.True(t, at.Equal(beat), "%s, not %s", at, beat)
}

// Each database has its own key, which never changes.
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
	require.NotEqual(t, key, other, "each database must have its own key")
}
