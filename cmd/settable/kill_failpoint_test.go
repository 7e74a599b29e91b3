package main

import (
	"fmt"
	"os"
	"sync/atomic"
)

// A failpoint kills its own program when that reaches a point for the n-th time. Only tests have one.
// The points are in what the bot is given, its ways to the disk and to Discord, and not in the bot.
type failpoint struct{ aim atomic.Pointer[aim] }

// An aim is a point, and how many times it must still be reached.
type aim struct {
	point string
	left  atomic.Int64
}

// at makes the program be killed when it reaches a point for the n-th time from now on.
func (f *failpoint) at(point string, n int64) {
	a := &aim{point: point}
	a.left.Store(n)
	f.aim.Store(a)
}

// The points. A request to Discord: before it is sent, and after it was answered but before the bot
// has read the answer. A write or a sync of the database: before, in the middle, after. A commit that
// stands before anybody was told. An event that was read but not handled.
var failpoints = []string{
	"post.before", "post.after", "edit.before", "edit.after", "answer.before", "answer.after",
	"write.before", "write.half", "write.after", "sync.before", "sync.after", "commit", "read",
}

// pass is called at a point. It does not return where the program is to be killed.
func (f *failpoint) pass(point string) {
	if f.due(point) {
		f.kill()
	}
}

// standStill is called at a point of unsent. It stops the program there where that was asked for.
func (f *failpoint) standStill(point string) {
	if f.due(point) {
		fmt.Println(halted)
		if me, err := os.FindProcess(os.Getpid()); err == nil {
			_ = me.Signal(rests)
		}
	}
}

// unsent are points at which a request may be sent by all that the bot has checked, but nothing of it was.
var unsent = []string{"post.unsent", "edit.unsent"}

// due counts down, and reports whether this was the last time.
func (f *failpoint) due(point string) bool {
	a := f.aim.Load()
	return a != nil && a.point == point && a.left.Add(-1) == 0
}

// kill is SIGKILL: no goodbye, no flush.
func (f *failpoint) kill() {
	fmt.Println(died, f.aim.Load().point)
	if me, err := os.FindProcess(os.Getpid()); err == nil {
		_ = me.Kill()
	}
	select {}
}

// What the program says on its standard output.
const (
	ready  = "ready"
	died   = "died"
	halted = "halted"
)
