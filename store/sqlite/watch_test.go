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

// watched is a store in use, and how often it has said that its file is lost.
type watched struct {
	*DB
	table store.Table
	lines int
	lost  atomic.Int32
}

func newWatched(t *testing.T) *watched {
	t.Helper()
	w := &watched{}
	s, err := Open(t.Context(), filepath.Join(t.TempDir(), "settable.db"), Options{Lost: func(err error) {
		if errors.Is(err, store.ErrReplaced) {
			w.lost.Add(1)
		}
	}})
	require.NoError(t, err)
	w.DB, w.table = s, seated(t, s, channel+5000)
	t.Cleanup(func() {
		require.NoError(t, s.Close())
		if s.lost.Load() { // only the end of the program closes these
			require.NoError(t, errors.Join(s.base.Tx.Close(), s.watch.Close()))
		}
	})
	require.NoError(t, w.play())
	return w
}

func (w *watched) play() error {
	err := w.Append(context.Background(), store.Entry{Table: w.table.ID, After: w.lines, Played: []store.Played{
		{Line: store.Line{At: noon, Seat: games.Clock, Words: "away 1"}}}})
	if err == nil {
		w.lines++
	}
	return err
}

// TestNothingIsSaidToBeWrittenWhereNobodyFindsIt takes the file away before, in and between commits: every write gets
// an error, and the host is told once.
func TestNothingIsSaidToBeWrittenWhereNobodyFindsIt(t *testing.T) {
	gamestest.Unraced(t)
	checkpointed := func(t *testing.T, w *watched) {
		_, err := w.base.Tx.ExecContext(t.Context(), `PRAGMA wal_checkpoint(RESTART)`)
		require.NoError(t, err)
		require.NoError(t, w.watch.Note())
	}
	for name, take := range map[string]func(*testing.T, *watched){
		"deleted": func(t *testing.T, w *watched) { require.NoError(t, os.Remove(w.path)) },
		"deleted in a commit": func(t *testing.T, w *watched) {
			err := w.base.Write(t.Context(), func(*sqlstore.Tx) error { return os.Remove(w.path) }, nil)
			require.ErrorIs(t, err, store.ErrReplaced, "it is committed to a file that has no name")
		},
		"cut off in a commit": func(t *testing.T, w *watched) {
			checkpointed(t, w)
			err := w.base.Write(t.Context(), func(*sqlstore.Tx) error {
				at, err := os.Stat(w.path)
				require.NoError(t, err)
				return os.Truncate(w.path, at.Size()-4096)
			}, nil)
			require.ErrorIs(t, err, store.ErrReplaced)
		},
		"another, written over it in a commit": func(t *testing.T, w *watched) {
			path := filepath.Join(t.TempDir(), "other.db")
			other, err := Open(t.Context(), path, Options{})
			require.NoError(t, err)
			require.NoError(t, other.Close())
			theirs, err := os.ReadFile(path)
			require.NoError(t, err)
			err = w.base.Write(t.Context(), func(*sqlstore.Tx) error {
				f, err := os.OpenFile(w.path, os.O_WRONLY, 0)
				require.NoError(t, err)
				_, err = f.Write(theirs)
				return errors.Join(err, f.Close())
			}, nil)
			require.ErrorIs(t, err, store.ErrReplaced, "it is committed to a WAL that is of no file any more")
		},
		"an older copy of it, renamed": func(t *testing.T, w *watched) {
			copied := w.path + ".bak"
			_, err := w.Backup(t.Context(), copied)
			require.NoError(t, err)
			require.NoError(t, w.play())
			require.NoError(t, os.Rename(copied, w.path))
		},
		"an older copy of it, written over it": func(t *testing.T, w *watched) {
			checkpointed(t, w)
			before, err := os.ReadFile(w.path)
			require.NoError(t, err)
			require.NoError(t, w.play())
			checkpointed(t, w) // from here on all is read from the file
			f, err := os.OpenFile(w.path, os.O_WRONLY, 0)
			require.NoError(t, err)
			_, err = f.Write(before)
			require.NoError(t, errors.Join(err, f.Close()))
		},
		"its WAL cut off": func(t *testing.T, w *watched) { require.NoError(t, os.Truncate(w.path+"-wal", 32)) },
		"a page made zero": func(t *testing.T, w *watched) {
			checkpointed(t, w)
			f, err := os.OpenFile(w.path, os.O_WRONLY, 0)
			require.NoError(t, err)
			_, err = f.WriteAt(make([]byte, 4096), 4096)
			require.NoError(t, errors.Join(err, f.Close()))
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWatched(t)
			take(t, w)
			require.ErrorIs(t, w.play(), store.ErrReplaced)
			require.NotErrorIs(t, w.play(), store.ErrTrouble, "nobody is told that it may be written later")
			require.ErrorIs(t, w.Reconcile(t.Context()), store.ErrReplaced)
			require.EqualValues(t, 1, w.lost.Load())
		})
	}
}

// TestWhatIsAnothersStaysWhole: closing a database whose file was replaced writes nothing into the new file, and
// removes none of its files.
func TestWhatIsAnothersStaysWhole(t *testing.T) {
	files := map[string]int{"renamed": 2, "written over": 1} // of which the WAL is ours: it is put aside
	for name, put := range map[string]func(path string, text []byte) error{
		"renamed": func(path string, text []byte) error {
			return errors.Join(os.WriteFile(path+".other", text, 0o600), os.Rename(path+".other", path))
		},
		"written over": func(path string, text []byte) error { return os.WriteFile(path, text, 0o600) },
	} {
		t.Run(name, func(t *testing.T) {
			w, other := newWatched(t), newWatched(t)
			require.NoError(t, other.play())
			theirs := map[string][]byte{}
			for _, end := range []string{"", "-wal"}[:files[name]] {
				text, err := os.ReadFile(other.path + end)
				require.NoError(t, err)
				require.NotEmpty(t, text)
				theirs[end] = text
				require.NoError(t, put(w.path+end, text))
			}
			require.ErrorIs(t, w.play(), store.ErrReplaced)
			require.NoError(t, w.Close())
			for end, text := range theirs {
				now, err := os.ReadFile(w.path + end)
				require.NoError(t, err)
				require.True(t, bytes.Equal(text, now), end)
			}
		})
	}
}

// TestNothingStaysOpen: a database that was closed holds no file.
func TestNothingStaysOpen(t *testing.T) {
	holds := func(path string) (all []string) {
		files, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Skip("this system does not tell which files a program holds")
		}
		for _, f := range files {
			if to, err := os.Readlink("/proc/self/fd/" + f.Name()); err == nil && strings.HasPrefix(to, path) {
				all = append(all, to)
			}
		}
		return all
	}
	w := newWatched(t)
	require.NotEmpty(t, holds(filepath.Dir(w.path)))
	require.NoError(t, w.Close())
	require.Empty(t, holds(filepath.Dir(w.path)))
}

// TestNobodyWrites has the writer look by itself, within a minute.
func TestNobodyWrites(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWatched(t)
		time.Sleep(time.Hour)
		require.Zero(t, w.lost.Load())
		require.NoError(t, os.Remove(w.path))
		time.Sleep(time.Minute)
		require.EqualValues(t, 1, w.lost.Load())
	})
}

// TestACopyThatWentOnOtherwise is as long as ours and whole, and yet not ours.
func TestACopyThatWentOnOtherwise(t *testing.T) {
	w, ctx := newWatched(t), t.Context()
	checkpoint := func() {
		_, err := w.base.Tx.ExecContext(ctx, `PRAGMA wal_checkpoint(RESTART)`)
		require.NoError(t, errors.Join(err, w.watch.Note()))
	}
	checkpoint()
	ours, err := os.ReadFile(w.path)
	require.NoError(t, err)
	path := w.path + ".other"
	require.NoError(t, os.WriteFile(path, ours, 0o600))
	other, err := Open(ctx, path, Options{})
	require.NoError(t, err)
	require.NoError(t, other.Append(ctx, store.Entry{Table: w.table.ID, After: w.lines, Played: []store.Played{
		{Line: store.Line{At: noon, Seat: games.Clock, Words: "away 2"}}}}))
	require.NoError(t, other.Close())
	require.NoError(t, w.play())
	checkpoint()
	theirs, err := os.ReadFile(path)
	require.NoError(t, err)
	f, err := os.OpenFile(w.path, os.O_WRONLY, 0)
	require.NoError(t, err)
	_, err = f.Write(theirs)
	require.NoError(t, errors.Join(err, f.Close()))
	require.ErrorIs(t, w.play(), store.ErrReplaced)
}

// TestWhatOthersMayDo touches a file, makes a checkpoint and copies it, as other
// programs do: play goes on.
func TestWhatOthersMayDo(t *testing.T) {
	gamestest.Unraced(t)
	w, ctx := newWatched(t), t.Context()
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

// TestADatabaseKeepsItsID has each database bear a number of its own, in the file
// itself, its copies the same.
func TestADatabaseKeepsItsID(t *testing.T) {
	ids := map[uint32]bool{}
	id := func(path string) uint32 {
		whole, err := os.ReadFile(path)
		require.NoError(t, err)
		return uint32(whole[60])<<24 | uint32(whole[61])<<16 | uint32(whole[62])<<8 | uint32(whole[63])
	}
	for range 3 {
		w := newWatched(t)
		is := id(w.path)
		require.NotZero(t, is, "from the first commit on it is in the file")
		require.False(t, ids[is])
		ids[is] = true
		_, err := w.Backup(t.Context(), w.path+".bak")
		require.NoError(t, err)
		require.Equal(t, is, id(w.path+".bak"))
	}
}
