package main

import (
	"fmt"
	"os"
	"sync/atomic"
)

// A failpoint kills its own program when that reaches a point for the n-th time. Only tests have one. The points are in
// the bot's connections to the disk and to Discord, not in the bot.
type failpoint struct{ aim atomic.Pointer[aim] }

// An aim is the point at which a failpoint kills its program, and how many more times the program must reach it.
type aim struct {
	point string
	left  atomic.Int64
}

// at has the program killed when it reaches a point for the n-th time from now on.
func (f *failpoint) at(point string, n int64) {
	a := &aim{point: point}
	a.left.Store(n)
	f.aim.Store(a)
}

// The points. A request to Discord: before it is sent, and after the answer has been sent but before the bot has read
// it. A write or a sync of the database: before, in the middle, after. A commit that is durable but not yet reported.
// An event that has been read but not handled.
var failpoints = []string{
	"post.before", "post.after", "edit.before", "edit.after", "answer.before", "answer.after",
	"write.before", "write.half", "write.after", "sync.before", "sync.after", "commit", "read",
}

// pass is called at a point. It does not return if the program is to be killed.
func (f *failpoint) pass(point string) {
	if f.due(point) {
		f.kill()
	}
}

// standStill is called at a point of unsent. It stops the program there if requested.
func (f *failpoint) standStill(point string) {
	if f.due(point) {
		fmt.Println(halted)
		if me, err := os.FindProcess(os.Getpid()); err == nil {
			_ = me.Signal(rests)
		}
	}
}

// unsent are points at which the bot has finished all its checks for a request, but sent nothing of it.
var unsent = []string{"post.unsent", "edit.unsent"}

// due counts down, and reports whether this was the last time.
func (f *failpoint) due(point string) bool {
	a := f.aim.Load()
	return a != nil && a.point == point && a.left.Add(-1) == 0
}

// kill is SIGKILL: no shutdown, no flush.
func (f *failpoint) kill() {
	fmt.Println(died, f.aim.Load().point)
	if me, err := os.FindProcess(os.Getpid()); err == nil {
		_ = me.Kill()
	}
	select {}
}

// The lines that the program prints on its standard output.
const (
	ready  = "ready"
	died   = "died"
	halted = "halted"
)
