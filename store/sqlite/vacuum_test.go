package sqlite

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/gamestest"
	"settable/store"
	"settable/store/disktest"
)

// longPast is a past with some long games beside: what they took is worth giving back.
func longPast(t *testing.T, s *DB, seed uint64) {
	t.Helper()
	past(t, s, seed)
	for i := range 4 {
		e := store.Entry{Table: seated(t, s, channel+2000+store.ChannelID(i)).ID, Over: true}
		for n := range 200 {
			e.Played = append(e.Played, said(ann, fmt.Sprint("set ", n, strings.Repeat(" a b c", 20)), "",
				games.Tally{Seat: 1, Count: games.Sets, N: 1}))
		}
		require.NoError(t, s.Append(t.Context(), e))
	}
}

// compactedAll compacts every table that is over, and gives back what is free, a few pages at a time.
func (s *DB) compactedAll(t testing.TB) (given int64) {
	t.Helper()
	_, _, err := s.Compact(t.Context(), noon.Add(24*time.Hour), 0, 1000)
	require.NoError(t, err)
	for more := int64(1); more > 0; given += more {
		more, _, err = s.Vacuum(t.Context(), 16)
		require.NoError(t, err)
	}
	return given
}

// length is how long the file is after a checkpoint of as much as may be.
func (w *watched) length(t *testing.T) int64 {
	t.Helper()
	_, err := w.base.Tx.ExecContext(t.Context(), `PRAGMA wal_checkpoint(PASSIVE)`)
	require.NoError(t, err)
	at, err := os.Stat(w.path)
	require.NoError(t, err)
	return at.Size()
}

// TestTheFileGetsShorter compacts games, returns free pages, and plays on, with the watch over the file in every
// commit; then a file that was cut off is still noticed.
func TestTheFileGetsShorter(t *testing.T) {
	w := newWatched(t)
	longPast(t, w.DB, 5)
	was := w.length(t)
	require.NoError(t, w.play())
	told := saidOf(t, w.DB, noon.Add(48*time.Hour))
	require.Greater(t, w.compactedAll(t), int64(16))
	require.Zero(t, one(t, w.DB, `PRAGMA freelist_count`))
	require.Empty(t, cmp.Diff(told, saidOf(t, w.DB, noon.Add(48*time.Hour))))
	require.NoError(t, w.play())
	is := w.length(t)
	require.Less(t, is, was*3/4)
	require.NoError(t, w.play())
	require.NoError(t, w.Check(t.Context()))
	require.Zero(t, w.lost.Load())

	require.NoError(t, os.Truncate(w.path, w.length(t)-4096))
	require.ErrorIs(t, w.play(), store.ErrReplaced)
	require.EqualValues(t, 1, w.lost.Load())
}

// TestTheFileGetsShorterBesideReaders has readers hold up checkpoints, while the database grows
// and is vacuumed, in any order: the watch says nothing.
func TestTheFileGetsShorterBesideReaders(t *testing.T) {
	w, ctx := newWatched(t), t.Context()
	r := rand.New(rand.NewPCG(3, 9))
	raw(t, w.DB, `CREATE TABLE heap (n INTEGER PRIMARY KEY, stuff BLOB)`)
	var shorter bool
	for last := int64(0); !shorter || r.IntN(20) > 0; {
		reader, err := w.base.Readers.BeginTx(ctx, nil)
		require.NoError(t, err)
		var n int
		require.NoError(t, reader.QueryRowContext(ctx, `SELECT count(*) FROM heap`).Scan(&n))
		for range r.IntN(4) {
			switch r.IntN(3) {
			case 0:
				raw(t, w.DB, `INSERT INTO heap (stuff) SELECT zeroblob(3000) FROM pragma_function_list LIMIT 40`)
			case 1:
				raw(t, w.DB, fmt.Sprintf(`DELETE FROM heap WHERE n %% 3 = %d`, r.IntN(3)))
				fallthrough
			default:
				_, _, err := w.Vacuum(ctx, r.IntN(50))
				require.NoError(t, err)
			}
			if r.IntN(2) == 0 { // held up by the reader
				w.length(t)
			}
			require.NoError(t, w.play())
		}
		require.NoError(t, reader.Rollback())
		is := w.length(t)
		require.NoError(t, w.play())
		shorter, last = shorter || is < last, is
	}
	raw(t, w.DB, `DROP TABLE heap`)
	require.NoError(t, w.Check(ctx))
	require.Zero(t, w.lost.Load())
}

// compactOnAndOn compacts one game after the other and gives a few pages back after each,
// until all is done or one fails.
func (s *DB) compactOnAndOn(ctx context.Context, last store.TableID) (store.TableID, error) {
	for n, err := 1, error(nil); ; {
		from := last
		if last, n, err = s.Compact(ctx, noon.Add(24*time.Hour), from, 1); err != nil {
			return from, err
		}
		given, _, err := s.Vacuum(ctx, 4)
		if err != nil || n+int(given) == 0 {
			return from, err
		}
	}
}

// heldOnDisk is a hall with a past to be compacted, and what the store returns about it.
func heldOnDisk(t *testing.T) (h hall, told []string) {
	t.Helper()
	h = newHall(t)
	s, err := h.open()
	require.NoError(t, err)
	longPast(t, s, 7)
	told = saidOf(t, s, noon.Add(48*time.Hour))
	require.NoError(t, s.Close())
	return h, told
}

// says opens what a disk holds, and finds it sound and saying the same.
func (h hall) says(t *testing.T, told []string) {
	t.Helper()
	s, err := h.open()
	require.NoError(t, err)
	require.NoError(t, s.Check(t.Context()))
	require.Empty(t, cmp.Diff(told, saidOf(t, s, noon.Add(48*time.Hour))))
	require.NoError(t, s.Close())
}

// TestAFullDiskWhileCompacting fills the disk at one write after the other of compacting and vacuuming, for
// good or once: it is said, all else stays as it was, and with room again it goes on to the end.
func TestAFullDiskWhileCompacting(t *testing.T) {
	gamestest.Unraced(t)
	h, told := heldOnDisk(t)
	before := h.disk.Contents()
	writes, runs := 1<<30, 0
	for n := 0; n < writes; n += 1 + writes/gamestest.Times(4, 100) {
		require.NoError(t, h.disk.Load(before.Clone()))
		s, err := h.open()
		require.NoError(t, err)
		h.disk.Break(disktest.Fault{Op: disktest.Write, Code: disktest.Full, Effect: disktest.Half, N: n,
			Lasts: 1 - 2*(runs%2)})
		last, err := s.compactOnAndOn(t.Context(), 0)
		met := h.disk.Mend()
		if n == 0 { // to see how many there are
			require.NoError(t, err)
			writes = met
		} else if err != nil {
			require.ErrorIs(t, err, store.ErrTrouble)
		}
		_, err = s.compactOnAndOn(t.Context(), last)
		require.NoError(t, err)
		require.Zero(t, one(t, s, `PRAGMA freelist_count`))
		require.NoError(t, s.Close())
		require.Less(t, len(h.disk.Contents()[h.path]), len(before[h.path])*3/4)
		h.says(t, told)
		runs++
	}
	require.Greater(t, runs, 3)
}

// TestPowerLossWhileCompacting cuts the power while games are compacted and pages given back.
func TestPowerLossWhileCompacting(t *testing.T) {
	gamestest.Unraced(t)
	h, told := heldOnDisk(t)
	tape := h.disk.Record()
	s, err := h.open()
	require.NoError(t, err)
	_, err = s.compactOnAndOn(t.Context(), 0)
	require.NoError(t, err)
	require.NoError(t, s.Close())
	h.disk.Stop()
	there := newHall(t)
	cutPower(tape, gamestest.Times(5, 150), *lossSeed, func(l loss) {
		require.NoError(t, there.disk.Load(moved(l.left, h, there)))
		there.says(t, told)
	})
}
