package main

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot"
	"settable/bot/sandbox"
	"settable/bot/sandbox/sandboxtest"
	"settable/bot/sandbox/world"
	"settable/cmd/settable/postgrestest"
	"settable/games/gamestest"
	"settable/store/postgres"
)

var (
	crowdTime = flag.Duration("crowd", time.Duration(gamestest.Times(10, 40))*time.Second,
		"how long a crowd uses the bot in TestCrowdOnPostgres")
	crowdKills = flag.Int("crowd.kills", gamestest.Times(1, 3), "how often a process is killed meanwhile")
	crowdSeed  = flag.Uint64("crowd.seed", 0, "the seed of the crowd; 0: by the clock")
)

// crowdShards is the number of shards and of processes that run at the same time.
const crowdShards = 2

// TestCrowdOnPostgres is bot.TestCrowd in real time, with two processes on one PostgreSQL database. The test
// occasionally kills a process. The times of kills and messages differ between runs with the same seed.
//
// This command runs the test for an hour:
//
//	go test ./cmd/settable -run TestCrowdOnPostgres -crowd 1h -crowd.kills 10 -timeout 2h -v
func TestCrowdOnPostgres(t *testing.T) {
	gamestest.SkipUnderRace(t)
	server := startServer(t)
	seed := *crowdSeed
	if seed == 0 {
		seed = uint64(time.Now().Unix())
	}
	var all crowdFigures
	evenings := max(1, int(*crowdTime/crowdEvening))
	for i := range evenings {
		kills := *crowdKills*(i+1)/evenings - *crowdKills*i/evenings
		t.Run(fmt.Sprint(seed+uint64(i)), func(t *testing.T) {
			runCrowdEvening(t, seed+uint64(i), server, *crowdTime/time.Duration(evenings), kills, &all)
		})
		if t.Failed() {
			break
		}
	}
	t.Logf("%d evenings: %d acts (%d not possible), %d interactions, %d requests, %d kills, %d violations, from seed %d on",
		all.evenings, all.acts, all.skipped, all.interactions, all.requests, all.kills, all.violations, seed)
	require.Positive(t, all.interactions)
}

// crowdEvening is how long a crowd plays before a new one replaces it in a new sandbox. By then, many users have left
// and many channels are gone.
const crowdEvening = 3 * time.Minute

// crowdFigures are the totals of all evenings.
type crowdFigures struct{ evenings, acts, skipped, interactions, requests, kills, violations int }

// runCrowdEvening lets a crowd use a bot that runs as two processes on a new database.
func runCrowdEvening(t *testing.T, seed uint64, server *postgrestest.Cluster, lasts time.Duration, kills int,
	all *crowdFigures) {

	c := newPostgresCrowd(t, seed, server)
	defer c.fleet.stopAll()
	for range crowdShards {
		c.addProcess()
	}
	c.playAndKill(lasts, kills)
	if !c.Fails() {
		c.closeTables()
	}
	c.fleet.stopAll()
	c.withDatabase(func(db *postgres.DB) {
		a, err := db.Audit(t.Context(), 0)
		require.NoError(t, err)
		for _, f := range a.Findings {
			c.Report("books", "%s", f)
		}
	})
	if len(c.fleet.broken) == 0 {
		c.fleet.runAudit()
	}
	if c.fails() {
		t.Error(c.describeViolations(seed))
	}
	all.evenings++
	all.acts, all.skipped = all.acts+len(c.Acts), all.skipped+c.Skipped
	all.interactions, all.requests = all.interactions+c.Interactions, all.requests+c.Requests
	all.kills, all.violations = all.kills+c.killed, all.violations+len(c.Broken)+len(c.fleet.broken)
}

// A postgresCrowd is a crowd whose bot runs as several processes.
type postgresCrowd struct {
	*sandboxtest.Crowd
	fleet  *fleet
	users  *sandboxtest.Improviser
	killed int
	all    []*process // including those that have ended
}

func newPostgresCrowd(t *testing.T, seed uint64, server *postgrestest.Cluster) *postgresCrowd {
	c := &postgresCrowd{Crowd: sandboxtest.NewCrowd()}
	words := bot.LoadCatalogues(bot.Config{Games: kinds, Log: slog.New(slog.DiscardHandler)})
	for _, l := range words.Languages() {
		for _, key := range []string{"table.broken", "table.cards_late", "table.stopped"} {
			c.BrokenSentences = append(c.BrokenSentences, l.Key(key))
		}
	}
	// On a busy machine, Discord's limit of three seconds is too short. bot.TestCrowd tests it instead.
	sb, err := sandboxtest.Open(sandbox.Options{
		MessageContent: true, Window: 20 * time.Millisecond, Global: 10000, AnswerWithin: 30 * time.Second,
		Guilds: crowdShards, Shards: crowdShards, MaxConcurrency: maxConcurrency, People: c.ExtraUsers(), Watch: c.Watch,
	})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, sb.Close()) })
	c.Server, c.Repeats = sb, true
	c.Rooms = []string{"card-night", "side-table", "card-night-2", "side-table-2"}
	c.Settle = func() { time.Sleep(5 * time.Millisecond) }
	c.Pace = func(d time.Duration) time.Duration { return min(d, 20*time.Millisecond) }
	luck := rand.New(rand.NewPCG(seed, 0xc404d))
	c.users = sandboxtest.Improvise(c.Crowd, luck)
	for _, what := range []string{"start", "stop", "crash"} {
		c.Happenings[what] = func(sandboxtest.Act) {} // the test itself kills processes
	}
	e := &evening{t: t, luck: luck, total: newTally(), dir: t.TempDir(), sb: sb, listener: newListener()}
	c.fleet = &fleet{evening: e, server: server, name: fmt.Sprint("crowd", seed)}
	require.NoError(t, server.Create(t.Context(), c.fleet.name))
	c.fleet.database = server.Address(c.fleet.name)
	return c
}

// addProcess starts another process.
func (c *postgresCrowd) addProcess() {
	c.fleet.came++
	l := c.fleet.launch(orders{Process: fmt.Sprint("p", c.fleet.came), Shards: crowdShards})
	c.fleet.crew, c.all = append(c.fleet.crew, l), append(c.all, l)
}

// playAndKill lets the crowd use the bot. It also kills a process the given number of times.
func (c *postgresCrowd) playAndKill(d time.Duration, kills int) {
	c.waitForBots()
	begun := time.Now()
	for time.Since(begun) < d && !c.fails() {
		if c.killed < kills && time.Since(begun) > d*time.Duration(c.killed+1)/time.Duration(kills+1) {
			c.killOne()
		}
		c.Do(c.users.Next())
		c.Answered()
		c.fleet.look()
	}
	for ; c.killed < kills && !c.fails(); c.killOne() { // the remaining kills, if the machine was too slow
	}
}

func (c *postgresCrowd) fails() bool { return c.Fails() || len(c.fleet.broken) > 0 }

// killOne kills a process and starts another one while users continue.
func (c *postgresCrowd) killOne() {
	c.killed++
	c.Acts = append(c.Acts, sandboxtest.Act{Who: "-", Where: "-", Do: "crash"})
	c.Excuse()
	c.fleet.recordDeath(c.fleet.randomProcess(), "random")
	c.addProcess()
	for range 30 {
		c.Do(c.users.Next())
		c.Excuse()
	}
	c.waitForBots()
}

// waitForBots waits until every process serves a shard and a process answers on each server. Otherwise, acts during a
// handover would be lost.
func (c *postgresCrowd) waitForBots() {
	ctx, stop := context.WithTimeout(c.fleet.t.Context(), patience)
	defer stop()
	c.fleet.waitForShards(ctx)
	c.Excuse()
	c.Do(sandboxtest.Act{Who: "-", Where: "-", Do: "welcome"})
	c.Do(sandboxtest.Act{Who: "Ann", Where: "-", Do: "return"})
	for _, second := range []bool{false, true} {
		i := slices.IndexFunc(c.Rooms, func(room string) bool {
			return slices.Contains([]string{"card-night-2", "side-table-2"}, room) == second
		})
		if i < 0 {
			continue // all its channels are deleted
		}
		room := c.Rooms[i]
		for answered := false; !answered; {
			if ctx.Err() != nil {
				c.Report("kills", "nobody answers in %s %v after a process was killed\n%s", room, patience, c.fleet.logs())
				return
			}
			id, err := c.Server.Slash("Ann", room, "help")
			if err == nil {
				try, cancel := context.WithTimeout(ctx, 2*time.Second)
				out, err := c.Server.WaitOutcome(try, id)
				answered = err == nil && out.State != world.Failed
				cancel()
			}
			c.Excuse()
		}
	}
}

// closeTables ends all tables. The first pauses are short, because most tables end at once. The last ones are long enough
// for a last hand in which house players play for five minutes and people get two more to answer.
func (c *postgresCrowd) closeTables() {
	c.Pace = func(d time.Duration) time.Duration {
		if d < 8*time.Minute {
			return d / 20
		}
		return d / 2
	}
	c.Calm(c.openRooms, c.Answered)
	c.withDatabase(func(db *postgres.DB) {
		leaving, err := db.PendingForgets(c.fleet.t.Context())
		require.NoError(c.fleet.t, err)
		if len(leaving) > 0 {
			c.Report("forgotten", "%d people are still not forgotten when all tables are closed", len(leaving))
		}
	})
}

// openRooms returns the channels that have a table.
func (c *postgresCrowd) openRooms() (all []string) {
	c.withDatabase(func(db *postgres.DB) {
		rows, err := db.OpenTables(c.fleet.t.Context())
		require.NoError(c.fleet.t, err)
		for _, row := range rows {
			c.Server.Do(func(w *world.World) {
				at, err := w.Channel(strconv.FormatInt(int64(row.Channel), 10))
				if err == nil && row.Daily == 0 && !slices.Contains(all, at.Name) {
					all = append(all, at.Name)
				}
			})
		}
	})
	return all
}

// withDatabase opens the database read-only for a function.
func (c *postgresCrowd) withDatabase(read func(*postgres.DB)) {
	db, err := postgres.Open(c.fleet.t.Context(), c.fleet.database, postgres.Options{ReadOnly: true})
	require.NoError(c.fleet.t, err)
	defer func() { require.NoError(c.fleet.t, db.Close()) }()
	read(db)
}

// describeViolations returns the broken laws with the users' last acts, the journals of the open tables and the logs.
func (c *postgresCrowd) describeViolations(seed uint64) string {
	var b strings.Builder
	fmt.Fprintf(&b, "-crowd.seed %d\n", seed)
	for _, v := range c.Broken {
		fmt.Fprintf(&b, "law %q: %s\n", v.Law, v.What)
	}
	b.WriteString(strings.Join(c.fleet.broken, "\n"))
	b.WriteString("\nthe conversation:\n")
	for _, a := range c.Acts[max(0, len(c.Acts)-80):] {
		b.WriteString(a.String() + "\n")
	}
	fmt.Fprintf(&b, "the bot's last words:\n%s\n", c.LastWords())
	c.withDatabase(func(db *postgres.DB) {
		rows, err := db.OpenTables(c.fleet.t.Context())
		require.NoError(c.fleet.t, err)
		for _, row := range rows {
			lines, err := db.Lines(c.fleet.t.Context(), row.ID)
			require.NoError(c.fleet.t, err)
			fmt.Fprintf(&b, "the last lines of open table %d, %s:\n", row.ID, row.Game)
			for _, l := range lines[max(0, len(lines)-40):] {
				fmt.Fprintln(&b, l.N, l.At.Format(time.TimeOnly), l.Seat, l.Words)
			}
		}
	})
	for i, l := range c.all {
		fmt.Fprintf(&b, "the log of process %d:\n%s\n", i+1, l.tail())
	}
	return b.String()
}
