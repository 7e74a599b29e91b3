//go:build unix

package main

import (
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/cmd/settable/cluster"
	"settable/games/gamestest"
)

// havePostgres skips a test where PostgreSQL is not installed.
func havePostgres(t *testing.T) {
	t.Helper()
	if _, err := cluster.Find(); err != nil {
		if os.Getenv("SETTABLE_CI") == "1" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
}

// childrenOf are the programs that a program has started: bots, and the server of its database.
func childrenOf(t *testing.T, p *program) (pids []int) {
	t.Helper()
	said, err := exec.Command("ps", "-A", "-o", "pid=,ppid=").Output()
	require.NoError(t, err)
	for line := range strings.Lines(string(said)) {
		pid, parent, _ := strings.Cut(strings.TrimSpace(line), " ")
		if strings.TrimSpace(parent) == strconv.Itoa(p.cmd.Process.Pid) {
			n, err := strconv.Atoi(pid)
			require.NoError(t, err)
			pids = append(pids, n)
		}
	}
	return pids
}

// stateOf is how a process is, by the letters of ps, and what it runs; nothing where there is none.
func stateOf(pid int) string {
	said, _ := exec.Command("ps", "-o", "stat=,args=", "-p", strconv.Itoa(pid)).Output() // fails at nobody
	return strings.TrimSpace(string(said))
}

// standsStill tells whether a process is stopped: all of its threads, which stop one by one.
func standsStill(pid int) bool {
	how := []string{"-o", "stat=", "-p", strconv.Itoa(pid)}
	if runtime.GOOS == "linux" {
		how = append(how, "-L")
	}
	said, _ := exec.Command("ps", how...).Output() // fails at nobody
	states := strings.Fields(string(said))
	moves := func(state string) bool { return !strings.HasPrefix(state, "T") }
	return len(states) > 0 && !slices.ContainsFunc(states, moves)
}

// gone waits until none of them lives. Whoever has ended and was not asked for its status yet does not.
func gone(t *testing.T, pids []int) {
	t.Helper()
	for _, pid := range pids {
		comes(t, func() bool { is := stateOf(pid); return is == "" || strings.HasPrefix(is, "Z") },
			"the process %d ends", pid)
	}
}

// A sandbox of several processes has its folder for itself; nobody of it outlives it, however it ends, and
// the next one goes on with what it has left.
func TestNobodyOutlivesASandbox(t *testing.T) {
	gamestest.Long(t)
	t.Parallel()
	havePostgres(t)
	data := t.TempDir()
	p := startSandbox(t, data, "--no-deal", "--processes", "2")
	second := programCommand("sandbox", "--address", "127.0.0.1:0", "--data", data, "--processes", "2")
	said, err := second.CombinedOutput()
	require.Error(t, err)
	require.Equal(t, exitSecond, second.ProcessState.ExitCode())
	require.Regexp(t, `^settable: \S+lock: another program uses the folder of this PostgreSQL\n$`, string(said))

	pids := childrenOf(t, p)
	require.Len(t, pids, 3, p.errs.String())
	require.NoError(t, syscall.Kill(pids[2], syscall.SIGSTOP), "who is paused hears nothing")
	comes(t, func() bool { return standsStill(pids[2]) }, "it is paused")
	p.kill()
	gone(t, pids)

	p = startSandbox(t, data, "--no-deal", "--processes", "2")
	pids = childrenOf(t, p)
	require.NoError(t, syscall.Kill(pids[0], syscall.SIGINT)) // the database, which was started first
	require.Error(t, p.cmd.Wait())
	require.Equal(t, exitDatabase, p.cmd.ProcessState.ExitCode())
	require.Regexp(t, `\nsettable: the PostgreSQL of the sandbox has ended: \S+/log says why\n$`,
		p.errs.String())
	gone(t, pids)

	p = startSandbox(t, data, "--no-deal", "--processes", "2")
	pids = childrenOf(t, p)
	require.Len(t, pids, 3, p.errs.String())
	require.NoError(t, p.cmd.Process.Signal(syscall.SIGTERM))
	require.NoError(t, p.cmd.Wait(), p.errs.String())
	gone(t, pids)
}
