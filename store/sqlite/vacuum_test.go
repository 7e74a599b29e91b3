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
	"settable/store/ids"
)

// playLongHistory creates a history with some additional long games, which makes vacuuming worthwhile.
func playLongHistory(t *testing.T, s *DB, seed uint64) {
	t.Helper()
	playHistory(t, s, seed)
	for i := range 4 {
		e := store.Entry{Table: seated(t, s, channel+2000+ids.Channel(i)).ID, Over: true}
		for n := range 200 {
			e.Played = append(e.Played, said(ann, fmt.Sprint("set ", n, strings.Repeat(" a b c", 20)), "",
				games.Tally{Seat: 1, Count: games.Sets, N: 1}))
		}
		require.NoError(t, s.Append(t.Context(), e))
	}
}

// compactAll compacts every closed table and returns free pages, a few at a time.
func (s *DB) compactAll(t testing.TB) (given int64) {
	t.Helper()
	_, _, err := s.Compact(t.Context(), noon.Add(24*time.Hour), 0, 1000)
	require.NoError(t, err)
	for more := int64(1); more > 0; given += more {
		more, _, err = s.Vacuum(t.Context(), 16)
		require.NoError(t, err)
	}
	return given
}

// length returns the length of the file after a full checkpoint.
func (w *watchedStore) length(t *testing.T) int64 {
	t.Helper()
	must(w.base.Tx.ExecContext(t.Context(), `PRAGMA wal_checkpoint(PASSIVE)`))
	at := must(os.Stat(w.path))
	return at.Size()
}

// The test compacts games and returns free pages while play continues and every commit checks the file. A file that is
// truncated afterwards is still noticed.
func TestVacuumShrinksTheFile(t *testing.T) {
	w := newWatchedStore(t)
	playLongHistory(t, w.DB, 5)
	was := w.length(t)
	require.NoError(t, w.play())
	told := allResults(t, w.DB, noon.Add(48*time.Hour))
	require.Greater(t, w.compactAll(t), int64(16))
	require.Zero(t, queryNumber(t, w.DB, `PRAGMA freelist_count`))
	require.Empty(t, cmp.Diff(told, allResults(t, w.DB, noon.Add(48*time.Hour))))
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

// Readers delay checkpoints while the database grows and is vacuumed in any order. The check of the file finds no
// problem.
func TestVacuumWithReaders(t *testing.T) {
	w, ctx := newWatchedStore(t), t.Context()
	r := rand.New(rand.NewPCG(3, 9))
	raw(t, w.DB, `CREATE TABLE heap (n INTEGER PRIMARY KEY, stuff BLOB)`)
	var shorter bool
	for last := int64(0); !shorter || r.IntN(20) > 0; {
		reader := must(w.base.Readers.BeginTx(ctx, nil))
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
			if r.IntN(2) == 0 { // delayed by the reader
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

// compactInSteps compacts one game after another and returns a few pages after each. It stops when all games are done
// or one fails.
func (s *DB) compactInSteps(ctx context.Context, last store.TableID) (store.TableID, error) {
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

// historyOnDisk returns a folder with a history to compact, and what the store reports about it.
func historyOnDisk(t *testing.T) (h testFolder, told []string) {
	t.Helper()
	h = newTestFolder(t)
	s := must(h.open())
	playLongHistory(t, s, 7)
	told = allResults(t, s, noon.Add(48*time.Hour))
	require.NoError(t, s.Close())
	return h, told
}

// requireResults opens the contents of a disk and requires that the database is valid and reports the same results.
func (h testFolder) requireResults(t *testing.T, told []string) {
	t.Helper()
	s := must(h.open())
	require.NoError(t, s.Check(t.Context()))
	require.Empty(t, cmp.Diff(told, allResults(t, s, noon.Add(48*time.Hour))))
	require.NoError(t, s.Close())
}

// The test makes each write of compacting and vacuuming fail in turn, because the disk is full once or permanently. The
// store reports the error, and nothing else changes. Once the disk has space again, the work continues to the end.
func TestFullDiskWhileCompacting(t *testing.T) {
	gamestest.SkipUnderRace(t)
	h, told := historyOnDisk(t)
	before := h.disk.Contents()
	writes, runs := 1<<30, 0
	for n := 0; n < writes; n += 1 + writes/gamestest.Times(4, 100) {
		require.NoError(t, h.disk.Load(before.Clone()))
		s := must(h.open())
		h.disk.Break(disktest.Fault{Op: disktest.Write, Code: disktest.Full, Effect: disktest.Half, N: n,
			Lasts: 1 - 2*(runs%2)})
		last, err := s.compactInSteps(t.Context(), 0)
		met := h.disk.Mend()
		if n == 0 { // counts the writes
			require.NoError(t, err)
			writes = met
		} else if err != nil {
			require.ErrorIs(t, err, store.ErrTrouble)
		}
		must(s.compactInSteps(t.Context(), last))
		require.Zero(t, queryNumber(t, s, `PRAGMA freelist_count`))
		require.NoError(t, s.Close())
		require.Less(t, len(h.disk.Contents()[h.path]), len(before[h.path])*3/4)
		h.requireResults(t, told)
		runs++
	}
	require.Greater(t, runs, 3)
}

// If the power is cut while games are compacted and pages returned, the store reports the same results as before.
func TestPowerLossWhileCompacting(t *testing.T) {
	gamestest.SkipUnderRace(t)
	h, told := historyOnDisk(t)
	tape := h.disk.Record()
	s := must(h.open())
	must(s.compactInSteps(t.Context(), 0))
	require.NoError(t, s.Close())
	h.disk.Stop()
	there := newTestFolder(t)
	cutPower(tape, gamestest.Times(5, 150), *lossSeed, func(l loss) {
		require.NoError(t, there.disk.Load(withFolder(l.left, h, there)))
		there.requireResults(t, told)
	})
}
