package main

import (
	"bufio"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
	"settable/bot/sandbox/sandboxtest"
)

// A bot started with the documented command plays on a local sandbox, and stops cleanly when its parent process ends.
func TestRunPlaysOnASandbox(t *testing.T) {
	t.Parallel()
	sb := sandboxtest.Start(t, sandbox.Options{MessageContent: true})
	c := programCommand("run", "--database", filepath.Join(t.TempDir(), "settable.db"))
	c.Env = append(c.Env, "SETTABLE_TOKEN="+sb.Token(), "SETTABLE_ATTACHED=yes",
		"SETTABLE_DISCORD="+strings.TrimPrefix(sb.URL(), "http://"))
	out, err := c.StderrPipe()
	require.NoError(t, err)
	in, err := c.StdinPipe()
	require.NoError(t, err)
	require.NoError(t, c.Start())
	t.Cleanup(func() { _ = c.Process.Kill() })
	var lines []string
	for said := bufio.NewScanner(out); said.Scan(); { // read everything, because Wait closes the pipe
		lines = append(lines, said.Text())
		require.True(t, json.Valid(said.Bytes()), "%s isn't structured", said.Text())
		if strings.Contains(said.Text(), `"msg":"online"`) {
			require.NoError(t, in.Close())
		}
	}
	require.NoError(t, c.Wait())
	all := strings.Join(lines, "\n")
	for _, once := range []string{`"msg":"started","version":"` + version, `"msg":"connected to Discord","servers":1,`,
		`"msg":"online","name":"Settable","invite":"https://`, `"msg":"stopped"`} {
		require.Equal(t, 1, strings.Count(all, once), "%s in\n%s", once, all)
	}
}
