package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
	"settable/bot/sandbox/sandboxtest"
	"settable/bot/sandbox/world"
	"settable/store"
	"settable/store/ids"
)

// roundsAnEvening is the number of times that the bot is killed in one evening. The number is limited because Discord
// allows a bot a thousand sessions a day.
const roundsAnEvening = 25

// maxConcurrency is how many sessions a bot may start at once. Discord gives bots on many servers such a limit. If
// only one could start at a time, a process that takes over two shards would wait five seconds between them.
const maxConcurrency = 16

// patience is the timeout for anything that may be slow on a busy machine.
const patience = time.Minute

// An evening is a sandbox with users whose bot is killed again and again.
type evening struct {
	t        *testing.T
	luck     *rand.Rand
	total    *tally
	fault    string // the deliberate fault
	dir      string
	database string // a SQLite file or the address of a PostgreSQL database
	sb       *sandboxtest.Server
	listener *listener
	ids      map[string]ids.User
	tables   []tableLocation
	deaths   int
	launched int // number of processes started so far

	books   map[store.TableID]*book
	sources map[store.Source]int
	chain   store.Chain // the database's hash chain
	broken  []string
}

// tableLocation is a channel with a table, its game and its server.
type tableLocation struct {
	game, channel string
	guild         ids.Guild
}

// tally holds the results of all evenings.
type tally struct {
	rounds, told, moves, lines, audits, balances atomic.Int64

	mu    sync.Mutex
	kills map[string]int  // by failpoint
	waits []time.Duration // times from a death until all tables continued
	games map[string]int  // lines by game
	doors map[string]int  // lines of players by how they arrived
}

func newTally() *tally {
	return &tally{kills: map[string]int{}, games: map[string]int{}, doors: map[string]int{}}
}

func (c *tally) add(to map[string]int, what string, n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	to[what] += n
}

func (c *tally) took(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waits = append(c.waits, d)
}

func newEvening(t *testing.T, seed uint64, total *tally) *evening {
	return eveningOf(t, seed, total, 1)
}

// eveningOf returns an evening on the given number of servers.
func eveningOf(t *testing.T, seed uint64, total *tally, servers int) *evening {
	dir := t.TempDir()
	v := &evening{
		t: t, luck: rand.New(rand.NewPCG(seed, 9)), total: total, dir: dir,
		database: filepath.Join(dir, "settable.db"), listener: newListener(),
		ids: map[string]ids.User{}, books: map[store.TableID]*book{}, sources: map[store.Source]int{},
	}
	sb, err := sandboxtest.Open(sandbox.Options{
		MessageContent: true, Window: 20 * time.Millisecond, Global: 10000, Watch: v.listener.hear,
		Guilds: servers, Shards: servers, MaxConcurrency: maxConcurrency})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, sb.Close()) })
	v.sb = sb
	guilds := sandboxtest.Guilds(sb)
	for i, r := range kinds {
		guild := guilds[i%len(guilds)]
		number, err := strconv.ParseInt(guild, 10, 64)
		require.NoError(t, err)
		sb.Do(func(w *world.World) {
			var c *world.Channel
			if c, err = w.AddChannel(guild, "room"+strconv.Itoa(i)); err == nil {
				v.tables = append(v.tables, tableLocation{r.Name(), c.ID, ids.Guild(number)})
			}
		})
		require.NoError(t, err)
	}
	return v
}

// player returns a person's id in the database. A person without an id first sends a message.
func (v *evening) player(who string) ids.User {
	if v.ids[who] == 0 {
		id, err := v.sb.Say(who, "card-night", "Good evening.")
		require.NoError(v.t, err)
		for _, m := range v.sb.Messages("card-night", who) {
			if m.ID == id {
				n, err := strconv.ParseInt(m.Author.ID, 10, 64)
				require.NoError(v.t, err)
				v.ids[who] = ids.User(n)
			}
		}
	}
	return v.ids[who]
}

// displayName returns a player's display name.
func (v *evening) displayName(player ids.User) string {
	for name, id := range v.ids {
		if id == player {
			return name
		}
	}
	return ""
}

// recordViolation records a broken law, unless there are already ten.
func (v *evening) recordViolation(format string, args ...any) {
	if len(v.broken) < 10 {
		v.broken = append(v.broken, fmt.Sprintf("after death %d: ", v.deaths)+fmt.Sprintf(format, args...))
	}
}

// plan describes how the bot's next run ends.
type plan struct {
	point string // a failpoint; "random": at any moment; "later": after every table has moved on
	nth   int64
}

// counts is roughly how often a run reaches each point.
var counts = map[string]int64{"post": 5, "edit": 12, "answer": 12, "write": 80, "sync": 15, "commit": 15,
	"read": 25}

func (v *evening) plan() plan {
	switch i := v.luck.IntN(len(failpoints) + 5); {
	case i < len(failpoints):
		kind, _, _ := strings.Cut(failpoints[i], ".")
		return plan{failpoints[i], 1 + v.luck.Int64N(counts[kind])}
	case i < len(failpoints)+3:
		return plan{point: "random"}
	}
	return plan{point: "later"}
}

// pauseSignal is SIGSTOP, and resumeSignal is SIGCONT. Both are nil if the system has no such signals.
var pauseSignal, resumeSignal os.Signal

// standStill pauses a process for a while.
func standStill(l *process, after, d time.Duration) {
	time.Sleep(after)
	l.rest() // the process may have died
	time.Sleep(d)
	l.wake()
}

// round runs the bot once, from its start to its death.
func (v *evening) round() {
	p := v.plan()
	life := v.start(p)
	defer v.end(life, p)
	if p.point == "random" {
		timer := time.AfterFunc(time.Duration(v.luck.IntN(1200))*time.Millisecond, life.kill)
		defer timer.Stop()
	}
	if !v.waitUntilConnected(life) {
		return
	}
	if pauseSignal != nil && v.luck.IntN(4) == 0 {
		v.total.add(v.total.kills, "and stood still", 1)
		begin := time.Duration(v.luck.IntN(800)) * time.Millisecond
		d := time.Duration(v.luck.IntN(4000)) * time.Millisecond
		go standStill(life, begin, d)
	}
	limit := time.AfterFunc(1500*time.Millisecond, func() {
		if p.point != "random" && p.point != "later" {
			life.kill() // the run didn't reach the failpoint
		}
	})
	defer limit.Stop()
	before := v.progress()
	v.play(life.ctx, func(ctx context.Context) {
		if p.point == "later" {
			v.waitForNewLines(ctx, before, life.tail)
			life.killAfter(time.Duration(v.luck.IntN(100)) * time.Millisecond)
		}
		<-life.done
	})
}

// waitUntilConnected waits until the bot is connected. It returns false if the bot dies first.
func (v *evening) waitUntilConnected(l *process) bool {
	select {
	case <-l.ready:
	case <-l.done:
		return false
	case <-time.After(patience):
		v.recordViolation("the bot does not come on\n%s", l.tail())
		l.kill()
		return false
	}
	return true
}

// play makes the simulated people play at all tables while another function runs.
func (v *evening) play(life context.Context, meanwhile func(context.Context)) {
	ctx, stop := context.WithCancel(life)
	var all sync.WaitGroup
	for i, at := range v.tables {
		for n := range 2 {
			f := &players{evening: v, game: at.game, channel: at.channel, life: ctx,
				luck: rand.New(rand.NewPCG(v.luck.Uint64(), uint64(i)))}
			all.Go(func() { f.play(n == 0) })
		}
	}
	spenders := map[ids.Guild]bool{}
	for _, at := range v.tables {
		if !spenders[at.guild] {
			spenders[at.guild] = true
			f := &players{evening: v, channel: at.channel, life: ctx, luck: rand.New(rand.NewPCG(v.luck.Uint64(), 99))}
			all.Go(f.spend)
		}
	}
	meanwhile(ctx)
	stop()
	all.Wait()
}

// waitForNewLines waits until every table shows a new line after a restart of the bot. This proves that a move was
// accepted and that users can see it.
func (v *evening) waitForNewLines(ctx context.Context, before map[string]seenState, log func() string) {
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	first := map[string]seenState{}
	v.listener.until(ctx, func() bool {
		moved := 0
		for _, at := range v.tables {
			now, stands := v.listener.at(at.channel)
			was, again := first[at.channel]
			switch {
			case !stands:
			case !again && (now.message != before[at.channel].message || now.table != before[at.channel].table):
				first[at.channel] = now
			case again && (now.table != was.table || now.line > was.line):
				moved++
			}
		}
		return moved == len(v.tables)
	})
	if ctx.Err() == context.DeadlineExceeded {
		for _, at := range v.tables {
			now, _ := v.listener.at(at.channel)
			v.recordViolation("%s: was at line %d, came back at line %d, and is at line %d\n%s\n%v\n%s\n%s", at.game,
				before[at.channel].line, first[at.channel].line, now.line, now.words, now.buttons,
				strings.Join(v.listener.recentActs(at.channel), "\n"), log())
		}
	}
}

// end kills the process and runs the checks after its death.
func (v *evening) end(l *process, p plan) {
	l.kill()
	<-l.done
	l.stop()
	v.deaths++
	v.total.rounds.Add(1)
	v.total.add(v.total.kills, l.deathPoint(p), 1)
	if code := l.cmd.ProcessState.ExitCode(); code != -1 {
		v.recordViolation("the bot was not killed, it stopped with %d\n%s", code, l.tail())
	}
	for _, bad := range []string{"level=ERROR", "a bug", v.sb.Token()} {
		if strings.Contains(l.errs.String(), bad) {
			v.recordViolation("the bot says %q\n%s", bad, l.tail())
		}
	}
	v.checkData()
	if len(v.broken) > 0 && len(v.broken) < 10 { // for a failure, print the history of the tables
		for id, b := range v.books {
			if b.row.Closed.IsZero() {
				v.recordViolation("table %d ends with %v", id, b.lines[max(0, len(b.lines)-8):])
			}
		}
	}
	if v.luck.IntN(10) == 0 && len(v.books) > 0 { // before that, the file may not have its schema
		v.runAudit()
	}
	if v.luck.IntN(3) == 0 { // people play while no bot listens, and each move must be played once or refused
		f := players{evening: v, channel: v.tables[0].channel, luck: v.luck, life: context.Background()}
		id, err := v.sb.Say("Bob", f.channel, "set a b c")
		require.NoError(v.t, err)
		v.listener.recordAct("m"+id, act{"Bob", f.channel, "typed", "set a b c"})
	}
}

// finalRun runs the bot once more. It kills the bot only after every table has made progress and has been closed.
func (v *evening) finalRun() {
	l := v.start(plan{})
	if v.waitUntilConnected(l) {
		before := v.progress()
		v.play(l.ctx, func(ctx context.Context) { v.waitForNewLines(ctx, before, l.tail) })
		v.closeAll(l.ctx)
	}
	v.end(l, plan{point: "closed"})
	v.runAudit()
}

func (v *evening) closeAll(life context.Context) {
	ctx, stop := context.WithTimeout(life, patience)
	defer stop()
	for _, at := range v.tables {
		f := players{evening: v, channel: at.channel, luck: v.luck, life: ctx}
		for {
			now, stands := v.listener.at(at.channel)
			if !stands || now.over() {
				break
			}
			if ctx.Err() != nil {
				v.recordViolation("%s does not close\n%s", at.game, now.words)
				return
			}
			for _, who := range people { // everyone agrees, because Ann may have points here without being a moderator
				f.answer(act{who: who, channel: at.channel, door: "end", words: "end"}, func(d act) (string, error) {
					return v.sb.Slash(d.who, at.channel, "end")
				})
			}
			for _, who := range people { // a hand ends when everyone is away
				f.answer(act{who: who, channel: at.channel, door: "slash", words: "away"}, func(d act) (string, error) {
					return v.sb.Slash(d.who, at.channel, "away")
				})
			}
			f.waitForChange(now)
		}
	}
}
