package poster

import (
	"context"
	"sync"
)

// A turn is a poster's place in the queue of those that have to be shown after a start or a refusal.
type turn struct {
	nudge func() // wakes the poster

	mu       sync.Mutex
	queued   bool          // the poster shows nothing before Turn
	over     chan struct{} // closed at the end of the turn; nil: it is not the poster's turn
	ended    bool
	refusals int // how often Discord refused in a row since the last news
}

// Turn lets a waiting poster show what there is. It returns nil when nothing is left to
// show, or Discord has refused it and the poster waits again, and otherwise ctx's error.
func (t *turn) Turn(ctx context.Context) error {
	t.mu.Lock()
	t.queued = false
	if t.ended {
		t.mu.Unlock()
		return nil
	}
	if t.over == nil {
		t.over = make(chan struct{})
	}
	over := t.over
	t.mu.Unlock()
	t.nudge()
	select {
	case <-over:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Queued says whether the poster waits for its turn.
func (t *turn) Queued() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.queued
}

// enqueue has the poster show nothing before its turn.
func (t *turn) enqueue() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.queued = true
}

// took ends the turn, if it is one. ended says that no other turn will come.
func (t *turn) took(ended bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ended = t.ended || ended
	if t.over != nil {
		close(t.over)
		t.over = nil
	}
}

// comes says whether it is the poster's turn now.
func (t *turn) comes() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.over != nil
}

// refused counts one more refusal by Discord, and returns how many there were in a row.
func (t *turn) refused() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.refusals++
	return t.refusals
}

// forgive sets the count of refusals to 0.
func (t *turn) forgive() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.refusals = 0
}
