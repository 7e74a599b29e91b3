package sqlite

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"settable/store"
	"settable/store/ids"
)

// finishedGame returns a finished game in a channel.
func finishedGame(t *testing.T, st *DB, in ids.Channel, at time.Time) (id store.TableID) {
	t.Helper()
	row := must(st.OpenTable(t.Context(), store.Table{Guild: 7, Channel: in, Game: "classic", Opener: 11,
		Opened: at.Add(-time.Hour)}, ""))
	var all []store.Played
	for n := range 100 {
		all = append(all, store.Played{Line: store.Line{At: at, Seat: 1, Player: 11, Words: fmt.Sprint("set ", n)}})
	}
	require.NoError(t, st.Append(t.Context(), store.Entry{Table: row.ID, Played: all, Over: true}))
	return row.ID
}

// Games that ended before the retention period are compacted, except those that a monthly leaderboard still counts.
func TestOldGamesAreCompacted(t *testing.T) {
	st := must(Open(t.Context(), filepath.Join(t.TempDir(), "settable.db"), Options{}))
	defer st.Close()
	day := 24 * time.Hour
	young, month, year := finishedGame(t, st, 1, noon.Add(-20*day)), finishedGame(t, st, 2, noon.Add(-50*day)),
		finishedGame(t, st, 3, noon.Add(-400*day))
	f := Maintenance{Database: st, Keep: 365 * day, Now: func() time.Time { return noon }}
	compacted := func(id store.TableID) bool {
		_, err := st.Lines(t.Context(), id)
		if !errors.Is(err, store.ErrCompacted) {
			require.NoError(t, err)
		}
		return err != nil
	}
	n := must(f.Compact(t.Context()))
	require.Equal(t, 1, n)
	require.True(t, compacted(year))
	require.False(t, compacted(month))
	f.Keep = day
	must(f.Compact(t.Context()))
	require.True(t, compacted(month))
	require.False(t, compacted(young))
	given, left, err := f.Vacuum(t.Context())
	require.NoError(t, err)
	require.Positive(t, given)
	require.Zero(t, left)
	f.Now = func() time.Time { return time.Unix(60, 0) }
	n, err = f.Compact(t.Context())
	require.NoError(t, err, "even if the clock says 1970")
	require.Zero(t, n)
	require.NoError(t, st.Check(t.Context()))
}

// fullDiskStore is a database with three games to compact, on a disk that becomes full once.
type fullDiskStore struct {
	mu        sync.Mutex // the test reads and changes it during maintenance
	compacted []time.Time
	fails     bool
	damaged   bool
	free      int64 // pages
}

func (s *fullDiskStore) Compact(_ context.Context, _ time.Time, after store.TableID, _ int) (
	store.TableID, int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fails {
		s.fails = false
		return after + 1, 0, errors.New("the disk is full: make room")
	}
	if after == 3 {
		return 0, 0, nil
	}
	s.compacted, s.free = append(s.compacted, time.Now()), s.free+100
	return after + 1, 1, nil
}

func (s *fullDiskStore) Vacuum(_ context.Context, most int) (given, left int64, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	given = min(s.free, int64(most))
	s.free -= given
	return given, s.free, nil
}

func (s *fullDiskStore) Verify(context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.damaged {
		return errors.New("this database is damaged: restore a backup")
	}
	return nil
}

func (s *fullDiskStore) damage() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.damaged = true
}

// compactedAt returns the times at which a game was compacted.
func (s *fullDiskStore) compactedAt() []time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.compacted)
}

// Maintenance runs only in the quiet hours, once a day, and returns free pages. It logs a failure once and retries the
// next day.
func TestMaintenanceRunsInQuietHours(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log syncBuffer
		s := &fullDiskStore{fails: true}
		ctx, end := context.WithCancel(t.Context())
		go Maintenance{Database: s, Keep: time.Hour, Now: time.Now,
			Log: slog.New(slog.NewTextHandler(&log, nil))}.Run(ctx)
		time.Sleep(24 * time.Hour)
		synctest.Wait()
		require.Empty(t, s.compactedAt())
		require.Equal(t, 1, strings.Count(log.String(), "\n"), log.String())
		require.Contains(t, log.String(), "make room")
		time.Sleep(24 * time.Hour)
		synctest.Wait()
		require.Len(t, s.compactedAt(), 3)
		for _, at := range s.compactedAt() {
			require.Contains(t, []int{3, 4, 5}, at.Hour())
		}
		require.Contains(t, log.String(), "games=3")
		_, left, err := s.Vacuum(t.Context(), 0)
		require.NoError(t, err)
		require.Zero(t, left)
		require.Contains(t, log.String(), "bytes=1228800", "all 300 free pages")
		require.NotContains(t, log.String(), "damaged")
		s.damage()
		time.Sleep(24 * time.Hour)
		synctest.Wait()
		require.Equal(t, 1, strings.Count(log.String(), "damaged: restore a backup"))
		end()
		synctest.Wait()
	})
}
