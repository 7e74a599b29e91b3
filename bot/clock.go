package bot

import (
	"sync"
	"sync/atomic"
	"time"
)

const (
	// tickEvery is how often the bot checks whether its process was suspended or the machine's clock was set.
	tickEvery = 250 * time.Millisecond
	// longestTick is how far the tables' clock may advance between two of these checks. It is shorter than the slack
	// that tables allow after a deadline, so that no deadline has passed when a suspended process wakes up.
	longestTick = 500 * time.Millisecond
	// noticeable is the smallest deviation from Discord's time that the bot corrects. It must be more than a second,
	// because Discord reports its time in whole seconds.
	noticeable = 1500 * time.Millisecond
)

// standstillAfter is how far apart two checks must be for the process to count as suspended. Tests that run on busy
// machines set it higher.
var standstillAfter = time.Second

// A reading holds the times of this machine's two clocks: the wall clock, which can be set, and the monotonic clock,
// which can't be set and stops while the machine sleeps.
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

// A clock shows Discord's time, because the time of a move comes from its Discord id. Between two checks it follows
// the machine's monotonic clock, so setting the wall clock has no effect. If no check follows, it stops after
// longestTick.
type clock struct {
	read func() reading
	mu   sync.Mutex // held while last is replaced
	last atomic.Pointer[sample]
}

// A sample pairs a reading of the machine's clocks with Discord's time at that moment.
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

func (c *clock) now() time.Time {
	l := c.last.Load()
	return l.at.Add(min(c.read().runs-l.runs, longestTick))
}

// A standstill is a period during which the bot couldn't receive anything, although its connections stayed open.
type standstill struct {
	since   time.Time     // by Discord's clock
	process time.Duration // how long the process was suspended; 0: it was not
	machine time.Duration // how long the machine slept, or by how much its clock was set; 0: neither happened
}

// findStandstill compares the machine's clocks with the last sample. The tables must be told of a standstill before
// tick advances the time, or their deadlines would pass.
func (c *clock) findStandstill() (now reading, found standstill) {
	l := c.last.Load()
	now = c.read()
	found.since = l.at
	if ran := now.runs - l.runs; ran > standstillAfter {
		found.process = ran
	}
	if step := now.wall.Sub(l.wall) - (now.runs - l.runs); step.Abs() >= noticeable {
		found.machine = step
	}
	return now, found
}

func (c *clock) tick(now reading) {
	c.mu.Lock()
	defer c.mu.Unlock()
	l := c.last.Load()
	c.last.Store(&sample{now, l.at.Add(now.runs - l.runs)})
}

// set corrects the clock. discord is Discord's time when now was read.
func (c *clock) set(now reading, discord time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last.Store(&sample{now, discord})
}
