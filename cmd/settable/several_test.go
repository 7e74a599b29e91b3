//go:build unix

package main

import (
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games/gamestest"
	"settable/store/storetest"
)

// childrenOf returns the ids of the processes that a program has started.
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

// stateOf returns a process's state and command from ps, or "" if the process doesn't exist.
func stateOf(pid int) string {
	said, _ := exec.Command("ps", "-o", "stat=,args=", "-p", strconv.Itoa(pid)).Output() // fails if the process doesn't exist
	return strings.TrimSpace(string(said))
}

// isStopped reports whether all threads of a process are stopped, because they stop one by one.
func isStopped(pid int) bool {
	how := []string{"-o", "stat=", "-p", strconv.Itoa(pid)}
	if runtime.GOOS == "linux" {
		how = append(how, "-L")
	}
	said, _ := exec.Command("ps", how...).Output() // fails if the process doesn't exist
	states := strings.Fields(string(said))
	moves := func(state string) bool { return !strings.HasPrefix(state, "T") }
	return len(states) > 0 && !slices.ContainsFunc(states, moves)
}

// waitUntilGone waits until all these processes have ended. Zombies count as ended.
func waitUntilGone(t *testing.T, pids []int) {
	t.Helper()
	for _, pid := range pids {
		waitUntil(t, func() bool { is := stateOf(pid); return is == "" || strings.HasPrefix(is, "Z") },
			"the process %d ends", pid)
	}
}

// When a sandbox with several processes ends for any reason, its processes end too, and the next sandbox continues with
// the same database.
func TestProcessesEndWithTheirSandbox(t *testing.T) {
	gamestest.Long(t)
	t.Parallel()
	data, database := t.TempDir(), storetest.Postgres(t)
	start := func() (*program, []int) {
		p := startSandbox(t, data, "--no-deal", "--processes", "2", "--database", database)
		pids := childrenOf(t, p)
		require.Len(t, pids, 2, p.errs.String())
		return p, pids
	}
	p, pids := start()
	require.NoError(t, syscall.Kill(pids[1], syscall.SIGSTOP), "a paused process receives no signal")
	waitUntil(t, func() bool { return isStopped(pids[1]) }, "it is paused")
	p.kill()
	waitUntilGone(t, pids)

	p, pids = start()
	require.NoError(t, p.cmd.Process.Signal(syscall.SIGTERM))
	require.NoError(t, p.cmd.Wait(), p.errs.String())
	waitUntilGone(t, pids)
}
