package main

import (
	"context"
	"flag"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/cmd/settable/postgrestest"
	"settable/store/storetest"
)

// killWithin is how soon other processes must serve the tables of a dead process. This takes 5 to 7 s, even on a
// heavily overloaded machine.
var killWithin = flag.Duration("kills.within", 30*time.Second, "how long tables may stand still after a death")

// manyConnections are server settings that allow enough connections for all processes at once.
var manyConnections = []string{"max_connections=300"}

// startServer starts a PostgreSQL server for a test. It skips the test if PostgreSQL isn't available.
func startServer(t *testing.T) *postgrestest.Cluster {
	t.Helper()
	if !storetest.HasPostgres() && !isKillCountGiven() || pauseSignal == nil {
		t.Skip(storetest.NoPostgres)
	}
	server, err := postgrestest.Open(t.Context(), postgrestest.Options{Folder: t.TempDir(), Settings: manyConnections})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, server.Close()) })
	require.NoError(t, server.Start(t.Context()))
	return server
}

// isKillCountGiven reports whether the command line contains the number of kills.
func isKillCountGiven() (asked bool) {
	flag.Visit(func(f *flag.Flag) { asked = asked || f.Name == "kills" })
	return asked
}

// kills returns how often to kill a process; the default is nine.
func kills() int {
	if isKillCountGiven() {
		return *killRounds
	}
	return 9
}

// TestKillsOnPostgres runs the bot as three processes on one PostgreSQL database. While people play, it kills or pauses
// a process or cuts connections. Afterwards, everything that players were told must be in the database, every table
// must continue, and no message may show an older state than before.
//
// This command kills 500 processes:
//
//	go test ./cmd/settable -run TestKillsOnPostgres -kills 500 -timeout 4h -v
func TestKillsOnPostgres(t *testing.T) {
	t.Parallel()
	server := startServer(t)
	seed := *killSeed
	if seed == 0 {
		seed = uint64(time.Now().Unix())
	}
	total, start := newTally(), time.Now()
	rounds := planRounds(kills())
	var next, evenings atomic.Int64
	t.Run("evenings", func(t *testing.T) {
		for worker := range 2 {
			t.Run(strconv.Itoa(worker), func(t *testing.T) {
				t.Parallel()
				for int(next.Load()) < len(rounds) && !t.Failed() {
					f := newFleet(t, seed+uint64(evenings.Add(1)), total, server)
					f.begin()
					for range roundsAnEvening {
						i := int(next.Add(1)) - 1
						if i >= len(rounds) || len(f.broken) > 0 {
							break
						}
						f.playAndCompare(func(ctx context.Context) { rounds[i](f, ctx) })
					}
					if len(f.broken) == 0 {
						f.closeEvening()
					}
					f.stopAll()
					if len(f.broken) > 0 {
						t.Errorf("-kills.seed %d:\n%s", seed, strings.Join(f.broken, "\n"))
					}
				}
			})
		}
	})
	t.Logf("%s, %s violations, in %.0f s", total, map[bool]string{false: "0", true: "see above:"}[t.Failed()],
		time.Since(start).Seconds())
	require.Positive(t, total.moves.Load())
	require.Positive(t, total.lines.Load())
}

// If the database server stops during play, cleanly or abruptly, the processes continue when it is back. Nothing that
// people were told is lost.
func TestKillsOfTheServer(t *testing.T) {
	t.Parallel()
	f := newFleet(t, *killSeed, newTally(), startServer(t))
	f.begin()
	for range max(1, kills()/20) {
		if len(f.broken) == 0 {
			f.playAndCompare(f.restartServer)
		}
	}
	f.finish()
}

// If the database server dies permanently, its replica takes over. Processes that know both addresses continue with
// the replica.
func TestKillsWithAReplica(t *testing.T) {
	t.Parallel()
	primary := startServer(t)
	replica := newReplica(t, primary)
	f := newFleet(t, *killSeed, newTally(), primary, replica)
	f.begin()
	f.playAndCompare(f.failOver(replica))
	f.playAndCompare(f.killOne)
	f.finish()
}

// finish closes the evening if no law was broken. Otherwise it reports the broken laws.
func (f *fleet) finish() {
	f.t.Helper()
	if len(f.broken) == 0 {
		f.closeEvening()
	}
	f.stopAll()
	f.t.Log(f.total)
	require.Empty(f.t, f.broken, strings.Join(f.broken, "\n"))
	require.Positive(f.t, f.total.moves.Load())
}

// planRounds returns the rounds for this number of kills. Of twenty rounds, six pause a process, and three cut
// connections.
func planRounds(kills int) (all []func(*fleet, context.Context)) {
	for i := range kills {
		all = append(all, (*fleet).killOne)
		if i%10 == 2 || i%10 == 5 || i%10 == 8 {
			all = append(all, (*fleet).pauseOne)
		}
		if i%7 == 3 {
			all = append(all, (*fleet).cutConnections)
		}
	}
	return slices.Clip(all)
}
