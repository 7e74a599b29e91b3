//go:build unix

package main

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
	"settable/bot/sandbox/sandboxtest"
	"settable/bot/sandbox/world"
)

// runOn starts `settable run` on a sandbox with both outputs in one pipe, and waits until the bot plays.
func runOn(t *testing.T, sb *sandboxtest.Server, database string) (run *exec.Cmd, output io.ReadCloser) {
	t.Helper()
	run = programCommand("run", "--database", database, "--log-level", "debug")
	run.Env = append(run.Env, "SETTABLE_TOKEN="+sb.Token(), "SETTABLE_DISCORD="+strings.TrimPrefix(sb.URL(), "http://"))
	output, err := run.StdoutPipe()
	require.NoError(t, err)
	run.Stderr = run.Stdout // like settable run 2>&1 | tee
	require.NoError(t, run.Start())
	t.Cleanup(func() { _ = run.Process.Kill() })
	lines := bufio.NewScanner(output)
	for lines.Scan() {
		if strings.Contains(lines.Text(), "online") && strings.Contains(lines.Text(), "Settable") {
			return run, output
		}
	}
	require.Fail(t, "the bot did not start")
	return nil, nil
}

// The bot continues after the reader of its output has died. SIGHUP stops it cleanly, even if it arrives twice, as
// when a terminal closes.
func TestRunSurvivesItsReaderAndStopsOnSIGHUP(t *testing.T) {
	t.Parallel()
	hangups := make(chan os.Signal, 1)
	signal.Notify(hangups, syscall.SIGHUP) // otherwise a test under nohup would make the program ignore SIGHUP
	t.Cleanup(func() { signal.Stop(hangups) })
	sb := sandboxtest.Start(t, sandbox.Options{MessageContent: true})
	database := filepath.Join(t.TempDir(), "settable.db")
	run, output := runOn(t, sb, database)
	require.NoError(t, output.Close())
	channel := sb.Channel("card-night")
	shows := func(words string) {
		t.Helper()
		waitUntil(t, func() bool {
			for _, m := range sb.Messages(channel, "Ann") {
				if strings.Contains(m.Content, words) {
					return true
				}
			}
			return false
		}, "the channel shows %q", words)
	}
	sb.FailREST(1, 502) // the bot logs this
	waitUntil(t, func() bool { return len(sb.Commands()) > 0 }, "there are commands")
	sb.FailREST(1, 502)
	_, err := sb.Slash("Ann", channel, "play", world.Sub("classic"))
	require.NoError(t, err)
	shows("Ann")
	sb.DropSockets() // the bot logs this too
	_, err = sb.Say("Ann", channel, "start")
	require.NoError(t, err)
	shows("cards left")
	require.NoError(t, run.Process.Signal(syscall.SIGHUP))
	require.NoError(t, run.Process.Signal(syscall.SIGHUP))
	require.NoError(t, run.Wait(), "a clean stop")
	shows("restarting")
}

// A program that ignored SIGHUP from its start, as under nohup, continues to ignore it.
func TestNohupIsRespected(t *testing.T) {
	t.Parallel()
	sb := sandboxtest.Start(t, sandbox.Options{})
	run := exec.Command("/bin/sh", "-c", `trap "" HUP; exec "$0" "$@"`)
	program := programCommand("run", "--database", filepath.Join(t.TempDir(), "settable.db"))
	run.Args = append(run.Args, program.Args...)
	run.Env = append(program.Env, "SETTABLE_TOKEN="+sb.Token(), "SETTABLE_DISCORD="+strings.TrimPrefix(sb.URL(), "http://"))
	require.NoError(t, run.Start())
	t.Cleanup(func() { _ = run.Process.Kill() })
	waitUntil(t, func() bool { return len(sb.Commands()) > 0 }, "the bot plays")
	require.NoError(t, run.Process.Signal(syscall.SIGHUP))
	channel := sb.Channel("card-night")
	_, err := sb.Slash("Ann", channel, "play", world.Sub("classic"))
	require.NoError(t, err)
	waitUntil(t, func() bool { return len(sb.Messages(channel, "Ann")) > 0 }, "the table stands")
	require.NoError(t, run.Process.Signal(syscall.SIGTERM))
	require.NoError(t, run.Wait())
}
