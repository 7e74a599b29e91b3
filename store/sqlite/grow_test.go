package sqlite

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/store"
)

// Commits overwrite a WAL with preallocated space in place. A program that opens the files after a crash ignores the
// bytes after the last commit.
func TestPreallocatedWAL(t *testing.T) {
	s := newStore(t, Options{WAL: RoomyWAL})
	table := seated(t, s, channel)
	played(t, s, table.ID, 0, said(ann, "join", "m0"))
	for n := range 40 {
		played(t, s, table.ID, 1+n, said(ann, "set a b c", store.Source(fmt.Sprint("s", n))))
		at := must(os.Stat(s.path + "-wal"))
		require.EqualValues(t, RoomyWAL, at.Size())
	}
	crashed := filepath.Join(t.TempDir(), "crashed.db")
	for _, end := range []string{"", "-wal"} {
		bytes := must(os.ReadFile(s.path + end))
		require.NoError(t, os.WriteFile(crashed+end, bytes, 0o600))
	}
	again := openAt(t, crashed, Options{WAL: RoomyWAL})
	require.Equal(t, dump(t, s), dump(t, again))
	played(t, again, table.ID, 41, said(ann, "set a b c", "more"))
	require.NoError(t, again.Check(t.Context()))
}
