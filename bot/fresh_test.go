package bot

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/store/sqlite"
	"settable/store/storetest"
)

// EmptyDatabase creates a database that contains no games, and returns its path.
func EmptyDatabase(t testing.TB) (path string) {
	path = filepath.Join(t.TempDir(), "settable.db")
	require.NoError(t, os.WriteFile(path, emptyDatabase(t), 0o600))
	return path
}

var emptyDatabase = storetest.EmptyDatabase(func(path string) error {
	s, err := sqlite.Open(context.Background(), path, sqlite.Options{})
	if err != nil {
		return err
	}
	return s.Close()
})
