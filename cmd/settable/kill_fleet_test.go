package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/cmd/settable/postgrestest"
)

// A fleet is an evening with several processes on one PostgreSQL database. When a process or the database server fails,
// the other processes must continue.
type fleet struct {
	*evening
	server *postgrestest.Cluster
	name   string // of the database
	crew   []*process
	came   int
	shaken bool     // some processes may have been unable to reach the server
	late   []string // states of tables that were not served in time after the last fault
}

const (
	crewSize = 3
	parts    = 3 // number of shards; each process serves one
)

// newFleet returns an evening on a new database. Its address also names servers that may take over.
func newFleet(t *testing.T, seed uint64, total *tally, server *postgrestest.Cluster,
	further ...*postgrestest.Cluster) *fleet {
	f := &fleet{evening: eveningOf(t, seed, total, parts), server: server, name: fmt.Sprint("evening", seed)}
	require.NoError(t, server.Create(t.Context(), f.name))
	f.database = server.Address(f.name, further...)
	t.Cleanup(f.stopAll)
	return f
}

// addProcess starts another process.
func (f *fleet) addProcess() {
	f.came++
	f.crew = append(f.crew, f.launch(orders{Process: fmt.Sprint("p", f.came), Shards: parts}))
}

// fillUp starts processes until crewSize of them are running.
func (f *fleet) fillUp() {
	for len(f.crew) < crewSize {
		f.addProcess()
	}
}

// begin waits until each process has its share of the shards, and makes people open tables.
func (f *fleet) begin() {
	f.fillUp()
	f.playAndCompare(func(ctx context.Context) {
		f.waitForShards(ctx)
		f.waitForProgress(ctx, time.Now(), nil)
	})
}

// waitForShards waits until every process serves a shard.
func (f *fleet) waitForShards(ctx context.Context) {
	late := time.After(patience)
	for _, l := range f.crew {
		select {
		case <-l.ready:
		case <-l.done: // the end of the round reports this
		case <-ctx.Done():
		case <-late:
			f.recordViolation("a process has nothing to play\n%s", l.tail())
		}
	}
}

// playAndCompare makes people play while another function runs. Afterwards, it compares the database with what the bot
// told people.
func (f *fleet) playAndCompare(meanwhile func(context.Context)) {
	f.play(context.Background(), meanwhile)
	f.total.rounds.Add(1)
	f.deaths++ // reports refer to faults by this number
	f.look()
	f.checkData()
	if f.luck.IntN(10) == 0 {
		f.runAudit()
	}
}

// look reports processes that ended unexpectedly.
func (f *fleet) look() {
	for _, l := range slices.Clone(f.crew) {
		select {
		case <-l.done:
			f.remove(l)
			f.recordViolation("a process has ended: %v\n%s", l.cmd.ProcessState, l.tail())
		default:
		}
	}
}

func (f *fleet) remove(l *process) {
	f.crew = slices.DeleteFunc(f.crew, func(other *process) bool { return other == l })
}

// recordDeath records the output and the end of a process that was killed.
func (f *fleet) recordDeath(l *process, point string) {
	l.kill()
	<-l.done
	f.remove(l)
	if told, ok := l.point.Load().(string); ok {
		point = told
	}
	f.total.add(f.total.kills, point, 1)
	if code := l.cmd.ProcessState.ExitCode(); code != -1 {
		f.recordViolation("the process was not killed, it stopped with %d\n%s", code, l.tail())
	}
	for line := range strings.Lines(l.errs.String()) {
		bad := strings.Contains(line, "level=ERROR") && !(f.shaken && isUnreachableServer(line))
		if bad || strings.Contains(line, "a bug") || strings.Contains(line, f.sb.Token()) {
			f.recordViolation("a process says %s", line)
		}
	}
}

// isUnreachableServer reports whether a log line says that a server is unreachable.
func isUnreachableServer(line string) bool {
	said := func(how string) bool { return strings.Contains(line, how) }
	return slices.ContainsFunc([]string{"the database can't be reached", "failed to connect", "SQLSTATE 57P0",
		"broken pipe", "connection reset", "unexpected EOF", "connection is already closed",
		"house player made an illegal move"}, said)
}

// stopAll stops all processes.
func (f *fleet) stopAll() {
	for _, l := range slices.Clone(f.crew) {
		l.wake()
		f.recordDeath(l, "at the end")
	}
}

// waitForProgress waits until every table shows more than before, and returns the time that passed. If a table isn't served in
// time, goesOn records the table's state.
func (f *fleet) waitForProgress(ctx context.Context, since time.Time, before map[string]seenState) time.Duration {
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	f.late = nil
	behind := func() (all []string) {
		for _, at := range f.tables {
			now, stands := f.listener.at(at.channel)
			was := before[at.channel]
			if !stands || now.table == was.table && now.line <= was.line {
				all = append(all, fmt.Sprintf("%s stays at line %d\n%s\n%v\n%s", at.game, was.line, now.words,
					now.buttons, strings.Join(f.listener.recentActs(at.channel), "\n")))
			}
		}
		return all
	}
	inTime, enough := context.WithDeadline(ctx, since.Add(*killWithin))
	defer enough()
	served := func() bool { return len(behind()) == 0 }
	if f.listener.until(inTime, served) {
		return time.Since(since)
	}
	f.late = behind()
	if !f.listener.until(ctx, served) {
		f.recordViolation("%s\n%s", strings.Join(behind(), "\n"), f.logs())
	}
	return time.Since(since)
}

// logs returns the last log lines of all processes.
func (f *fleet) logs() string {
	var all []string
	for _, l := range f.crew {
		all = append(all, l.tail())
	}
	return strings.Join(all, "\n--\n")
}

func (f *fleet) randomProcess() *process { return f.crew[f.luck.IntN(len(f.crew))] }

// upTo returns a random duration below the given one.
func (f *fleet) upTo(most time.Duration) time.Duration {
	return time.Duration(f.luck.Int64N(int64(most)))
}

// sleepFor waits for a duration or until ctx ends.
func sleepFor(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// killOne kills a process at a random moment or at a failpoint. Sometimes it also kills a second process while the
// tables of the first are being taken over. The remaining processes must take over the tables in time.
func (f *fleet) killOne(ctx context.Context) {
	sleepFor(ctx, f.upTo(time.Second))
	victims := 1
	if f.luck.IntN(4) == 0 {
		victims = 2
	}
	for range victims {
		f.killProcess(ctx, f.randomProcess())
		if f.luck.IntN(2) == 0 {
			f.addProcess()
		}
		if victims > 1 {
			sleepFor(ctx, f.upTo(5*time.Second))
		}
	}
	died := time.Now()
	sleepFor(ctx, 50*time.Millisecond) // requests that the process has sent can arrive
	before := f.progress()
	took := f.waitForProgress(ctx, died, before)
	f.total.took(took)
	if took > *killWithin {
		f.recordViolation("the tables have gone on only %v after a process was killed, these after more than %v:\n%s\n%s", took,
			*killWithin, strings.Join(f.late, "\n"), f.logs())
	}
	f.fillUp()
}

// points lists the failpoints in connections to Discord. Failpoints on the disk don't work, because the database
// server is a separate process.
var points = slices.DeleteFunc(slices.Clone(failpoints), func(p string) bool {
	kind, _, _ := strings.Cut(p, ".")
	return kind == "write" || kind == "sync" || kind == "commit"
})

func (f *fleet) killProcess(ctx context.Context, l *process) {
	if f.luck.IntN(2) == 0 {
		f.recordDeath(l, "random")
		return
	}
	point := points[f.luck.IntN(len(points))]
	kind, _, _ := strings.Cut(point, ".")
	_, _ = fmt.Fprintln(l.input, point, 1+f.luck.Int64N(counts[kind]/2)) // the process may already have ended
	select {
	case <-l.done:
	case <-time.After(1500 * time.Millisecond):
	case <-ctx.Done():
	}
	f.recordDeath(l, "random")
}

// pauseOne pauses a process, usually for longer than its leases last, and usually just before it sends a request.
func (f *fleet) pauseOne(ctx context.Context) {
	f.shaken = true // the server ends transactions of paused processes
	sleepFor(ctx, f.upTo(time.Second))
	l, how := f.randomProcess(), "stood still"
	if f.luck.IntN(4) >= 0 {
		point := unsent[f.luck.IntN(len(unsent))]
		if l.pauseUnsent(ctx, point, 1+f.luck.Int64N(3)) {
			how = point
		}
	}
	l.rest()
	sleepFor(ctx, 5*time.Second+f.upTo(5*time.Second))
	l.wake()
	f.total.add(f.total.kills, how, 1)
	f.waitForProgress(ctx, time.Now(), f.progress())
}

// cutConnections terminates connections at the server, sometimes in the middle of a commit.
func (f *fleet) cutConnections(ctx context.Context) {
	f.shaken = true
	for range 1 + f.luck.IntN(4) {
		sleepFor(ctx, f.upTo(600*time.Millisecond))
		f.cut(ctx)
	}
	f.waitForProgress(ctx, time.Now(), f.progress())
}

// terminateConnection terminates a connection to a database. It prefers a connection with a commit in progress.
const terminateConnection = `DO $$ DECLARE victim int; BEGIN
	FOR look IN 1..%d LOOP
		PERFORM pg_stat_clear_snapshot();
		SELECT pid INTO victim FROM pg_stat_activity WHERE datname = '%s' AND state = 'active'
			AND query ILIKE 'commit%%' LIMIT 1;
		EXIT WHEN victim IS NOT NULL;
		PERFORM pg_sleep(0.001);
	END LOOP;
	IF victim IS NULL THEN
		SELECT pid INTO victim FROM pg_stat_activity WHERE datname = '%[2]s' ORDER BY random() LIMIT 1;
	END IF;
	PERFORM pg_terminate_backend(victim);
	END $$`

func (f *fleet) cut(ctx context.Context) {
	looks := 0
	if f.luck.IntN(2) == 0 {
		looks = 500
	}
	if _, err := f.server.Ask(ctx, "postgres", fmt.Sprintf(terminateConnection, looks, f.name)); err != nil {
		f.recordViolation("cutting a connection: %v", err)
	}
	f.total.add(f.total.kills, "connection cut", 1)
}

// restartServer stops the server, cleanly or abruptly, and starts it again.
func (f *fleet) restartServer(ctx context.Context) {
	f.shaken = true
	sleepFor(ctx, f.upTo(time.Second))
	how, end := "server crashed", f.server.Crash
	if f.luck.IntN(2) == 0 {
		how, end = "server restarted", f.server.Stop
	}
	require.NoError(f.t, end())
	sleepFor(ctx, f.upTo(3*time.Second))
	require.NoError(f.t, f.server.Start(ctx))
	f.total.add(f.total.kills, how, 1)
	f.waitForProgress(ctx, time.Now(), f.progress())
}

// failOver crashes the server and lets a replica take over.
func (f *fleet) failOver(replica *postgrestest.Cluster) func(context.Context) {
	return func(ctx context.Context) {
		f.shaken = true
		sleepFor(ctx, f.upTo(2*time.Second))
		require.NoError(f.t, f.server.Crash())
		sleepFor(ctx, f.upTo(2*time.Second))
		promote(f.t, replica)
		f.server = replica
		f.waitForProgress(ctx, time.Now(), f.progress())
	}
}

// closeEvening ends the evening: it closes every table and checks the ledger.
func (f *fleet) closeEvening() {
	f.playAndCompare(func(ctx context.Context) {
		f.waitForShards(ctx)
		f.waitForProgress(ctx, time.Now(), f.progress())
	})
	f.closeAll(context.Background())
	f.checkData()
	f.runAudit()
}
