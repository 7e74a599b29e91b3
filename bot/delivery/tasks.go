package delivery

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"settable/bot/discord"
)

const (
	// mostAtOnce is how many tasks are being done at once.
	mostAtOnce = 16
	// taskTime is how long one try may take.
	taskTime = time.Minute
	// tellStanding is how often the log hears of what still stands.
	tellStanding = time.Minute
	// seldomFrom is the number of tries from which a task is tried seldom.
	seldomFrom = 12
)

// A Task is something that must be done once, however long that takes.
type Task struct {
	What     string    // of which kind, as the host reads it: "tables to be shown"
	Of       int64     // which one of its kind; asked for twice, it stands once
	Rank     Rank      // what comes first,
	Active   time.Time // and of one rank whatever was active most recently
	Requests int       // how many requests it takes; 0: one
	Not      time.Time // it is not tried before; zero: at once
	Do       func(context.Context) error
}

// A Rank says what comes before what.
type Rank int

const (
	Awaited Rank = iota // somebody waits for it
	Heard               // by what was said meanwhile games go on
	Seen                // it is seen by whoever looks
)

// Tasks are what must be done at a start, after a gap and where a permission is
// missing. None is ever dropped: each is tried until it is done. They are paced, so
// that there is room for the answers of those who play meanwhile.
type Tasks struct {
	ctx    context.Context
	log    *slog.Logger
	pace   *rate.Limiter
	faults discord.Seldom
	group  sync.WaitGroup

	mu       sync.Mutex
	standing map[taskID]*standing
	kinds    map[string]int // of tasks that stand or stood: 0 each
	wake     chan struct{}
	doing    int
	begun    bool
}

type taskID struct {
	what string
	of   int64
}

// standing is a task that is not done yet.
type standing struct {
	Task
	tries int
	doing bool
	again *Task // asked for while it was being done
}

// NewTasks holds tasks that are given up with ctx, and makes so many requests in a
// second. Nothing is done before Begin.
func NewTasks(ctx context.Context, log *slog.Logger, perSecond int) *Tasks {
	t := &Tasks{ctx: ctx, log: log, pace: rate.NewLimiter(rate.Limit(perSecond), max(perSecond/4, 4)),
		standing: map[taskID]*standing{}, kinds: map[string]int{}, wake: make(chan struct{}, 1)}
	return t
}

// Begin lets tasks be done: Discord is there.
func (t *Tasks) Begin() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.begun {
		t.begun = true
		t.group.Go(t.run)
	}
}

// Stand asks for a task. One that stands already stays as it is, but moves up; one
// that is being done is done again after that.
func (t *Tasks) Stand(task Task) {
	t.mu.Lock()
	defer t.mu.Unlock()
	id := taskID{task.What, task.Of}
	t.kinds[task.What] = 0
	switch s := t.standing[id]; {
	case s == nil:
		t.standing[id] = &standing{Task: task}
	case s.doing && s.again == nil: // the first, which reaches back furthest
		s.again = &task
	case !s.doing:
		s.moveUp(task.Rank, task.Active, task.Not)
	}
	t.poke()
}

// Hurry lets a task that stands go first: somebody waits for it.
func (t *Tasks) Hurry(what string, of int64, now time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if s := t.standing[taskID{what, of}]; s != nil && s.Rank != Awaited {
		s.moveUp(Awaited, now, time.Time{})
		t.poke()
	}
}

func (s *standing) moveUp(rank Rank, active, not time.Time) {
	s.Rank = min(s.Rank, rank)
	if active.After(s.Active) {
		s.Active = active
	}
	if not.Before(s.Not) {
		s.Not = not
	}
}

// Wait returns when no task is being done any more, after ctx has ended.
func (t *Tasks) Wait() { t.group.Wait() }

// Count is how many of a kind stand.
func (t *Tasks) Count(what string) (n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for id := range t.standing {
		if id.what == what {
			n++
		}
	}
	return n
}

// Begun says whether tasks are being done.
func (t *Tasks) Begun() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.begun
}

// Standing is how many of each kind stand; 0, where all are done.
func (t *Tasks) Standing() map[string]int {
	t.mu.Lock()
	defer t.mu.Unlock()
	counts := maps.Clone(t.kinds)
	for id := range t.standing {
		counts[id.what]++
	}
	return counts
}

// String says what stands, as a host reads it; "": nothing.
func (t *Tasks) String() string {
	counts := t.Standing()
	var parts []string
	for _, what := range slices.Sorted(maps.Keys(counts)) {
		if counts[what] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", counts[what], what))
		}
	}
	return strings.Join(parts, ", ")
}

func (t *Tasks) poke() {
	select {
	case t.wake <- struct{}{}:
	default:
	}
}

// run does what stands until ctx ends.
func (t *Tasks) run() {
	tell := time.NewTicker(tellStanding)
	defer tell.Stop()
	for {
		s, after := t.next(time.Now())
		if s != nil {
			t.group.Go(func() { t.done(s, t.try(s)) })
			continue
		}
		timer := time.NewTimer(after)
		select {
		case <-t.wake:
		case <-timer.C:
		case <-tell.C:
			if all := t.String(); all != "" {
				t.log.Info("still to be done", "what", all)
			}
		case <-t.ctx.Done():
			timer.Stop()
			return
		}
		timer.Stop()
	}
}

// next takes the task that is to be done now, if one is; else it says when to look again.
func (t *Tasks) next(now time.Time) (first *standing, after time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	after = time.Hour
	if t.doing == mostAtOnce || t.ctx.Err() != nil {
		return nil, after // whoever is done wakes it
	}
	for _, s := range t.standing {
		switch wait := s.Not.Sub(now); {
		case s.doing:
		case wait > 0:
			after = min(after, wait)
		case first == nil || s.before(first):
			first = s
		}
	}
	if first == nil {
		return nil, after
	}
	room := t.pace.ReserveN(now, min(max(first.Requests, 1), t.pace.Burst()))
	if wait := room.DelayFrom(now); wait > 0 {
		room.CancelAt(now) // whatever comes first by then is done
		return nil, wait
	}
	first.doing = true
	t.doing++
	return first, 0
}

func (s *standing) before(other *standing) bool {
	if s.Rank != other.Rank {
		return s.Rank < other.Rank
	}
	return s.Active.After(other.Active)
}

func (t *Tasks) try(s *standing) (err error) {
	defer Recover(t.log, s.What) // it would break in the same way again
	ctx, cancel := context.WithTimeout(t.ctx, taskTime)
	defer cancel()
	return s.Do(ctx)
}

// done notes how a try ended.
func (t *Tasks) done(s *standing, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	defer t.poke()
	t.doing--
	s.doing = false
	id := taskID{s.What, s.Of}
	switch {
	case err != nil:
		s.Not = time.Now().Add(pause(s.tries))
		s.tries++
		if t.ctx.Err() == nil {
			t.faults.Warn(t.log, "not done yet: "+s.What, err.Error(), "error", err)
		}
	case s.again != nil:
		t.standing[id] = &standing{Task: *s.again}
	default:
		delete(t.standing, id)
	}
}

// pause is how long a task waits after so many tries.
func pause(tries int) time.Duration {
	d := discord.Backoff(tries)
	if tries >= seldomFrom {
		d *= 10
	}
	return d
}
