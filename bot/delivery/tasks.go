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
	// mostAtOnce is how many tasks run at once at most.
	mostAtOnce = 16
	// taskTime is how long one try may take.
	taskTime = time.Minute
	// tellStanding is how often the tasks that are not done yet are logged.
	tellStanding = time.Minute
	// seldomFrom is the number of tries after which a task is tried ten times less often.
	seldomFrom = 12
)

// A Task is something that has to be done once, however long that takes. It is tried until Do returns nil.
type Task struct {
	What     string    // its kind, a short identifier: "table_post"
	Of       int64     // its number in that kind; no number stands twice
	Rank     Rank      // lower ones are done first,
	Active   time.Time // and within a rank those that were active last
	Requests int       // how many requests to Discord it takes; 0: 1
	Not      time.Time // it is not tried before this time; zero: at once
	Do       func(context.Context) error
}

// A Rank orders tasks.
type Rank int

const (
	Awaited Rank = iota // somebody waits for the task
	Heard               // games go on only when it is done
	Seen                // people see that it is done if they look
)

// Tasks are the tasks that have to be done at a start, after a gap of the gateway,
// and where a permission is missing. None is dropped, except one that panics. They
// are paced, so that those who play meanwhile get their answers.
type Tasks struct {
	ctx    context.Context
	log    *slog.Logger
	pace   *rate.Limiter
	faults discord.FaultLog
	group  sync.WaitGroup

	mu       sync.Mutex
	standing map[taskID]*standing
	kinds    map[string]int // every kind that was ever asked for, with the value 0
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
	again *Task // the first that was asked for while it was being done
}

// NewTasks makes tasks that are given up when ctx ends, and take at most perSecond
// requests a second. Nothing is done before Begin.
func NewTasks(ctx context.Context, log *slog.Logger, perSecond int) *Tasks {
	t := &Tasks{ctx: ctx, log: log, pace: rate.NewLimiter(rate.Limit(perSecond), max(perSecond/4, 4)),
		standing: map[taskID]*standing{}, kinds: map[string]int{}, wake: make(chan struct{}, 1)}
	return t
}

// Begin has tasks done from now on, because the bot is connected to Discord.
func (t *Tasks) Begin() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.begun {
		t.begun = true
		t.group.Go(t.run)
	}
}

// Stand asks for a task. If it stands already, it keeps its Do, but moves up to the
// new rank. If it is being done, it is done once more after that.
func (t *Tasks) Stand(task Task) {
	t.mu.Lock()
	defer t.mu.Unlock()
	id := taskID{task.What, task.Of}
	t.kinds[task.What] = 0
	switch s := t.standing[id]; {
	case s == nil:
		t.standing[id] = &standing{Task: task}
	case s.doing && s.again == nil: // of several the first, which reaches back furthest
		s.again = &task
	case !s.doing:
		s.moveUp(task.Rank, task.Active, task.Not)
	}
	t.poke()
}

// Hurry moves a pending task ahead of the others, because a user waits for it.
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

// Wait returns when no task runs any more. It is for after the end of ctx.
func (t *Tasks) Wait() { t.group.Wait() }

// Count is how many tasks of a kind are not done yet.
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

// Begun reports whether Begin was called.
func (t *Tasks) Begun() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.begun
}

// Standing is how many tasks of each kind are not done yet; 0 for kinds that are all done.
func (t *Tasks) Standing() map[string]int {
	t.mu.Lock()
	defer t.mu.Unlock()
	counts := maps.Clone(t.kinds)
	for id := range t.standing {
		counts[id.what]++
	}
	return counts
}

// String lists the tasks that are due or have failed, for a host: "message_removal=2, table_post=7".
// It is "" if there are none.
func (t *Tasks) String() string {
	t.mu.Lock()
	counts, now := map[string]int{}, time.Now()
	for id, s := range t.standing {
		if s.tries > 0 || !s.Not.After(now) {
			counts[id.what]++
		}
	}
	t.mu.Unlock()
	var parts []string
	for _, what := range slices.Sorted(maps.Keys(counts)) {
		parts = append(parts, fmt.Sprintf("%s=%d", what, counts[what]))
	}
	return strings.Join(parts, ", ")
}

func (t *Tasks) poke() {
	select {
	case t.wake <- struct{}{}:
	default:
	}
}

// run does tasks until ctx ends.
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
				t.log.Info("tasks pending", "tasks", all)
			}
		case <-t.ctx.Done():
			timer.Stop()
			return
		}
		timer.Stop()
	}
}

// next takes the task that is to be done now. If there is none, it returns how long to wait.
func (t *Tasks) next(now time.Time) (first *standing, after time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	after = time.Hour
	if t.doing == mostAtOnce || t.ctx.Err() != nil {
		return nil, after // a task that ends pokes
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
		room.CancelAt(now) // another task may come first by then
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
	defer Recover(t.log, s.What) // a task that panics counts as done: it would panic again
	ctx, cancel := context.WithTimeout(t.ctx, taskTime)
	defer cancel()
	return s.Do(ctx)
}

// done notes how a try ended, and sets the next one if it failed.
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
			t.faults.Warn(t.log, "task failed, will be retried", s.What+err.Error(), "task", s.What, "error", err)
		}
	case s.again != nil:
		t.standing[id] = &standing{Task: *s.again}
	default:
		delete(t.standing, id)
	}
}

// pause returns how long a task waits before the next try, after a number of tries.
func pause(tries int) time.Duration {
	d := discord.Backoff(tries)
	if tries >= seldomFrom {
		d *= 10
	}
	return d
}
