//go:build unix

package processes

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// roleVariable names the environment variable that makes the test binary act as another program.
const roleVariable = "SETTABLE_TEST_AS"

func TestMain(m *testing.M) {
	switch os.Getenv(roleVariable) {
	case "":
		os.Exit(m.Run())
	case "stubborn":
		signal.Ignore(syscall.SIGTERM)
		tick()
	case "attached": // ignores signals; ends at the end of its input or when a write fails
		signal.Ignore(syscall.SIGTERM)
		fmt.Fprintln(os.Stderr, "number", os.Getpid())
		_, _ = io.Copy(io.Discard, os.Stdin)
	case "silent": // ends only by a signal
		fmt.Fprintln(os.Stderr, "number", os.Getpid())
		<-time.After(time.Hour)
	case "polite":
		tick()
	case "brief":
		fmt.Fprintln(os.Stderr, `{"msg":"enough"}`)
		fmt.Fprint(os.Stderr, "no line")
	case "parent":
		Run(config("attached", os.Stdout))
		if runtime.GOOS == "linux" {
			Run(config("silent", os.Stdout))
		} else {
			Run(config("attached", os.Stdout))
		}
		select {}
	}
}

// tick prints a line every 10 ms.
func tick() {
	for range time.Tick(10 * time.Millisecond) {
		fmt.Fprintln(os.Stderr, "number", os.Getpid())
	}
}

func config(kind string, log io.Writer) Config {
	return Config{Names: []string{"one", "two"}, Log: log, Again: 50 * time.Millisecond,
		Events:   slog.New(slog.NewTextHandler(log, nil)),
		Patience: 500 * time.Millisecond,
		Command: func(string) *exec.Cmd {
			c := exec.Command(os.Args[0])
			c.Env = append(os.Environ(), roleVariable+"="+kind)
			return c
		}}
}

// A book collects log output.
type book struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *book) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

// since returns the output after the first n bytes.
func (b *book) since(n int) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()[n:]
}

// startedGroup returns a group whose two members have printed something.
func startedGroup(t *testing.T, kind string) (*Group, *book) {
	t.Helper()
	log := &book{}
	group := Run(config(kind, log))
	t.Cleanup(group.Close)
	group.waitForOutput(t, log)
	return group, log
}

// waitForOutput waits until all members are running and have printed something.
func (t *Group) waitForOutput(tt *testing.T, log *book) {
	tt.Helper()
	for i, name := range t.Names {
		eventually(tt, func() bool { return strings.Contains(log.since(0), name+": number ") && t.Members()[i].PID != 0 })
	}
}

func eventually(t *testing.T, is func() bool) {
	t.Helper()
	require.Eventually(t, is, 20*time.Second, 5*time.Millisecond)
}

func alive(pid int) bool { return syscall.Kill(pid, 0) == nil }

// A killed member is restarted as a new process. The others are not affected.
func TestKilledMemberIsRestarted(t *testing.T) {
	t.Parallel()
	group, log := startedGroup(t, "polite")
	before := group.Members()
	require.NoError(t, group.Do("one", Kill))
	eventually(t, func() bool { m := group.Members()[0]; return m.PID != 0 && m.PID != before[0].PID })
	require.Contains(t, log.since(0), `msg="process ended, restarting it" process=one exit="signal: killed"`)
	require.Equal(t, before[1], group.Members()[1])
	require.ErrorContains(t, group.Do("three", Kill), "no process three")
	require.ErrorContains(t, group.Do("one", "tickle"), "can't tickle")
}

// A paused member prints nothing until it is woken.
func TestPausedMemberPrintsNothing(t *testing.T) {
	t.Parallel()
	group, log := startedGroup(t, "polite")
	require.NoError(t, group.Do("two", Pause))
	require.True(t, group.Members()[1].Paused)
	state := func() string {
		said, err := exec.Command("ps", "-o", "state=", "-p", strconv.Itoa(group.Members()[1].PID)).Output()
		require.NoError(t, err)
		return strings.TrimSpace(string(said))
	}
	eventually(t, func() bool { return state() == "T" })
	read := len(log.since(0))
	eventually(t, func() bool { return strings.Count(log.since(read), "one: ") > 20 })
	require.LessOrEqual(t, strings.Count(log.since(read), "two: "), 1, "a line may have been on its way")
	require.NoError(t, group.Do("two", Wake))
	require.False(t, group.Members()[1].Paused)
	read = len(log.since(0))
	eventually(t, func() bool { return strings.Count(log.since(read), "two: ") > 1 })
}

// All members end when the group is closed, including members that are paused, that ignore signals, or that are
// waiting for a restart.
func TestClosingAGroupEndsAllMembers(t *testing.T) {
	t.Parallel()
	for kind, says := range map[string]string{"polite": "", "stubborn": "didn't stop in time"} {
		log := &book{}
		group := Run(config(kind, log))
		group.waitForOutput(t, log)
		require.NoError(t, group.Do("two", Pause))
		members := group.Members()
		start := time.Now()
		group.Close()
		require.Less(t, time.Since(start), 5*time.Second)
		for _, m := range members {
			require.False(t, alive(m.PID), "%s %s", kind, m.Name)
		}
		require.Contains(t, log.since(0), says)
		require.ErrorContains(t, group.Do("one", Kill), "has already ended")
	}
}

// Every line names the member that wrote it. In a JSON line, the name is a field.
func TestLinesNameTheirMember(t *testing.T) {
	t.Parallel()
	log := &book{}
	group := Run(config("brief", log))
	for _, line := range []string{`{"process":"one","msg":"enough"}` + "\n", "two: no line\n",
		`process=two exit="without an error"`} {
		eventually(t, func() bool { return strings.Contains(log.since(0), line) })
	}
	group.Close()
	cut := ""
	l := &lines{tell: func(line []byte) { cut += string(line) + "|" }}
	for _, part := range []string{"a", "b\nc\n\nd", strings.Repeat("x", longest)} {
		_, err := l.Write([]byte(part))
		require.NoError(t, err)
	}
	l.end()
	require.Equal(t, "ab|c||d"+strings.Repeat("x", longest)+"|", cut)
}

// If the process that runs a group is killed, the members of the group end too.
func TestMembersEndWithTheirParent(t *testing.T) {
	t.Parallel()
	parent := exec.Command(os.Args[0])
	parent.Env = append(os.Environ(), roleVariable+"=parent")
	out, err := parent.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, parent.Start())
	children := map[int]bool{}
	for said := bufio.NewScanner(out); len(children) < 4 && said.Scan(); {
		if _, number, is := strings.Cut(said.Text(), ": number "); is {
			pid, err := strconv.Atoi(number)
			require.NoError(t, err)
			children[pid] = true
		}
	}
	require.Len(t, children, 4)
	require.NoError(t, parent.Process.Kill())
	_ = parent.Wait()
	for pid := range children {
		eventually(t, func() bool { return !alive(pid) })
	}
}
