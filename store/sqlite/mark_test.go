package sqlite

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"log/slog"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"settable/store"
)

// isFullyChecked opens and closes a database, and reports whether SQLite checked the whole file, whatever the result.
func isFullyChecked(t *testing.T, path string) bool {
	t.Helper()
	var said strings.Builder
	s, err := Open(t.Context(), path, Options{Log: slog.New(slog.NewTextHandler(&said, nil))})
	if err != nil {
		require.ErrorContains(t, err, "restore a backup")
		return true
	}
	require.NoError(t, s.Close())
	return strings.Contains(said.String(), "checked the whole database")
}

// A file that is byte for byte the same as when it was closed is opened without a full check. A file that wasn't
// closed, has a changed byte or is longer is checked.
func TestUnchangedFileIsNotChecked(t *testing.T) {
	path := filledDatabase(t)
	require.False(t, isFullyChecked(t, path))
	require.False(t, isFullyChecked(t, path), "a second clean start")

	text := must(os.ReadFile(path))
	mark := must(os.ReadFile(path + ".lock"))
	put := func(db, beside []byte) {
		require.NoError(t, os.WriteFile(path, db, 0o600))
		require.NoError(t, os.WriteFile(path+".lock", beside, 0o600))
	}
	word := bytes.LastIndex(text, []byte("xxxx")) // part of a line: SQLite doesn't notice
	for _, at := range []int{word, 28, 60, 4096, len(text) - 1} {
		flipped := bytes.Clone(text)
		flipped[at] ^= 1
		put(flipped, mark)
		require.True(t, isFullyChecked(t, path), "byte %d has changed", at)
		put(text, mark)
		require.False(t, isFullyChecked(t, path), "the file has its old content again")
	}
	put(append(bytes.Clone(text), make([]byte, 4096)...), mark)
	require.True(t, isFullyChecked(t, path), "the file is longer")
	put(text, []byte("1 bytes of what"))
	require.True(t, isFullyChecked(t, path), "the mark is unreadable")
	require.False(t, isFullyChecked(t, path), "the last run closed the file cleanly")
	require.NoError(t, os.WriteFile(path+"-wal", []byte("what is left"), 0o600))
	require.True(t, isFullyChecked(t, path), "a WAL is left next to the file")
}

// A reader checks a file that a writer has open, and leaves its mark unchanged.
func TestReaderKeepsTheMark(t *testing.T) {
	path := filledDatabase(t)
	mark := must(os.ReadFile(path + ".lock"))
	openAt(t, path, Options{ReadOnly: true})
	after := must(os.ReadFile(path + ".lock"))
	require.Equal(t, string(mark), string(after))
}

// However often a file is closed cleanly, it is checked once a week. The start checks it if the nightly maintenance
// hasn't.
func TestFileIsCheckedWeekly(t *testing.T) {
	path := filledDatabase(t)
	synctest.Test(t, func(t *testing.T) {
		require.True(t, isFullyChecked(t, path), "the last check is in the future")
		for range 2 {
			for range 3 {
				time.Sleep(2 * 24 * time.Hour)
				require.False(t, isFullyChecked(t, path))
			}
			time.Sleep(25 * time.Hour)
			require.True(t, isFullyChecked(t, path))
		}
		s := must(Open(t.Context(), path, Options{}))
		time.Sleep(8 * 24 * time.Hour)
		require.NoError(t, s.Verify(t.Context()), "the nightly check")
		require.NoError(t, s.Close())
		require.False(t, isFullyChecked(t, path))
	})
}

// A nightly check reports the damage that it finds. The next start checks again and refuses the file.
func TestNightlyCheckFindsDamage(t *testing.T) {
	path := filledDatabase(t)
	text := must(os.ReadFile(path))
	lines := bytes.LastIndex(text, []byte("xxxx")) / 4096 // a page with lines
	copy(text[lines*4096:], "is no page any more")
	require.NoError(t, os.WriteFile(path, text, 0o600))
	mark := fmt.Sprintf("%d bytes %08x looked through %d\n", len(text),
		crc32.Checksum(text, crc32.MakeTable(crc32.Castagnoli)), time.Now().Unix())
	require.NoError(t, os.WriteFile(path+".lock", []byte(mark), 0o600))
	s := openAt(t, path, Options{}) // as if it had been damaged since then
	err := s.Verify(t.Context())
	require.ErrorContains(t, err, "this database is damaged: keep a copy and restore a backup")
	require.NoError(t, s.Close())
	require.True(t, isFullyChecked(t, path))
	_, err = Open(t.Context(), path, Options{})
	require.ErrorIs(t, err, store.ErrDamaged)
}
