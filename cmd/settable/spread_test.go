package main

import (
	"bytes"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
	"settable/bot/sandbox/sandboxtest"
	"settable/store/storetest"
)

// output collects the output of a running program.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (h *output) Write(p []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.text.Write(p)
}

func (h *output) has(words string) func() bool {
	return func() bool { return strings.Contains(h.all(), words) }
}

func (h *output) all() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.text.String()
}

// startProcess starts the bot as one of several processes on a database, and returns its output.
func startProcess(t *testing.T, sb *sandboxtest.Server, token, database string, args ...string) (*exec.Cmd, *output) {
	args = append([]string{"run", "--database", database, "--log-format", "text"}, args...)
	c, said := programCommand(args...), &output{}
	c.Env = append(c.Env, "SETTABLE_TOKEN="+token, "SETTABLE_ATTACHED=yes",
		"SETTABLE_DISCORD="+strings.TrimPrefix(sb.URL(), "http://"))
	c.Stdout, c.Stderr = said, said
	_, err := c.StdinPipe() // the bot plays until this pipe is closed
	require.NoError(t, err)
	require.NoError(t, c.Start())
	t.Cleanup(func() {
		_ = c.Process.Kill()
		if t.Failed() {
			t.Log(said.all())
		}
	})
	return c, said
}

// If there are more processes than shards, the extra process logs that it is waiting and plays when another is killed.
// A process with a different number of shards is told what to do.
func TestProcessesOfOneBot(t *testing.T) {
	t.Parallel()
	sb, database := sandboxtest.Start(t, sandbox.Options{MessageContent: true}), storetest.Postgres(t)
	soon := func(what string, so func() bool) { t.Helper(); waitUntil(t, so, what) }
	first, says := startProcess(t, sb, sb.Token(), database, "--process", "first")
	soon("the first", says.has("online name=Settable"))
	_, second := startProcess(t, sb, sb.Token(), database, "--process", "second")
	soon("the second waits", second.has("more processes than shards, waiting for a free shard"))
	_, third := startProcess(t, sb, sb.Token(), database, "--process", "third", "--shards", "2")
	soon("the third", third.has("use 1 shards: stop all of them before changing to 2"))
	require.NotContains(t, second.all(), "online name=Settable")
	require.NoError(t, first.Process.Kill())
	soon("another plays", func() bool {
		return strings.Contains(second.all()+third.all(), "online name=Settable")
	})
	for _, printed := range []*output{says, second, third} {
		require.NotContains(t, printed.all(), sb.Token())
		require.NotContains(t, printed.all(), "level=ERROR")
	}
}

// A token that Discord refuses ends the process with the same status as on a SQLite file.
func TestRefusedTokenWithSeveralProcesses(t *testing.T) {
	t.Parallel()
	sb := sandboxtest.Start(t, sandbox.Options{MessageContent: true})
	c, said := startProcess(t, sb, strings.Repeat("x", 24)+".abcdef."+strings.Repeat("y", 38), storetest.Postgres(t))
	_ = c.Wait() // the test checks the status elsewhere
	require.Equal(t, exitRefused, c.ProcessState.ExitCode(), said.all())
	require.Contains(t, said.all(), "token")
}

// Only one process can use a SQLite file.
func TestShardsOfAFile(t *testing.T) {
	code, _, errs := settable(t, "", "run", "--database", t.TempDir()+"/settable.db", "--shards", "2", "--token",
		strings.Repeat("x", 24)+".abcdef."+strings.Repeat("y", 38))
	require.Equal(t, exitUsage, code)
	require.Contains(t, errs, "--shards: only one process can use a database file")
	require.Contains(t, errs, "settable move")
}
