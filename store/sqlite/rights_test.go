//go:build linux || darwin || freebsd

package sqlite_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/store/sqlite"
)

// Files that root creates belong to the service's user, and copies have the mode of the database.
func TestRootLeavesFilesToTheirOwner(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give files away")
	}
	const service = 65532
	folder := t.TempDir()
	path, backup := filepath.Join(folder, "settable.db"), filepath.Join(t.TempDir(), "kept.db")
	owner := func(name string) uint32 {
		at, err := os.Stat(name)
		require.NoError(t, err)
		return at.Sys().(*syscall.Stat_t).Uid
	}
	mode := func(name string) os.FileMode {
		at, err := os.Stat(name)
		require.NoError(t, err)
		return at.Mode().Perm()
	}
	open := func() *sqlite.DB {
		db, err := sqlite.Open(t.Context(), path, sqlite.Options{})
		require.NoError(t, err)
		return db
	}
	require.NoError(t, open().Close())
	require.NoError(t, os.Chown(folder, service, service))
	require.NoError(t, os.Chown(path, service, service))
	require.NoError(t, os.Chmod(path, 0o640))
	db := open()
	_, err := db.Backup(t.Context(), backup)
	require.NoError(t, err)
	require.NoError(t, db.Close())
	require.EqualValues(t, service, owner(backup))
	require.Equal(t, os.FileMode(0o640), mode(backup))
	_, err = sqlite.Restore(t.Context(), backup, path, nil)
	require.NoError(t, err)
	for _, name := range []string{path, path + ".lock"} {
		require.EqualValues(t, service, owner(name), name)
	}
	require.Equal(t, os.FileMode(0o640), mode(path))

	// A new database belongs to the owner of its folder, whether restored from a backup or created empty, as by `settable move`.
	restored, created := filepath.Join(folder, "restored.db"), filepath.Join(folder, "created.db")
	_, err = sqlite.Restore(t.Context(), backup, restored, nil)
	require.NoError(t, err)
	require.EqualValues(t, service, owner(restored))
	db, err = sqlite.Open(t.Context(), created, sqlite.Options{})
	require.NoError(t, err)
	for _, name := range []string{created, created + "-wal", created + "-shm", created + ".lock"} {
		require.EqualValues(t, service, owner(name), name)
	}
	require.NoError(t, db.Close())
}

// The next start removes the unfinished copy of a killed `settable backup`, but not a copy that is still being written.
func TestUnfinishedBackupIsRemoved(t *testing.T) {
	path := filepath.Join(t.TempDir(), "settable.db")
	old, current := path+".20260101T000000Z.bak.part", path+".20260102T000000Z.bak.part"
	for _, name := range []string{old, current} {
		require.NoError(t, os.WriteFile(name, nil, 0o600))
	}
	yesterday := time.Now().Add(-24 * time.Hour)
	require.NoError(t, os.Chtimes(old, yesterday, yesterday))
	db, err := sqlite.Open(t.Context(), path, sqlite.Options{})
	require.NoError(t, err)
	require.NoError(t, db.Close())
	require.NoFileExists(t, old)
	require.FileExists(t, current)
}
