package main

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"settable/cmd/settable/postgrestest"
)

// standby is the name of the replica on its primary.
const standby = "replica"

// newReplica starts a second server that replicates a running one. The primary then commits only what the replica has
// on disk, so that nothing is lost when the replica is promoted. If the replica is unavailable, commits wait.
// https://www.postgresql.org/docs/current/warm-standby.html#STREAMING-REPLICATION
func newReplica(t *testing.T, primary *postgrestest.Cluster) *postgrestest.Cluster {
	t.Helper()
	replica, err := postgrestest.Open(t.Context(), postgrestest.Options{
		Folder: t.TempDir(), Settings: manyConnections, // a replica must not allow fewer connections than its primary
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

// waitForAnswer repeats a statement until it returns this answer.
func waitForAnswer(t *testing.T, c *postgrestest.Cluster, statement, answer string) {
	t.Helper()
	require.EventuallyWithT(t, func(now *assert.CollectT) {
		said, err := c.Ask(t.Context(), "postgres", statement)
		require.NoError(now, err)
		require.Equal(now, answer, said, statement)
	}, 30*time.Second, 250*time.Millisecond) // each query is a separate process
}

// promote makes a replica an independent, writable server. The former primary must not be running, because clients
// could then write to both. Afterwards, commits don't wait for a replica.
func promote(t *testing.T, c *postgrestest.Cluster) {
	t.Helper()
	require.Equal(t, "t", requireAnswer(t, c, "postgres", "SELECT pg_promote(true, 30)"))
	alterSystem(t, c, "RESET synchronous_standby_names")
	waitForAnswer(t, c, "SHOW synchronous_standby_names", "")
}
