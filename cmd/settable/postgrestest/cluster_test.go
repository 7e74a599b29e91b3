//go:build unix

package postgrestest

import (
	"fmt"
	"os"
	"strconv"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games/gamestest"
)

// startCluster starts a cluster in a folder.
func startCluster(t *testing.T, folder string, settings ...string) *Cluster {
	t.Helper()
	c, err := Open(t.Context(), Options{Folder: folder, Settings: settings})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, c.Close()) })
	require.NoError(t, c.Start(t.Context()))
	return c
}

// requirePrograms skips a test if PostgreSQL is missing or if long tests are disabled.
func requirePrograms(t *testing.T) {
	t.Helper()
	gamestest.Long(t)
	if _, err := Find(); err != nil {
		if os.Getenv("SETTABLE_CI") == "1" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
}

func (c *Cluster) requireAnswer(t *testing.T, statement string) string {
	t.Helper()
	said, err := c.Ask(t.Context(), "settable", statement)
	require.NoError(t, err)
	return said
}

// Committed data survives any kind of shutdown. The server syncs to disk and can only be reached through its socket.
func TestWrittenDataSurvives(t *testing.T) {
	t.Parallel()
	requirePrograms(t)
	c := startCluster(t, t.TempDir())
	require.NoError(t, c.Create(t.Context(), "settable"))
	require.NoError(t, c.Create(t.Context(), "settable"), "creating it again changes nothing")
	require.Equal(t, "|on|on", c.requireAnswer(t, "SELECT current_setting('listen_addresses'), "+
		"current_setting('fsync'), current_setting('synchronous_commit')"))
	c.requireAnswer(t, "CREATE TABLE t (n int)")
	for i, end := range []func() error{c.Stop, c.Crash, func() error {
		require.NoError(t, syscall.Kill(c.PID(), syscall.SIGKILL))
		return c.Stop()
	}} {
		c.requireAnswer(t, fmt.Sprintf("INSERT INTO t VALUES (%d)", i))
		require.NoError(t, end())
		require.Zero(t, c.PID())
		require.NoError(t, c.Start(t.Context()))
		require.Equal(t, strconv.Itoa(i+1), c.requireAnswer(t, "SELECT count(*) FROM t"), "the address must stay the same")
	}
	require.NoError(t, c.Close())
	require.NoDirExists(t, c.socket)
}

// If a server doesn't start, the error contains the reason.
func TestStartFailureSaysWhy(t *testing.T) {
	t.Parallel()
	requirePrograms(t)
	c, err := Open(t.Context(), Options{Folder: t.TempDir(),
		Settings: []string{"max_connections=none"}})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, c.Close()) })
	err = c.Start(t.Context())
	require.ErrorContains(t, err, `invalid value for parameter "max_connections"`)
	require.NotContains(t, err.Error(), "\n")
}
