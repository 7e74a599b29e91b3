package main

import (
	"fmt"
	"os"
	"sync/atomic"
)

// A failpoint kills its own program when the program reaches a point for the n-th time. The points are in the bot's
// connections to the disk and to Discord, and not in the bot's own code.
type failpoint struct{ aim atomic.Pointer[aim] }

// An aim is the point at which a failpoint kills its program, and a counter.
type aim struct {
	point string
	left  atomic.Int64
}

// at makes the program die when it reaches a point for the n-th time from now on.
func (f *failpoint) at(point string, n int64) {
	a := &aim{point: point}
	a.left.Store(n)
	f.aim.Store(a)
}

// These are the failpoints. A request to Discord has one before it is sent, and one after the response has arrived but
// before the bot has read it. A write or a sync of the database has them before, halfway and after. A commit has one
// when it is durable but not yet reported. An event has one when it has been read but not handled.
var failpoints = []string{
	"post.before", "post.after", "edit.before", "edit.after", "answer.before", "answer.after",
	"write.before", "write.half", "write.after", "sync.before", "sync.after", "commit", "read",
}

// pass is called whenever the program reaches a point. It doesn't return if the program must die there.
func (f *failpoint) pass(point string) {
	if f.due(point) {
		f.kill()
	}
}

// standStill is called at the points listed in unsent. It pauses the program there if requested.
func (f *failpoint) standStill(point string) {
	if f.due(point) {
		fmt.Println(halted)
		if me, err := os.FindProcess(os.Getpid()); err == nil {
			_ = me.Signal(pauseSignal)
		}
	}
}

// unsent lists points at which the bot has finished all checks for a request but has sent nothing.
var unsent = []string{"post.unsent", "edit.unsent"}

// due counts down and reports whether the count has reached zero.
func (f *failpoint) due(point string) bool {
	a := f.aim.Load()
	return a != nil && a.point == point && a.left.Add(-1) == 0
}

// kill kills the program with SIGKILL, so that it can neither shut down nor flush.
func (f *failpoint) kill() {
	fmt.Println(died, f.aim.Load().point)
	if me, err := os.FindProcess(os.Getpid()); err == nil {
		_ = me.Kill()
	}
	select {}
}

// The program prints these lines to its parent.
const (
	ready  = "ready"
	died   = "died"
	halted = "halted"
)
