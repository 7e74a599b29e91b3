package main

import (
	"fmt"
	"os"
	"sync/atomic"
)

// A failpoint kills the program that it is in, at the n-th time that it comes to a
// point. Only tests have one: the points lie in what the bot is given, its way
// to the disk and its way to Discord, and not in the bot.
type failpoint struct{ aim atomic.Pointer[aim] }

// An aim is the point, and how often it is still come to.
type aim struct {
	point string
	left  atomic.Int64
}

// at has the program be killed at a point, at the n-th time from now on.
func (f *failpoint) at(point string, n int64) {
	a := &aim{point: point}
	a.left.Store(n)
	f.aim.Store(a)
}

// The points. A request is on its way to Discord: before it is sent, and when
// it was answered and the bot has not read the answer yet. A write or a sync of
// the database: before, in the middle, after. A commit that stands, and nobody
// knows. An event that was read, and not heard yet.
var failpoints = []string{
	"post.before", "post.after", "edit.before", "edit.after", "answer.before", "answer.after",
	"write.before", "write.half", "write.after", "sync.before", "sync.after", "commit", "read",
}

// pass comes to a point. It does not return when it was the last.
func (f *failpoint) pass(point string) {
	if f.due(point) {
		f.kill()
	}
}

// due counts down, and says whether this was the last.
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
	ready = "ready"
	died  = "died"
)
