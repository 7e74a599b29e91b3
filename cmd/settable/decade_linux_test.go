package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/store"
	"settable/store/sqlite"
)

// TestTenYears plays ten years of a server and prints how the database grows, with and without keep_days. The clock is
// virtual: a day passes as soon as its games are written. The result is docs/lab/ten-years.md. SETTABLE_TEN_YEARS is the
// number of games a day; four take about an hour on a busy core.
func TestTenYears(t *testing.T) {
	perDay, err := strconv.Atoi(os.Getenv("SETTABLE_TEN_YEARS"))
	if err != nil {
		t.Skip("ten years take many minutes: needs SETTABLE_TEN_YEARS=10 (games a day)")
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // a small machine
	for _, keepDays := range []int{0, 90} {
		t.Run(fmt.Sprint("keep_days ", keepDays), func(t *testing.T) {
			d := &decade{year: newYear(t, 5, perDay, 200), keepDays: keepDays, path: filepath.Join(t.TempDir(), "settable.db")}
			d.play(t)
		})
	}
}

// A decade is a database to which the test adds ten years of games, five days at a time.
type decade struct {
	*year
	keepDays int
	path     string
	s        *sqlite.DB
	lines    int
}

func (d *decade) play(t *testing.T) {
	d.quick = true
	d.ends = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	d.open(t)
	d.welcome(t, d.s)
	t.Log("| year | lines | file, MB | backup, s | clean start, ms | start after a crash, ms | sets: week, month, year, " +
		"ever, ms | chips: the same, ms | history, ms | memory, MB |")
	for year := 1; year <= 10; year++ {
		for range 73 {
			d.ends = d.ends.AddDate(0, 0, d.days)
			d.lines += d.year.play(t, d.s)
			d.maintain(t)
		}
		d.measure(t, year)
	}
	// The audit adds up every chip, and the check reads every page of the database.
	_, err := d.s.Audit(t.Context(), 0)
	require.NoError(t, err)
	require.NoError(t, d.s.Check(t.Context()))
	kept, err := filepath.Glob(filepath.Join(filepath.Dir(d.path), "backups", "*"))
	require.NoError(t, err)
	require.Len(t, kept, 7)
	t.Logf("the newest seven backups take %.0f MB", float64(sizeOf(t, kept...))/1e6)
	require.NoError(t, d.s.Close())
}

func (d *decade) open(t *testing.T) (took time.Duration) {
	t.Helper()
	from := time.Now()
	s, err := sqlite.Open(t.Context(), d.path, sqlite.Options{WAL: sqlite.RoomyWAL})
	require.NoError(t, err)
	d.s = s
	return time.Since(from)
}

// maintain runs the bot's nightly maintenance without the pauses for players.
func (d *decade) maintain(t *testing.T) {
	t.Helper()
	if d.keepDays == 0 {
		return
	}
	for last := store.TableID(1); last != 0; {
		var err error
		last, _, err = d.s.Compact(t.Context(), d.ends.AddDate(0, 0, -d.keepDays), 0, 1000)
		require.NoError(t, err)
	}
	for left := int64(1); left > 0; {
		given, still, err := d.s.Vacuum(t.Context(), 1000)
		require.NoError(t, err)
		if left = still; given == 0 {
			break
		}
	}
}

// backup makes a backup and removes the oldest one, as the bot does each day.
func (d *decade) backup(t *testing.T) (took time.Duration) {
	t.Helper()
	from := time.Now()
	made, err := sqlite.Backups{Database: d.s, Folder: filepath.Join(filepath.Dir(d.path), "backups"), Most: 7,
		Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return d.ends }}.MakeDue(t.Context())
	require.NoError(t, err)
	require.NotEmpty(t, made)
	return time.Since(from)
}

// measure prints a row of the table.
func (d *decade) measure(t *testing.T, year int) {
	t.Helper()
	ctx := t.Context()
	saved := d.backup(t)
	require.NoError(t, d.s.Close())
	size := sizeOf(t, d.path)
	clean := d.open(t)
	require.NoError(t, d.s.Close())
	require.NoError(t, os.Remove(d.path+".lock")) // without its mark, the file is checked as after a crash
	crashed := d.open(t)
	sets, chips := d.boards(ctx, t, games.Sets), d.boards(ctx, t, store.ChipsWon)
	history := timed(t, func() error {
		_, err := d.s.History(ctx, d.guild, d.player(7), 1, 10)
		return err
	})
	debug.FreeOSMemory()
	t.Logf("| %d | %d | %.0f | %.1f | %d | %d | %s | %s | %d | %d |", year, d.lines, float64(size)/1e6, saved.Seconds(),
		clean.Milliseconds(), crashed.Milliseconds(), sets, chips, history, resident(t)>>20)
}

// boards returns how many milliseconds the leaderboards of a week, a month, a year and all time take.
func (d *decade) boards(ctx context.Context, t *testing.T, what games.Count) (took string) {
	t.Helper()
	for i, days := range []int{7, 31, 365, 0} {
		b := store.Board{Guild: d.guild, Count: what}
		if days > 0 {
			b.Since = d.ends.AddDate(0, 0, -days)
		}
		if i > 0 {
			took += ", "
		}
		took += fmt.Sprint(timed(t, func() error {
			page, err := d.s.Leaderboard(ctx, b, 1, 10, d.player(7))
			if err == nil && days == 0 {
				require.NotEmpty(t, page.Rows)
			}
			return err
		}))
	}
	return took
}

func timed(t *testing.T, do func() error) (ms int64) {
	t.Helper()
	from := time.Now()
	require.NoError(t, do())
	return time.Since(from).Milliseconds()
}

func sizeOf(t *testing.T, paths ...string) (bytes int64) {
	t.Helper()
	for _, path := range paths {
		info, err := os.Stat(path)
		require.NoError(t, err)
		bytes += info.Size()
	}
	return bytes
}

// resident returns how many bytes of memory the process uses.
func resident(t *testing.T) (bytes int64) {
	t.Helper()
	text, err := os.ReadFile("/proc/self/statm")
	require.NoError(t, err)
	var all, pages int64
	_, err = fmt.Sscan(string(text), &all, &pages)
	require.NoError(t, err)
	return pages * int64(os.Getpagesize())
}
