package main

import (
	"fmt"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
	"settable/bot/sandbox/sandboxtest"
	"settable/bot/sandbox/world"
	"settable/cmd/settable/postgrestest"
	"settable/store/postgres"
)

// If the database server becomes unavailable while a bot is starting, the bot logs this and continues when the server
// is back.
func TestDatabaseGoesAwayDuringStart(t *testing.T) {
	t.Parallel()
	server, sb := startServer(t), sandboxtest.Start(t, sandbox.Options{MessageContent: true})
	soon := func(what string, so func() bool) {
		t.Helper()
		require.Eventually(t, so, time.Minute, 20*time.Millisecond, what)
	}
	require.NoError(t, server.Create(t.Context(), "away"))
	address := server.Address("away")
	db, err := postgres.Open(t.Context(), address, postgres.Options{})
	require.NoError(t, err)
	require.NoError(t, db.Close())
	go func() { // until the server ends the connection
		_, _ = server.Ask(t.Context(), "away", `BEGIN; LOCK TABLE tables; SELECT pg_sleep(600)`)
	}()
	locks := func(granted string) func() bool {
		return func() bool {
			n, err := server.Ask(t.Context(), "away", `SELECT count(*) FROM pg_locks
				WHERE relation = 'tables'::regclass AND `+granted)
			return err == nil && n != "0"
		}
	}
	soon("the tables are locked", locks(`granted`))
	_, said := startProcess(t, sb, sb.Token(), address)
	soon("the bot reads", locks(`NOT granted`))
	require.NoError(t, server.Crash())
	soon("it says so", said.has("shard stopped, restarting it when the database is available"))
	require.NoError(t, server.Start(t.Context()))
	soon("it has come on", said.has("online name=Settable"))
	soon("it writes", said.has("database is writable again"))
	require.Equal(t, 1, strings.Count(said.all(), " ERR "), "one error about the unreachable database")

}

// If the program is told to stop just after the database became unavailable, it stops cleanly. It logs at most one
// error about the database.
func TestStopWhileDatabaseIsAway(t *testing.T) {
	t.Parallel()
	for name, goes := range map[string]func(*postgrestest.Cluster) error{
		"stopped": (*postgrestest.Cluster).Stop, "crashed": (*postgrestest.Cluster).Crash, "frozen": pauseServer,
	} {
		t.Run(name, func(t *testing.T) {
			server, sb := startServer(t), sandboxtest.Start(t, sandbox.Options{MessageContent: true})
			require.NoError(t, server.Create(t.Context(), "away"))
			c, said := startProcess(t, sb, sb.Token(), server.Address("away"))
			require.Eventually(t, func() bool { return said.has("online name=Settable")() && len(sb.Commands()) > 0 },
				time.Minute, 20*time.Millisecond)
			_, err := sb.Slash("Ann", sb.Channel("card-night"), "play", world.Sub("classic"))
			require.NoError(t, err)
			pid := server.PID()
			require.NoError(t, goes(server))
			defer func() { _ = signalAll(pid, "CONT") }() // usually, the process has already ended
			start := time.Now()
			require.NoError(t, c.Process.Signal(syscall.SIGTERM))
			require.NoError(t, c.Wait(), "the status is 0")
			t.Log("it stopped after", time.Since(start))
			require.Less(t, time.Since(start), 40*time.Second) // takes 1.1 s on an idle machine
			require.LessOrEqual(t, strings.Count(said.all(), " ERR "), 1)
			require.NotContains(t, said.all(), "saving the time of the last activity failed")
			require.NotContains(t, said.all(), "settable: ")
		})
	}
}

// pauseServer pauses all processes of a server. The server keeps its connections but doesn't answer.
func pauseServer(c *postgrestest.Cluster) error { return signalAll(c.PID(), "STOP") }

func signalAll(pid int, signal string) error {
	return exec.Command("sh", "-c", fmt.Sprintf("kill -%s %d $(pgrep -P %[2]d)", signal, pid)).Run()
}
