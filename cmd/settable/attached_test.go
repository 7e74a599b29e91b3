package main

import (
	"bufio"
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
	"settable/bot/sandbox/sandboxtest"
)

// The bot plays on a local sandbox when it is started like hosts start it, and ends cleanly with its parent process.
func TestRunPlaysOnASandbox(t *testing.T) {
	t.Parallel()
	sb := sandboxtest.Start(t, sandbox.Options{MessageContent: true})
	c := programCommand("run", "--database", filepath.Join(t.TempDir(), "settable.db"))
	c.Env = append(c.Env, "SETTABLE_TOKEN="+sb.Token(), "SETTABLE_ATTACHED=yes",
		"SETTABLE_DISCORD="+strings.TrimPrefix(sb.URL(), "http://"))
	var errs bytes.Buffer
	c.Stderr = &errs
	out, err := c.StdoutPipe()
	require.NoError(t, err)
	in, err := c.StdinPipe()
	require.NoError(t, err)
	require.NoError(t, c.Start())
	t.Cleanup(func() { _ = c.Process.Kill() })
	said := bufio.NewScanner(out)
	require.True(t, said.Scan())
	require.Contains(t, said.Text(), "Settable is online as Settable, on 1 server")
	require.NoError(t, in.Close())
	for said.Scan() { // to the end, as Wait closes the pipe
	}
	require.NoError(t, c.Wait())
	require.Contains(t, errs.String(), `"msg":"stopped"`)
}
