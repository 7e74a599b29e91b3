package bot

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/gamestest"
	"settable/store"
	"settable/store/sqlite"
)

// sleepingCosts is how much a sleeping table may take, in bytes: half of it as a start finds it, and half for
// what is left of one that fell asleep.
const sleepingCosts = 2048

// inUse is how much of the heap is.
func inUse() float64 {
	runtime.GC()
	runtime.GC() // what had a finalizer
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc)
}

// TestTablesThatFellAsleepCostLittle has tables shown and played at, and everybody there goes away: what is
// left of them is hardly more than after a start, which BenchmarkSleepingTable weighs.
func TestTablesThatFellAsleepCostLittle(t *testing.T) {
	gamestest.Unraced(t)
	const tables = 150
	quietly(t, func(q *quiet) {
		weighed := func() float64 {
			q.far.mu.Lock()
			clear(q.far.rooms) // what Discord remembers is not ours
			q.far.mu.Unlock()
			return inUse()
		}
		for _, c := range q.fill(tables) {
			q.channel = c
			q.slash(q.ann, "away", "", nil)
		}
		playing := weighed()
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		require.Len(t, q.bot.lobby.Sleepers(), tables)
		require.Empty(t, q.bot.lobby.All())
		asleep := weighed()
		q.stop()
		q.again()
		require.Len(t, q.bot.lobby.Sleepers(), tables)
		started := weighed()
		t.Logf("a table takes %.0f bytes more while it plays, and %.0f more than after a start when it fell asleep",
			(playing-asleep)/tables, (asleep-started)/tables)
		require.Less(t, (asleep-started)/tables, sleepingCosts/2.0)
		require.Greater(t, (playing-asleep)/tables, sleepingCosts*1.0, "else nothing was weighed")
	})
}

// TestTablesThatWaitKeepNoDeepStack has tables shown and played at, and then nobody says anything: the two
// goroutines of each wait on stacks that are as small as they get. How large a new stack is depends on all
// that ran before, so it is weighed in a program of its own, with new ones all alike; and what else the
// machine does decides how many stacks lie about, so the lightest of a few counts.
func TestTablesThatWaitKeepNoDeepStack(t *testing.T) {
	const tables, most, weighs = 400, 10 << 10, "SETTABLE_TEST_WEIGHS"
	if os.Getenv(weighs) == "" {
		var out []byte
		err := errors.New("nothing was weighed")
		for tries := 0; err != nil && tries < 5; tries++ {
			c := exec.CommandContext(t.Context(), os.Args[0], "-test.v", "-test.run", "^"+t.Name()+"$")
			c.Env = append(os.Environ(), weighs+"=1", "GODEBUG=adaptivestackstart=0")
			out, err = c.CombinedOutput()
		}
		require.NoError(t, err, string(out))
		require.Contains(t, string(out), "a table that waits takes")
		return
	}
	quietly(t, func(q *quiet) {
		before := stacks()
		for _, c := range q.fill(tables) {
			q.channel = c
			q.say(q.ann, "set a b c")
		}
		synctest.Wait()
		each := (stacks() - before) / tables
		t.Logf("a table that waits takes %.0f bytes of stack", each)
		require.LessOrEqual(t, each, float64(most))
		require.Positive(t, each, "else nothing was weighed")
	})
}

// stacks is how many bytes they take once they have shrunk.
func stacks() float64 {
	for range 6 {
		runtime.GC() // halves what is too large
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.StackInuse)
}

// BenchmarkSleepingTable is what a table takes that sleeps since before a start.
func BenchmarkSleepingTable(b *testing.B) {
	const tables = 2000
	ctx := context.Background()
	s, err := sqlite.Open(ctx, filepath.Join(b.TempDir(), "settable.db"), sqlite.Options{})
	require.NoError(b, err)
	defer s.Close()
	noon := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	for i := range store.ChannelID(tables) {
		row, err := s.OpenTable(ctx, store.Table{Guild: 7 + store.GuildID(i/10), Channel: 1000 + i, Game: "classic",
			Options: games.Options{"penalty": "point", "deck": "81"}, Opener: 11, Opened: noon}, "")
		require.NoError(b, err)
		require.NoError(b, s.Append(ctx, store.Entry{Table: row.ID, Asleep: true, Played: []store.Played{
			{Line: store.Line{At: noon, Seat: 1, Player: 11, Words: "join"}},
			{Line: store.Line{At: noon, Seat: 1, Player: 11, Words: "away"}}}}))
	}
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	for b.Loop() {
		end := newFarEnd(1)
		bot := build(Config{Store: s, Games: quietGames, Log: log}, end.wire())
		empty := inUse()
		require.NoError(b, bot.lobby.Reopen(ctx, nil))
		require.Len(b, bot.lobby.Sleepers(), tables)
		each := (inUse() - empty) / tables
		b.ReportMetric(each, "B/table")
		require.Less(b, each, sleepingCosts/2.0)
		runtime.KeepAlive(bot)
	}
}
