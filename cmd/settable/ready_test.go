//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
	"settable/bot/sandbox/sandboxtest"
	"settable/bot/sandbox/world"
	"settable/cmd/settable/postgrestest"
	"settable/store/storetest"
)

// newSmallDisk mounts a file system of this size, such as 200m. It skips the test if that isn't allowed.
func newSmallDisk(t *testing.T, size string) (folder string) {
	t.Helper()
	folder = t.TempDir()
	if err := exec.Command("mount", "-t", "tmpfs", "-o", "mode=0777,size="+size, "tmpfs", folder).Run(); err != nil {
		t.Skip("this user can't mount a file system")
	}
	t.Cleanup(func() { require.NoError(t, exec.Command("umount", folder).Run()) })
	return folder
}

// fillDisk writes a file until the disk is full.
func fillDisk(t *testing.T, file string) {
	t.Helper()
	f, err := os.Create(file)
	require.NoError(t, err)
	block := make([]byte, 1<<12)
	for err == nil {
		_, err = f.Write(block)
	}
	require.ErrorContains(t, err, "no space left")
	require.NoError(t, f.Close())
}

// While the database isn't writable, /readyz reports that, even if there are no players. The log reports it once. When
// the database is back, /readyz says ok again.
func TestReadinessFollowsTheDatabase(t *testing.T) {
	t.Parallel()
	if !storetest.HasPostgres() || pauseSignal == nil {
		t.Skip(storetest.NoPostgres)
	}
	// fault breaks the database and returns the function that repairs it.
	type fault func(t *testing.T, server *postgrestest.Cluster, folder string) (repair func())
	for name, c := range map[string]struct {
		fault fault
		says  string
		disk  bool // the server needs a disk of its own
	}{
		"full disk": {func(t *testing.T, _ *postgrestest.Cluster, folder string) func() {
			file := filepath.Join(folder, "full")
			fillDisk(t, file)
			return func() { require.NoError(t, os.Remove(file)) }
		}, "the disk is full", true},
		"read only": {func(t *testing.T, server *postgrestest.Cluster, _ string) func() {
			alterSystem(t, server, "SET default_transaction_read_only = on")
			return func() { alterSystem(t, server, "RESET default_transaction_read_only") }
		}, "the database is a read-only replica", false},
		"stopped": {func(t *testing.T, server *postgrestest.Cluster, _ string) func() {
			require.NoError(t, server.Stop())
			return func() { require.NoError(t, server.Start(t.Context())) }
		}, "the database can't be reached", false},
		"frozen": {func(t *testing.T, server *postgrestest.Cluster, _ string) func() {
			pid := server.PID()
			require.NoError(t, pauseServer(server))
			t.Cleanup(func() { _ = signalAll(pid, "CONT") }) // usually it continues already
			return func() { require.NoError(t, signalAll(pid, "CONT")) }
		}, "the database doesn't respond", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			if c.disk {
				folder = newSmallDisk(t, "200m")
			}
			server, err := postgrestest.Open(t.Context(), postgrestest.Options{Folder: folder, Settings: manyConnections})
			require.NoError(t, err)
			t.Cleanup(func() { require.NoError(t, server.Close()) })
			require.NoError(t, server.Start(t.Context()))
			require.NoError(t, server.Create(t.Context(), "ready"))
			sb := sandboxtest.Start(t, sandbox.Options{MessageContent: true})
			address := freeAddress(t)
			_, said := startProcess(t, sb, sb.Token(), server.Address("ready"), "--health-address", address)
			page := func() string { _, text := requestPage(t, address, "readyz"); return text }
			waitUntil(t, func() bool { return said.has("online name=Settable")() && page() == "ok\n" }, "it is ready")
			repair := c.fault(t, server, folder)
			waitUntil(t, func() bool { return strings.Contains(page(), c.says) }, "it isn't ready")
			for range 20 {
				_, err := sb.Slash("Ann", sb.Channel("card-night"), "play", world.Sub("classic"))
				require.NoError(t, err)
			}
			require.NotEqual(t, "ok\n", page())
			repair()
			waitUntil(t, func() bool { return page() == "ok\n" }, "it is ready again")
			require.LessOrEqual(t, strings.Count(said.all(), " ERR "), 1, said.all())
		})
	}
}
