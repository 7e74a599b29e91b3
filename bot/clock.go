package bot

import (
	"sync"
	"sync/atomic"
	"time"
)

const (
	// tickEvery is how often the clock looks whether the process and the machine's
	// clocks run as they should.
	tickEvery = 250 * time.Millisecond
	// longestTick is how far the clock goes without a look. It is shorter than the
	// slack after a deadline: a process that stood still rings no bell when it wakes.
	longestTick = 500 * time.Millisecond
	// noticeable is the least difference between two clocks that is corrected:
	// what Discord tells of its own is cut off to the second.
	noticeable = 1500 * time.Millisecond
)

// missed is the time between two looks from which the process stood still. Tests on a
// busy machine have more patience.
var missed = time.Second

// A reading is what this machine's two clocks say: the one that people set, and the
// monotonic one, which nobody sets and which stands still while the machine sleeps.
type reading struct {
	wall time.Time
	runs time.Duration
}

func readMachine() func() reading {
	start := time.Now()
	return func() reading {
		now := time.Now()
		return reading{wall: now.Round(0), runs: now.Sub(start)}
	}
}

// A clock is Discord's time, by whose ids moves are timed. It goes by the monotonic
// clock from one look to the next, so that setting the machine's clock changes
// nothing, and it stands still when nobody looks.
type clock struct {
	read func() reading
	mu   sync.Mutex // held by who moves last
	last atomic.Pointer[sample]
}

// A sample is Discord's time when the machine's clocks were read.
type sample struct {
	reading
	at time.Time
}

func newClock(read func() reading) *clock {
	c := &clock{read: read}
	now := read()
	c.last.Store(&sample{now, now.wall})
	return c
}

// now is the time by Discord's clock.
func (c *clock) now() time.Time {
	l := c.last.Load()
	return l.at.Add(min(c.read().runs-l.runs, longestTick))
}

// A standstill is a time in which nobody could be heard, though no connection was lost.
type standstill struct {
	since   time.Time     // by Discord's clock
	process time.Duration // that the process stood still; 0: it did not
	machine time.Duration // by which the machine slept, or its clock was set; 0: neither
}

// findStandstill compares the clocks with what they said the last time. What it finds is to be
// told to the tables before tick lets time go on.
func (c *clock) findStandstill() (now reading, found standstill) {
	l := c.last.Load()
	now = c.read()
	found.since = l.at
	if ran := now.runs - l.runs; ran > missed {
		found.process = ran
	}
	if step := now.wall.Sub(l.wall) - (now.runs - l.runs); step.Abs() >= noticeable {
		found.machine = step
	}
	return now, found
}

// tick lets time go on until a reading.
func (c *clock) tick(now reading) {
	c.mu.Lock()
	defer c.mu.Unlock()
	l := c.last.Load()
	c.last.Store(&sample{now, l.at.Add(now.runs - l.runs)})
}

// set corrects the clock by what Discord says, as it was at a reading.
func (c *clock) set(now reading, discord time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last.Store(&sample{now, discord})
}
