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
	// maxAtOnce is the maximum number of tasks that run concurrently.
	maxAtOnce = 16
	// taskTimeout is the timeout of one attempt.
	taskTimeout = time.Minute
	// logPendingEvery is how often pending tasks are logged.
	logPendingEvery = time.Minute
	// slowDownAfter is the number of attempts before a task is retried ten times less often.
	slowDownAfter = 12
)

// A Task is work that must be done once, no matter how long that takes. It is retried until Do returns nil.
type Task struct {
	Kind      string    // a short identifier, such as "table_post"
	Number    int64     // identifies the task among those of its kind
	Rank      Rank      // lower ranks run first
	Active    time.Time // within a rank, the most recently active run first
	Requests  int       // how many requests to Discord the task needs; 0: 1
	NotBefore time.Time // the earliest time of the first attempt; zero: now
	Do        func(context.Context) error
}

// A Rank is the priority of a task.
type Rank int

const (
	RankAwaited Rank = iota // a user is waiting for the task
	RankHeard               // games can't continue before it is done
	RankSeen                // players notice if they look
)

// Tasks holds work that must be done after a start, after a gap in the gateway connection, or when the bot has regained
// missing permissions. No task is dropped, except one that panics. Tasks are paced, so that active players still get
// their answers.
type Tasks struct {
	ctx    context.Context
	log    *slog.Logger
	pace   *rate.Limiter
	faults discord.FaultLog
	group  sync.WaitGroup

	mu       sync.Mutex
	pending  map[taskID]*pendingTask
	kinds    map[string]int // every kind that was ever added; if none is pending, its value is 0
	wake     chan struct{}
	running  int
	hasBegun bool
}

type taskID struct {
	kind   string
	number int64
}

// A pendingTask is a task that has not succeeded yet.
type pendingTask struct {
	Task
	tries     int
	isRunning bool
	next      *Task // the first of the tasks that were added while this one was running
}

// NewTasks returns an empty list of tasks. The tasks send at most perSecond requests a second and are abandoned when
// ctx ends. None of them runs before Begin is called.
func NewTasks(ctx context.Context, log *slog.Logger, perSecond int) *Tasks {
	t := &Tasks{ctx: ctx, log: log, pace: rate.NewLimiter(rate.Limit(perSecond), max(perSecond/4, 4)),
		pending: map[taskID]*pendingTask{}, kinds: map[string]int{}, wake: make(chan struct{}, 1)}
	return t
}

// Begin starts running tasks. It is called when the bot is connected to Discord.
func (t *Tasks) Begin() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.hasBegun {
		t.hasBegun = true
		t.group.Go(t.run)
	}
}

// Add adds a task. A task that is already pending keeps its Do but moves up to the new rank. A task that is already
// running runs once more afterwards.
func (t *Tasks) Add(task Task) {
	t.mu.Lock()
	defer t.mu.Unlock()
	id := taskID{task.Kind, task.Number}
	t.kinds[task.Kind] = 0
	switch s := t.pending[id]; {
	case s == nil:
		t.pending[id] = &pendingTask{Task: task}
	case s.isRunning && s.next == nil: // the first one is kept, because it covers the longest time
		s.next = &task
	case !s.isRunning:
		s.moveUp(task.Rank, task.Active, task.NotBefore)
	}
	t.wakeUp()
}

// MoveToFront moves a pending task ahead of the others because a user is waiting for it.
func (t *Tasks) MoveToFront(what string, of int64, now time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if s := t.pending[taskID{what, of}]; s != nil && s.Rank != RankAwaited {
		s.moveUp(RankAwaited, now, time.Time{})
		t.wakeUp()
	}
}

func (s *pendingTask) moveUp(rank Rank, active, not time.Time) {
	s.Rank = min(s.Rank, rank)
	if active.After(s.Active) {
		s.Active = active
	}
	if not.Before(s.NotBefore) {
		s.NotBefore = not
	}
}

// Wait returns when no task is running. Call it after ctx has ended.
func (t *Tasks) Wait() { t.group.Wait() }

// Count returns how many tasks of a kind are pending.
func (t *Tasks) Count(what string) (n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for id := range t.pending {
		if id.kind == what {
			n++
		}
	}
	return n
}

// HasBegun reports whether Begin was called.
func (t *Tasks) HasBegun() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.hasBegun
}

// Pending returns how many tasks of each kind are pending, or 0 for kinds without pending tasks.
func (t *Tasks) Pending() map[string]int {
	t.mu.Lock()
	defer t.mu.Unlock()
	counts := maps.Clone(t.kinds)
	for id := range t.pending {
		counts[id.kind]++
	}
	return counts
}

// String summarises the tasks that are due or have failed, for the host's log, as in "message_removal=2,
// table_post=7". It returns "" if there are none.
func (t *Tasks) String() string {
	t.mu.Lock()
	counts, now := map[string]int{}, time.Now()
	for id, s := range t.pending {
		if s.tries > 0 || !s.NotBefore.After(now) {
			counts[id.kind]++
		}
	}
	t.mu.Unlock()
	var parts []string
	for _, what := range slices.Sorted(maps.Keys(counts)) {
		parts = append(parts, fmt.Sprintf("%s=%d", what, counts[what]))
	}
	return strings.Join(parts, ", ")
}

func (t *Tasks) wakeUp() {
	select {
	case t.wake <- struct{}{}:
	default:
	}
}

func (t *Tasks) run() {
	tell := time.NewTicker(logPendingEvery)
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

// next takes the first task that is due. If no task is due, it returns how long to wait.
func (t *Tasks) next(now time.Time) (first *pendingTask, after time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	after = time.Hour
	if t.running == maxAtOnce || t.ctx.Err() != nil {
		return nil, after // a task that ends pokes the loop
	}
	for _, s := range t.pending {
		switch wait := s.NotBefore.Sub(now); {
		case s.isRunning:
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
		room.CancelAt(now) // another task may be first by then
		return nil, wait
	}
	first.isRunning = true
	t.running++
	return first, 0
}

func (s *pendingTask) before(other *pendingTask) bool {
	if s.Rank != other.Rank {
		return s.Rank < other.Rank
	}
	return s.Active.After(other.Active)
}

func (t *Tasks) try(s *pendingTask) (err error) {
	defer Recover(t.log, s.Kind) // a task that panics counts as done, because it would panic again
	ctx, cancel := context.WithTimeout(t.ctx, taskTimeout)
	defer cancel()
	return s.Do(ctx)
}

// done records the result of an attempt. If the attempt failed, done schedules the next one.
func (t *Tasks) done(s *pendingTask, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	defer t.wakeUp()
	t.running--
	s.isRunning = false
	id := taskID{s.Kind, s.Number}
	switch {
	case err != nil:
		s.NotBefore = time.Now().Add(pauseAfter(s.tries))
		s.tries++
		if t.ctx.Err() == nil {
			t.faults.Warn(t.log, "task failed, will be retried", s.Kind+err.Error(), "task", s.Kind, "error", err)
		}
	case s.next != nil:
		t.pending[id] = &pendingTask{Task: *s.next}
	default:
		delete(t.pending, id)
	}
}

// pauseAfter returns the pause before the next attempt after the given number of failed ones.
func pauseAfter(tries int) time.Duration {
	d := discord.Backoff(tries)
	if tries >= slowDownAfter {
		d *= 10
	}
	return d
}
