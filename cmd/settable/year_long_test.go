package main

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/gamestest"
	"settable/store"
	"settable/store/sqlite"
)

var (
	yearDays = flag.Int("days", 0, "how many days TestAYear plays; 0: one, or four where tests are long")
	yearKept = flag.Int("kept", 0, "how many of these days are kept whole; 0: none")
	yearAt   = flag.String("at", "", "a file that keeps what was played, and is measured if it is there already")
	yearAsks = flag.Int("asked", 1, "how often everything is asked; the middle time counts")
)

// TestAYear reports on a database of the given number of days, before and after compaction: its size, the time to open
// it, and the time for each leaderboard, profile and history. Their contents must stay the same.
func TestAYear(t *testing.T) {
	days := *yearDays
	if days == 0 {
		days = gamestest.Times(1, 4)
	}
	ctx, path := t.Context(), filepath.Join(t.TempDir(), "settable.db")
	y := newYear(t, days, 50, 12)
	y.quick = true
	if *yearAt != "" {
		path = *yearAt
	}
	if _, err := os.Stat(path); err != nil {
		s, err := sqlite.Open(ctx, path, sqlite.Options{})
		require.NoError(t, err)
		lines := y.play(t, s)
		require.NoError(t, s.Close())
		at, err := os.Stat(path)
		require.NoError(t, err)
		t.Logf("%d days, %d games, %d lines of %.1f bytes", days, days*50, lines, float64(at.Size())/float64(lines))
	}
	before := y.measured(t, path)

	if *yearAt != "" { // that database is not changed
		path = filepath.Join(t.TempDir(), "settable.db")
		whole, err := os.ReadFile(*yearAt)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(path, whole, 0o600))
	}
	s, err := sqlite.Open(ctx, path, sqlite.Options{})
	require.NoError(t, err)
	until := y.ends.AddDate(0, 0, -*yearKept)
	if *yearKept == 0 {
		until = y.ends.AddDate(0, 0, 7) // the last game may end later
	}
	began, worst, compacted := time.Now(), time.Duration(0), 0
	for last := store.TableID(0); ; {
		from := time.Now()
		var n int
		last, n, err = s.Compact(ctx, until, last, 1)
		require.NoError(t, err)
		if last == 0 {
			break
		}
		worst, compacted = max(worst, time.Since(from)), compacted+n
	}
	t.Logf("compacted %d games in %v, the longest in %v", compacted, time.Since(began).Round(time.Millisecond),
		worst.Round(time.Microsecond))
	if *yearKept == 0 {
		require.Equal(t, days*50, compacted)
	}
	began = time.Now()
	given, left, err := sqlite.Maintenance{Database: s}.Vacuum(ctx)
	require.NoError(t, err)
	t.Logf("gave %.1f MB back in %v", float64(given)/1e6, time.Since(began).Round(time.Millisecond))
	require.Zero(t, left)
	require.NoError(t, s.Check(ctx))
	require.NoError(t, s.Close())
	require.Equal(t, before, y.measured(t, path))
}

// medianTime returns the median time that something takes.
func medianTime(do func()) time.Duration {
	var took []time.Duration
	for range *yearAsks {
		from := time.Now()
		do()
		took = append(took, time.Since(from))
	}
	slices.Sort(took)
	return took[len(took)/2].Round(10 * time.Microsecond)
}

// measured logs the properties of a database, and returns its all-time leaderboards and its balances.
func (y *year) measured(t *testing.T, path string) (said []any) {
	t.Helper()
	ctx := t.Context()
	at, err := os.Stat(path)
	require.NoError(t, err)
	from := time.Now()
	s, err := sqlite.Open(ctx, path, sqlite.Options{})
	require.NoError(t, err)
	defer s.Close()
	t.Logf("%.1f MB, opened in %v", float64(at.Size())/1e6, time.Since(from).Round(time.Microsecond))
	for _, count := range []games.Count{
		games.Sets, games.Wins, games.Fastest, games.Streak, store.ChipsWon, store.ChipsOwned, store.NightsWon,
	} {
		var took []time.Duration
		for _, days := range []int{1, 7, 31, 0} {
			b := store.Board{Guild: y.guild, Count: count, Since: y.ends.AddDate(0, 0, -days)}
			if days == 0 {
				b.Since = time.Time{}
			}
			var page store.Page
			took = append(took, medianTime(func() {
				page, err = s.Leaderboard(ctx, b, 1, 10, 0)
				require.NoError(t, err)
			}))
			if days == 0 || *yearKept > 31 {
				said = append(said, page)
			}
		}
		t.Logf("%s: a day, a week, a month, all time: %v", count, took)
	}
	var history store.History
	t.Logf("history: %v", medianTime(func() {
		history, err = s.History(ctx, y.guild, y.player(0), 1, 10)
		require.NoError(t, err)
	}))
	t.Logf("what /profile asks: %v", medianTime(func() { y.profile(ctx, t, s) }))
	for p := range y.players {
		has, err := s.Balance(ctx, y.guild, y.player(p))
		require.NoError(t, err)
		said = append(said, has)
	}
	return append(said, history.Movements[0].After)
}

// profile asks what /profile asks for one's own profile.
func (y *year) profile(ctx context.Context, t *testing.T, s *sqlite.DB) {
	t.Helper()
	place := func(count games.Count, game string) {
		_, err := s.Leaderboard(ctx, store.Board{Guild: y.guild, Count: count, Game: game}, 1, 1, y.player(0))
		require.NoError(t, err)
	}
	for _, k := range kinds {
		place(games.Games, k.Name())
	}
	for _, count := range []games.Count{
		games.Sets, games.Wins, games.Fastest, games.Streak, store.NightsWon, store.ChipsWon,
	} {
		place(count, "")
	}
	for _, what := range games.PracticeCounts {
		place(what.InPractice(), "")
	}
	_, err := s.Balance(ctx, y.guild, y.player(0))
	require.NoError(t, err)
	_, err = s.History(ctx, y.guild, y.player(0), 1, 60)
	require.NoError(t, err)
}
