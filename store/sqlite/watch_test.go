package sqlite

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/gamestest"
	"settable/store"
	"settable/store/sqlstore"
)

// watchedStore is an open store that counts how often it reports its file as lost.
type watchedStore struct {
	*DB
	table store.Table
	lines int
	lost  atomic.Int32
}

func newWatchedStore(t *testing.T) *watchedStore {
	t.Helper()
	w := &watchedStore{}
	s := must(Open(t.Context(), filepath.Join(t.TempDir(), "settable.db"), Options{Lost: func(err error) {
		if errors.Is(err, store.ErrReplaced) {
			w.lost.Add(1)
		}
	}}))
	w.DB, w.table = s, seated(t, s, channel+5000)
	t.Cleanup(func() {
		require.NoError(t, s.Close())
		if s.lost.Load() { // only the end of the process closes these
			require.NoError(t, errors.Join(s.base.Tx.Close(), s.watch.Close()))
		}
	})
	require.NoError(t, w.play())
	return w
}

func (w *watchedStore) play() error {
	err := w.Append(context.Background(), store.Entry{Table: w.table.ID, After: w.lines, Played: []store.Played{
		{Line: store.Line{At: noon, Seat: games.Clock, Words: "away 1"}}}})
	if err == nil {
		w.lines++
	}
	return err
}

// The test removes the file before, during and between commits. Every write then returns an error, and the host is told
// once.
func TestWritesToALostFileFail(t *testing.T) {
	gamestest.SkipUnderRace(t)
	checkpointed := func(t *testing.T, w *watchedStore) {
		must(w.base.Tx.ExecContext(t.Context(), `PRAGMA wal_checkpoint(RESTART)`))
		require.NoError(t, w.watch.Note())
	}
	for name, take := range map[string]func(*testing.T, *watchedStore){
		"deleted": func(t *testing.T, w *watchedStore) { require.NoError(t, os.Remove(w.path)) },
		"deleted in a commit": func(t *testing.T, w *watchedStore) {
			err := w.base.Write(t.Context(), func(*sqlstore.Tx) error { return os.Remove(w.path) }, nil)
			require.ErrorIs(t, err, store.ErrReplaced, "the commit went to a deleted file")
		},
		"cut off in a commit": func(t *testing.T, w *watchedStore) {
			checkpointed(t, w)
			err := w.base.Write(t.Context(), func(*sqlstore.Tx) error {
				at := must(os.Stat(w.path))
				return os.Truncate(w.path, at.Size()-4096)
			}, nil)
			require.ErrorIs(t, err, store.ErrReplaced)
		},
		"another, written over it in a commit": func(t *testing.T, w *watchedStore) {
			path := filepath.Join(t.TempDir(), "other.db")
			other := must(Open(t.Context(), path, Options{}))
			require.NoError(t, other.Close())
			theirs := must(os.ReadFile(path))
			err := w.base.Write(t.Context(), func(*sqlstore.Tx) error {
				f := must(os.OpenFile(w.path, os.O_WRONLY, 0))
				_, err := f.Write(theirs)
				return errors.Join(err, f.Close())
			}, nil)
			require.ErrorIs(t, err, store.ErrReplaced, "the commit went to the WAL of a deleted file")
		},
		"an older copy of it, renamed": func(t *testing.T, w *watchedStore) {
			copied := w.path + ".bak"
			must(w.Backup(t.Context(), copied))
			require.NoError(t, w.play())
			require.NoError(t, os.Rename(copied, w.path))
		},
		"an older copy of it, written over it": func(t *testing.T, w *watchedStore) {
			checkpointed(t, w)
			before := must(os.ReadFile(w.path))
			require.NoError(t, w.play())
			checkpointed(t, w) // from here on, SQLite reads everything from the file
			f := must(os.OpenFile(w.path, os.O_WRONLY, 0))
			_, err := f.Write(before)
			require.NoError(t, errors.Join(err, f.Close()))
		},
		"its WAL cut off": func(t *testing.T, w *watchedStore) { require.NoError(t, os.Truncate(w.path+"-wal", 32)) },
		"a page made zero": func(t *testing.T, w *watchedStore) {
			checkpointed(t, w)
			f := must(os.OpenFile(w.path, os.O_WRONLY, 0))
			_, err := f.WriteAt(make([]byte, 4096), 4096)
			require.NoError(t, errors.Join(err, f.Close()))
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWatchedStore(t)
			take(t, w)
			require.ErrorIs(t, w.play(), store.ErrReplaced)
			require.NotErrorIs(t, w.play(), store.ErrTrouble, "the error must not promise a later write")
			require.ErrorIs(t, w.Reconcile(t.Context()), store.ErrReplaced)
			require.EqualValues(t, 1, w.lost.Load())
		})
	}
}

// After a database file has been replaced, closing the database writes nothing into the new file and removes none of
// its files.
func TestReplacedFileIsNotTouched(t *testing.T) {
	files := map[string]int{"renamed": 2, "written over": 1} // in these cases the WAL is ours and is moved aside
	for name, put := range map[string]func(path string, text []byte) error{
		"renamed": func(path string, text []byte) error {
			return errors.Join(os.WriteFile(path+".other", text, 0o600), os.Rename(path+".other", path))
		},
		"written over": func(path string, text []byte) error { return os.WriteFile(path, text, 0o600) },
	} {
		t.Run(name, func(t *testing.T) {
			w, other := newWatchedStore(t), newWatchedStore(t)
			require.NoError(t, other.play())
			theirs := map[string][]byte{}
			for _, end := range []string{"", "-wal"}[:files[name]] {
				text := must(os.ReadFile(other.path + end))
				require.NotEmpty(t, text)
				theirs[end] = text
				require.NoError(t, put(w.path+end, text))
			}
			require.ErrorIs(t, w.play(), store.ErrReplaced)
			require.NoError(t, w.Close())
			for end, text := range theirs {
				now := must(os.ReadFile(w.path + end))
				require.True(t, bytes.Equal(text, now), end)
			}
		})
	}
}

// A closed database has no open files.
func TestCloseClosesAllFiles(t *testing.T) {
	holds := func(path string) (all []string) {
		files, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Skip("needs /proc/self/fd")
		}
		for _, f := range files {
			if to, err := os.Readlink("/proc/self/fd/" + f.Name()); err == nil && strings.HasPrefix(to, path) {
				all = append(all, to)
			}
		}
		return all
	}
	w := newWatchedStore(t)
	require.NotEmpty(t, holds(filepath.Dir(w.path)))
	require.NoError(t, w.Close())
	require.Empty(t, holds(filepath.Dir(w.path)))
}

// The writer checks the file within a minute even without writes.
func TestLostFileIsNoticedWithoutWrites(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWatchedStore(t)
		time.Sleep(time.Hour)
		require.Zero(t, w.lost.Load())
		require.NoError(t, os.Remove(w.path))
		time.Sleep(time.Minute)
		require.EqualValues(t, 1, w.lost.Load())
	})
}

// A valid copy of the same length that has diverged is not our file.
func TestDivergedCopyIsNotOurs(t *testing.T) {
	w, ctx := newWatchedStore(t), t.Context()
	checkpoint := func() {
		_, err := w.base.Tx.ExecContext(ctx, `PRAGMA wal_checkpoint(RESTART)`)
		require.NoError(t, errors.Join(err, w.watch.Note()))
	}
	checkpoint()
	ours := must(os.ReadFile(w.path))
	path := w.path + ".other"
	require.NoError(t, os.WriteFile(path, ours, 0o600))
	other := must(Open(ctx, path, Options{}))
	played(t, other, w.table.ID, w.lines, store.Played{Line: store.Line{At: noon, Seat: games.Clock, Words: "away 2"}})
	require.NoError(t, other.Close())
	require.NoError(t, w.play())
	checkpoint()
	theirs := must(os.ReadFile(path))
	f := must(os.OpenFile(w.path, os.O_WRONLY, 0))
	_, err := f.Write(theirs)
	require.NoError(t, errors.Join(err, f.Close()))
	require.ErrorIs(t, w.play(), store.ErrReplaced)
}

// If another program touches the file, makes a checkpoint and copies the file, play continues.
func TestHarmlessActionsOfOthers(t *testing.T) {
	gamestest.SkipUnderRace(t)
	w, ctx := newWatchedStore(t), t.Context()
	for _, do := range []func() error{
		func() error { return os.Chtimes(w.path, time.Now(), time.Now().Add(time.Hour)) },
		func() error { return os.Chmod(w.path, 0o640) },
		func() error {
			_, err := w.base.Tx.ExecContext(ctx, `PRAGMA wal_checkpoint(FULL)`)
			return err
		},
		func() error {
			_, err := w.Backup(ctx, w.path+".bak")
			return err
		},
		func() error { return os.Link(w.path, w.path+".link") },
	} {
		require.NoError(t, do())
		require.NoError(t, w.play())
		require.NoError(t, w.play())
	}
	require.Zero(t, w.lost.Load())
	require.NoError(t, w.Check(ctx))
}

// Each database has an id in the file itself, which its copies share.
func TestDatabaseID(t *testing.T) {
	ids := map[uint32]bool{}
	id := func(path string) uint32 {
		whole := must(os.ReadFile(path))
		return uint32(whole[60])<<24 | uint32(whole[61])<<16 | uint32(whole[62])<<8 | uint32(whole[63])
	}
	for range 3 {
		w := newWatchedStore(t)
		is := id(w.path)
		require.NotZero(t, is, "the file has its id after the first commit")
		require.False(t, ids[is])
		ids[is] = true
		must(w.Backup(t.Context(), w.path+".bak"))
		require.Equal(t, is, id(w.path+".bak"))
	}
}
