package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/store"
	"settable/store/sqlite"
	"settable/store/storetest"
)

var readOnly = sqlite.Options{ReadOnly: true}

// TestMove copies a database from one file to another. If PostgreSQL is available, it also copies a database to
// PostgreSQL and back.
func TestMove(t *testing.T) {
	path, st := openAfterGame(t)
	tables, err := st.Tables(t.Context(), 0, 100)
	require.NoError(t, err)
	require.NotEmpty(t, tables)
	audit, err := st.Audit(t.Context(), tables[0].Guild)
	require.NoError(t, err)
	require.ErrorIs(t, moveCmd{path, path + ".new"}.Run(t.Context(), streams{}), store.ErrLocked)
	require.NoError(t, st.Close())
	way := []string{path, filepath.Join(t.TempDir(), "moved.db")}
	if storetest.HasPostgres() {
		way = []string{path, storetest.Postgres(t), way[1]}
	}
	for i := 1; i < len(way); i++ {
		var out strings.Builder
		require.NoError(t, moveCmd{way[i-1], way[i]}.Run(t.Context(), streams{out: &out}))
		require.Contains(t, out.String(), "The database is intact")
		err := moveCmd{way[i-1], way[i]}.Run(t.Context(), streams{out: &out})
		require.ErrorContains(t, err, "the database isn't empty")
		require.Equal(t, exitDatabase, exitOf(err))

		at, _, err := database{way[i]}.open(t.Context(), readOnly)
		require.NoError(t, err)
		moved, err := at.Audit(t.Context(), tables[0].Guild)
		require.NoError(t, err)
		require.Equal(t, audit, moved, "the copy must have the same chain heads")
		again, err := at.Tables(t.Context(), 0, 100)
		require.NoError(t, err)
		require.Equal(t, tables, again)
		require.NoError(t, at.Close())
	}
	_, _, err = database{way[0] + ".nowhere"}.existing(t.Context())
	require.Error(t, err)
	require.NoFileExists(t, way[0]+".nowhere")
}

func TestMovedFileKeepsItsMode(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such file modes")
	}
	path, st := openAfterGame(t)
	require.NoError(t, st.Close())
	require.NoError(t, os.Chmod(path, 0o640))
	moved := filepath.Join(t.TempDir(), "moved.db")
	require.NoError(t, moveCmd{path, moved}.Run(t.Context(), streams{out: new(strings.Builder)}))
	at, err := os.Stat(moved)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o640), at.Mode().Perm())
}
