package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/stretchr/testify/require"
)

// A process is a run of the bot from its start to its death.
type process struct {
	cmd   *exec.Cmd
	input io.Writer
	ready chan struct{} // closed when the bot is connected
	done  chan struct{}
	errs  *bytes.Buffer // may be read after the process has ended
	ctx   context.Context
	stop  context.CancelFunc
	point atomic.Value  // the failpoint at which the process died
	stood chan struct{} // receives when the process has paused itself
}

func (v *evening) start(p plan) *process { return v.launch(orders{Point: p.point, Nth: p.nth}) }

// launch starts the bot with additional orders. Every third bot defers almost all interactions.
func (v *evening) launch(o orders) *process {
	v.launched++
	if v.launched%3 == 0 {
		o.DeferAfter = 5 * time.Millisecond
	}
	o.Discord, o.Token, o.Database = strings.TrimPrefix(v.sb.URL(), "http://"), v.sb.Token(), v.database
	told, err := json.Marshal(o)
	require.NoError(v.t, err)
	l := &process{cmd: exec.Command(os.Args[0]), ready: make(chan struct{}), done: make(chan struct{}),
		errs: &bytes.Buffer{}, stood: make(chan struct{}, 1)}
	l.ctx, l.stop = context.WithCancel(context.Background())
	l.cmd.Env = append(os.Environ(), asBot+"="+string(told), asBroken+"="+v.fault)
	l.cmd.Dir, l.cmd.Stderr = v.dir, l.errs
	l.input, err = l.cmd.StdinPipe() // the bot notices the end of its input when this program ends
	require.NoError(v.t, err)
	out, err := l.cmd.StdoutPipe()
	require.NoError(v.t, err)
	require.NoError(v.t, l.cmd.Start())
	go l.follow(out)
	return l
}

// follow reads the output of the process to its end.
func (l *process) follow(out io.Reader) {
	defer close(l.done)
	defer l.stop()
	on := sync.OnceFunc(func() { close(l.ready) })
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		word, point, _ := strings.Cut(lines.Text(), " ")
		switch word {
		case ready:
			on()
		case died:
			l.point.Store(point)
		case halted:
			select {
			case l.stood <- struct{}{}:
			default:
			}
			time.AfterFunc(longestStop, l.wake) // in case nobody wakes the process
		}
	}
	_ = l.cmd.Wait() // the process was killed
}

// tail kills the process, waits for it to exit and returns its last log lines.
func (l *process) tail() string {
	l.kill()
	<-l.done
	lines := strings.Split(l.errs.String(), "\n")
	return strings.Join(lines[max(0, len(lines)-30):], "\n")
}

func (l *process) kill() { _ = l.cmd.Process.Kill() }

// pauseUnsent asks the process to pause before its n-th request of a kind, and waits briefly until it has paused.
func (l *process) pauseUnsent(ctx context.Context, point string, n int64) bool {
	_, _ = fmt.Fprintln(l.input, point, n) // the process may already have ended
	select {
	case <-l.stood:
		return true
	case <-l.done:
	case <-time.After(2 * time.Second):
	case <-ctx.Done():
	}
	_, _ = fmt.Fprintln(l.input, "nowhere", 1)
	return false
}

func (l *process) rest() { _ = l.cmd.Process.Signal(pauseSignal) }
func (l *process) wake() { _ = l.cmd.Process.Signal(resumeSignal) }

// longestStop is the longest time for which a process pauses itself.
const longestStop = 12 * time.Second

func (l *process) killAfter(d time.Duration) { time.AfterFunc(d, l.kill) }

// deathPoint returns the point at which the process died.
func (l *process) deathPoint(p plan) string {
	if point, ok := l.point.Load().(string); ok {
		return point
	}
	if p.point == "later" || p.point == "closed" {
		return p.point
	}
	return "random"
}
