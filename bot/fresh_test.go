package bot

import (
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/store/disktest"
	"settable/store/sqlite"
)

// Fresh is where a database lies in which nobody has played yet. It is a copy: to make each anew is a sixth
// of what the tests of a bot do.
func Fresh(t testing.TB) (path string) {
	path = filepath.Join(t.TempDir(), "settable.db")
	require.NoError(t, os.WriteFile(path, fresh(t), 0o600))
	return path
}

func fresh(t testing.TB) []byte {
	unplayed.once.Do(func() {
		disk, err := disktest.NewDisk()
		require.NoError(t, err)
		defer func() { require.NoError(t, disk.Close()) }()
		path := filepath.Join(t.TempDir(), "settable.db")
		s, err := sqlite.Open(t.Context(), path, sqlite.Options{VFS: disk.Name()})
		require.NoError(t, err)
		require.NoError(t, s.Close())
		unplayed.file = disk.Contents()[path]
	})
	require.NotEmpty(t, unplayed.file)
	return unplayed.file
}

var unplayed struct {
	once sync.Once
	file []byte
}
