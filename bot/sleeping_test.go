package bot

import (
	"context"
	"io"
	"log/slog"
	"path/filepath"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/games"
	"settable/games/gamestest"
	"settable/store"
	"settable/store/ids"
	"settable/store/sqlite"
)

// sleepingCosts is the maximum memory of a sleeping table in bytes. Half of it is for a table that was asleep when
// the bot started, and half for what remains of one that was awake.
const sleepingCosts = 2048

// inUse returns how many bytes of the heap are in use.
func inUse() float64 {
	runtime.GC()
	runtime.GC() // runs finalizers first
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc)
}

// If the channel's table is asleep, /help says so and explains how to wake it. This also works when the table has left
// memory, and after a restart. The command doesn't wake the table and posts nothing.
func TestHelpMentionsASleepingTable(t *testing.T) {
	runVirtual(t, func(q *virtualBot) {
		q.poker()
		eve := discord.UserRef{ID: 910000000000000005, Name: "Eve"}
		q.slash(q.ann, "away", "", nil)
		q.slash(q.bob, "away", "", nil)
		before := q.posts()
		help := func(who discord.UserRef) string {
			text, _ := q.privateAnswer(who, func() { q.slash(who, "help", "", nil) })
			require.NotContains(q.t, text, "No table here yet")
			return text
		}
		for _, when := range []func(){
			func() {}, func() { time.Sleep(2 * time.Minute) }, func() { q.stop(); q.restart() },
		} {
			when()
			require.Contains(q.t, help(q.ann), "You're **P** in **SET Poker**, which is asleep because everyone is away. "+
				"Any move wakes it, and so does `/back`.")
			require.Contains(q.t, help(eve), "**SET Poker** is on here, but it's asleep because everyone is away. "+
				"Press Join or use `/join` to wake it and play.")
			require.True(q.t, q.table().Game.Session().Asleep())
		}
		require.Equal(q.t, before, q.posts())
		q.slash(q.ann, "back", "", nil)
		require.Contains(q.t, q.latest(), "Ann is back")
	})
}

// When all players of running tables go away, the tables use hardly more memory than tables that were already asleep at
// the start, which BenchmarkSleepingTable measures.
func TestSleepingTablesUseLittleMemory(t *testing.T) {
	gamestest.SkipUnderRace(t)
	const tables = 150
	runVirtual(t, func(q *virtualBot) {
		weighed := func() float64 {
			q.far.forget() // the memory of the fake Discord doesn't count
			return inUse()
		}
		for _, c := range q.fill(tables) {
			q.channel = c
			q.slash(q.ann, "away", "", nil)
		}
		playing := weighed()
		q.wait(2 * time.Minute)
		require.Len(t, q.bot.lobby.Tables.SleepingChannels(), tables)
		require.Empty(t, q.bot.lobby.Tables.All())
		asleep := weighed()
		q.stop()
		q.restart()
		require.Len(t, q.bot.lobby.Tables.SleepingChannels(), tables)
		started := weighed()
		t.Logf("a running table takes %.0f bytes more than a sleeping one, which takes %.0f more than one that was asleep at the start",
			(playing-asleep)/tables, (asleep-started)/tables)
		require.Less(t, (asleep-started)/tables, sleepingCosts/2.0)
		require.Greater(t, (playing-asleep)/tables, sleepingCosts*1.0, "the measured difference is too small, so nothing was measured")
	})
}

// An idle table that was shown and played has one goroutine with a small stack.
func TestIdleTablesHaveSmallStacks(t *testing.T) {
	const tables, mostStack = 600, 6 << 10
	runVirtual(t, func(q *virtualBot) {
		stacks := func() int {
			var m runtime.MemStats
			for range 6 {
				runtime.GC() // shrinks stacks that have grown
			}
			runtime.ReadMemStats(&m)
			return int(m.StackInuse)
		}
		before, stack := runtime.NumGoroutine(), stacks()
		for _, c := range q.fill(tables) {
			q.channel = c
			q.say(q.ann, "set a b c")
		}
		synctest.Wait()
		more, each := runtime.NumGoroutine()-before, (stacks()-stack)/tables
		t.Logf("%d idle tables have %d goroutines, with %d bytes of stack each", tables, more, each)
		require.LessOrEqual(t, more, tables+tables/10)
		require.Less(t, each, mostStack)
	})
}

// BenchmarkSleepingTable measures the memory of a table that was asleep at the start.
func BenchmarkSleepingTable(b *testing.B) {
	const tables = 2000
	ctx := context.Background()
	s, err := sqlite.Open(ctx, filepath.Join(b.TempDir(), "settable.db"), sqlite.Options{})
	require.NoError(b, err)
	defer s.Close()
	noon := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	for i := range ids.Channel(tables) {
		row, err := s.OpenTable(ctx, store.Table{Guild: 7 + ids.Guild(i/10), Channel: 1000 + i, Game: "classic",
			Options: games.Options{"penalty": "point", "deck": "81"}, Opener: 11, Opened: noon}, "")
		require.NoError(b, err)
		require.NoError(b, s.Append(ctx, store.Entry{Table: row.ID, Asleep: true, Played: []store.Played{
			{Line: store.Line{At: noon, Seat: 1, Player: 11, Words: "join"}},
			{Line: store.Line{At: noon, Seat: 1, Player: 11, Words: "away"}}}}))
	}
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	for b.Loop() {
		end := newFaultyDiscord(1)
		bot := build(Config{Store: s, Games: virtualGames, Log: log}, end.newSession())
		empty := inUse()
		require.NoError(b, bot.lobby.Reopen(ctx, nil))
		require.Len(b, bot.lobby.Tables.SleepingChannels(), tables)
		each := (inUse() - empty) / tables
		b.ReportMetric(each, "B/table")
		require.Less(b, each, sleepingCosts/2.0)
		runtime.KeepAlive(bot)
	}
}
