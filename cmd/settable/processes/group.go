package processes

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"slices"
	"sync"
	"syscall"
	"time"
)

// Config configures a group.
type Config struct {
	Names    []string
	Command  func(name string) *exec.Cmd // returns a new command for each start
	Log      io.Writer                   // receives the members' stderr; every line gets the member's name
	Again    time.Duration               // the pause before a restart
	Events   *slog.Logger                // reports members that have ended
	Patience time.Duration               // how long Close waits before it kills the members
	Told     func()                      // called after each change; may be nil
}

// A Group runs several programs in parallel and restarts each one that ends.
type Group struct {
	Config

	closing chan struct{}
	gone    sync.WaitGroup

	mu  sync.Mutex
	all []*Member
	out sync.Mutex // guards Log, so that lines aren't mixed
}

// A Member is a program in a group.
type Member struct {
	Name   string
	PID    int       // 0: the member has ended and will be restarted
	Since  time.Time // when it started or ended
	Paused bool

	process *os.Process
}

// These are the actions for Do.
const (
	Kill  = "kill"
	Pause = "pause"
	Wake  = "wake"
)

// Run starts a group.
func Run(c Config) *Group {
	t := &Group{Config: c, closing: make(chan struct{})}
	if t.Told == nil {
		t.Told = func() {}
	}
	for _, name := range c.Names {
		m := &Member{Name: name}
		t.all = append(t.all, m)
		t.gone.Go(func() { t.keep(m) })
	}
	return t
}

// keep runs and restarts a member until the group is closed.
func (t *Group) keep(m *Member) {
	for {
		if err := t.runOnce(m); err != nil {
			t.Events.Warn("process ended, restarting it", "process", m.Name, "exit", err, "retry_in", t.Again)
		}
		again := time.NewTimer(t.Again)
		select {
		case <-again.C:
		case <-t.closing:
			again.Stop()
			return
		}
	}
}

// runOnce starts a member and waits until it ends.
func (t *Group) runOnce(m *Member) error {
	said := &lines{tell: func(line []byte) { t.write(m.Name, line) }}
	defer said.end()
	cmd := t.Command(m.Name)
	cmd.Stderr = said
	input, err := cmd.StdinPipe() // the program notices the end of its input when this process ends
	if err != nil {
		return fmt.Errorf("starting the process: %w", err)
	}
	defer input.Close()
	done, err := Start(cmd, syscall.SIGTERM)
	if err != nil {
		return fmt.Errorf("starting the process: %w", err)
	}
	t.change(func() { m.PID, m.process, m.Since, m.Paused = cmd.Process.Pid, cmd.Process, time.Now(), false })
	defer t.change(func() { m.PID, m.process, m.Since, m.Paused = 0, nil, time.Now(), false })
	select {
	case err := <-done:
		return cmp.Or(err, errUnexpectedExit)
	case <-t.closing:
	}
	t.dismiss(m.Name, cmd, done)
	return nil
}

// errUnexpectedExit means that a program exited with status 0 without being told to stop.
var errUnexpectedExit = errors.New("without an error")

// dismiss tells a program to stop, and kills it if it doesn't stop in time.
func (t *Group) dismiss(name string, cmd *exec.Cmd, done <-chan error) {
	_ = cmd.Process.Signal(syscall.SIGTERM) // the program may already have ended
	_ = cmd.Process.Signal(wakes)           // a paused process would not react
	late := time.NewTimer(t.Patience)
	defer late.Stop()
	select {
	case <-done:
		return
	case <-late.C:
	}
	t.Events.Warn("killing a process that didn't stop in time", "process", name, "waited", t.Patience)
	_ = cmd.Process.Kill() // the program may already have ended
	<-done
}

func (t *Group) change(how func()) {
	t.mu.Lock()
	how()
	t.mu.Unlock()
	t.Told()
}

// Members returns a copy of the current members.
func (t *Group) Members() []Member {
	t.mu.Lock()
	defer t.mu.Unlock()
	list := make([]Member, len(t.all))
	for i, m := range t.all {
		list[i] = *m
	}
	return list
}

// signals are the signals for the actions of Do.
var signals = map[string]syscall.Signal{Kill: syscall.SIGKILL, Pause: pauses, Wake: wakes}

// Do kills, pauses or wakes a member.
func (t *Group) Do(name, what string) error {
	signal, can := signals[what]
	if !can {
		return fmt.Errorf("can't %s a process here", what)
	}
	t.mu.Lock()
	defer t.Told()
	defer t.mu.Unlock()
	i := slices.IndexFunc(t.all, func(m *Member) bool { return m.Name == name })
	if i < 0 {
		return fmt.Errorf("there is no process %s", name)
	}
	m := t.all[i]
	if m.process == nil {
		return fmt.Errorf("%s has already ended and will be restarted", name)
	}
	if err := m.process.Signal(signal); err != nil {
		return fmt.Errorf("signalling %s: %w", name, err)
	}
	m.Paused = what == Pause
	return nil
}

// Close stops all members and waits until they have ended.
func (t *Group) Close() {
	close(t.closing)
	t.gone.Wait()
}
