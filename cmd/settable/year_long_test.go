package main

import (
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/gamestest"
	"settable/store"
	"settable/store/sqlite"
)

var yearDays = flag.Int("days", 0, "how many days TestAYear plays; 0: one, or four where tests are long")

// TestAYear tells how a database of so many days is, and how it is when all of them were folded: how large,
// how long it takes to open, and each board and history. What they say is the same.
func TestAYear(t *testing.T) {
	days := *yearDays
	if days == 0 {
		days = gamestest.Times(1, 4)
	}
	ctx, path := t.Context(), filepath.Join(t.TempDir(), "settable.db")
	s, err := sqlite.Open(ctx, path, sqlite.Options{})
	require.NoError(t, err)
	y := newYear(t, days, 50)
	lines := y.play(t, s)
	require.NoError(t, s.Close())
	t.Logf("%d days, %d games, %d lines", days, days*50, lines)
	before := y.measured(t, path)

	s, err = sqlite.Open(ctx, path, sqlite.Options{})
	require.NoError(t, err)
	began, worst, folded := time.Now(), time.Duration(0), 0
	for last := store.TableID(0); ; {
		from := time.Now()
		var n int
		last, n, err = s.Fold(ctx, y.ends.AddDate(0, 0, 7), last, 1)
		require.NoError(t, err)
		if last == 0 {
			break
		}
		worst, folded = max(worst, time.Since(from)), folded+n
	}
	t.Logf("folded %d games in %v, the longest in %v", folded, time.Since(began).Round(time.Millisecond),
		worst.Round(time.Microsecond))
	require.Equal(t, days*50, folded)
	require.NoError(t, s.Check(ctx))
	_, err = s.Backup(ctx, path+".folded")
	require.NoError(t, err)
	require.NoError(t, s.Close())
	require.Equal(t, before, y.measured(t, path+".folded"))
}

// measured logs what a database is like, and gives what its boards of all time and its balances say.
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
	counts := []games.Count{games.Sets, games.Wins, games.Fastest, store.ChipsWon, store.ChipsOwned}
	for _, count := range counts {
		for name, since := range map[string]time.Time{"all": {}, "week": y.ends.AddDate(0, 0, -7),
			"month": y.ends.AddDate(0, -1, 0)} {
			from := time.Now()
			page, err := s.Leaderboard(ctx, store.Board{Guild: y.guild, Count: count, Since: since}, 1, 10, 0)
			require.NoError(t, err)
			t.Logf("%s, %s: %v", count, name, time.Since(from).Round(10*time.Microsecond))
			if since.IsZero() {
				said = append(said, page)
			}
		}
	}
	from = time.Now()
	history, err := s.History(ctx, y.guild, y.player(0), 1, 10)
	require.NoError(t, err)
	t.Logf("history: %v", time.Since(from).Round(10*time.Microsecond))
	for p := range y.players {
		has, err := s.Balance(ctx, y.guild, y.player(p))
		require.NoError(t, err)
		said = append(said, has)
	}
	return append(said, history.Movements[0].After)
}
