package sqlite

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"settable/store"
)

func TestMain(m *testing.M) {
	if acted() {
		return
	}
	goleak.VerifyTestMain(m)
}

// opened is a store on a file of its own, closed when the test ends.
func opened(t testing.TB, opt Options) *DB {
	t.Helper()
	s := openedAt(t, filepath.Join(t.TempDir(), "settable.db"), opt)
	// Whoever plays here has the number that Discord gave them, so that a test can write by hand what is theirs.
	for _, who := range []store.PlayerID{ann, bob, cat} {
		_, err := s.tx.ExecContext(t.Context(), `INSERT INTO people (id, discord) VALUES (?1, ?1)`, int64(who))
		require.NoError(t, err)
	}
	return s
}

func openedAt(t testing.TB, path string, opt Options) *DB {
	t.Helper()
	s, err := Open(context.Background(), path, opt)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	return s
}
