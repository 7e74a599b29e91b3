package main

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
	"settable/bot/sandbox/sandboxtest"
	"settable/store/postgres"
)

// A server goes away just when a bot reads its tables: the program says so, and plays as soon as it is there.
func TestADatabaseThatGoesWhileABotBegins(t *testing.T) {
	t.Parallel()
	server, sb := begun(t), sandboxtest.Start(t, sandbox.Options{MessageContent: true})
	soon := func(what string, so func() bool) {
		t.Helper()
		require.Eventually(t, so, time.Minute, 20*time.Millisecond, what)
	}
	require.NoError(t, server.Create(t.Context(), "away"))
	address := server.Address("away")
	db, err := postgres.Open(t.Context(), address, postgres.Options{})
	require.NoError(t, err)
	require.NoError(t, db.Close())
	go func() { // until the server ends it
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
	_, said := one(t, sb, sb.Token(), address)
	soon("the bot reads", locks(`NOT granted`))
	require.NoError(t, server.Crash())
	soon("it says so", said.has("a shard's bot can't go on: another begins when the database is there"))
	require.NoError(t, server.Start(t.Context()))
	soon("it has come on", said.has("Settable is on as Settable"))
	soon("it writes", said.has("play goes on"))
	require.Equal(t, 1, strings.Count(said.all(), " ERR "), "that the database can't be reached")

}
