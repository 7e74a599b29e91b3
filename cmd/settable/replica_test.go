package main

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"settable/cmd/settable/postgrestest"
	"settable/games/gamestest"
)

// standby is the name of a replica at its primary.
const standby = "replica"

// newReplica returns a second server that replicates a running one. From then on the first one commits only what the
// replica has on disk, so that nothing is lost when the replica is promoted; while the replica is away, commits wait.
//
// https://www.postgresql.org/docs/current/warm-standby.html#STREAMING-REPLICATION
func newReplica(t *testing.T, primary *postgrestest.Cluster) *postgrestest.Cluster {
	t.Helper()
	replica, err := postgrestest.Open(t.Context(), postgrestest.Options{
		Folder: t.TempDir(), Settings: roomy, // it may not have fewer connections than its primary
		Begin: []string{"pg_basebackup", "-d", primary.Address("postgres") + "&application_name=" + standby,
			"--write-recovery-conf", "-X", "stream", "-c", "fast"},
	})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, replica.Close()) })
	require.NoError(t, replica.Start(t.Context()))
	alterSystem(t, primary, "SET synchronous_standby_names = '"+standby+"'")
	waitForAnswer(t, primary,
		"SELECT sync_state FROM pg_stat_replication WHERE application_name = '"+standby+"'", "sync")
	return replica
}

func alterSystem(t *testing.T, c *postgrestest.Cluster, how string) {
	t.Helper()
	requireAnswer(t, c, "postgres", "ALTER SYSTEM "+how)
	requireAnswer(t, c, "postgres", "SELECT pg_reload_conf()")
}

func requireAnswer(t *testing.T, c *postgrestest.Cluster, database, statement string) string {
	t.Helper()
	said, err := c.Ask(t.Context(), database, statement)
	require.NoError(t, err)
	return said
}

// waitForAnswer repeats a statement until it has the given answer.
func waitForAnswer(t *testing.T, c *postgrestest.Cluster, statement, answer string) {
	t.Helper()
	require.EventuallyWithT(t, func(now *assert.CollectT) {
		said, err := c.Ask(t.Context(), "postgres", statement)
		require.NoError(now, err)
		require.Equal(now, answer, said, statement)
	}, 30*time.Second, 250*time.Millisecond) // each query is a separate process
}

// promote makes a replica an independent, writable server. Its former primary must not be running any more, or both
// would be written. From then on commits wait for no replica.
func promote(t *testing.T, c *postgrestest.Cluster) {
	t.Helper()
	require.Equal(t, "t", requireAnswer(t, c, "postgres", "SELECT pg_promote(true, 30)"))
	alterSystem(t, c, "RESET synchronous_standby_names")
	waitForAnswer(t, c, "SHOW synchronous_standby_names", "")
}

// Committed data is on the replica, which takes over when the primary has died.
func TestReplicaTakesOver(t *testing.T) {
	gamestest.Long(t)
	t.Parallel()
	primary := startServer(t)
	require.NoError(t, primary.Create(t.Context(), "settable"))
	requireAnswer(t, primary, "settable", "CREATE TABLE t (n int)")
	replica := newReplica(t, primary)
	require.Equal(t, "t", requireAnswer(t, replica, "settable", "SELECT pg_is_in_recovery()"))
	_, err := replica.Ask(t.Context(), "settable", "INSERT INTO t VALUES (0)")
	require.ErrorContains(t, err, "read-only")

	require.NoError(t, replica.Crash())
	waits, stop := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer stop()
	_, err = primary.Ask(waits, "settable", "INSERT INTO t VALUES (1)")
	require.Error(t, err, "nothing is committed that is not on the replica")
	require.NoError(t, replica.Start(t.Context()))
	requireAnswer(t, primary, "settable", "INSERT INTO t VALUES (2)")
	require.NoError(t, primary.Crash())
	promote(t, replica)
	require.Equal(t, "2", requireAnswer(t, replica, "settable", "SELECT max(n) FROM t"))
	requireAnswer(t, replica, "settable", "INSERT INTO t VALUES (3)")
	require.Contains(t, primary.Address("settable", replica), "target_session_attrs=read-write")
}
