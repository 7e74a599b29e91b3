package poster

import (
	"context"
	"sync"
)

// A turn is a poster's place in the queue of those that wait to be shown at once.
type turn struct {
	nudge func() // wakes the poster

	mu       sync.Mutex
	queued   bool          // nothing is shown before Turn
	over     chan struct{} // is closed when the turn is; nil: it is not its turn
	ended    bool
	refusals int // in a row, since there was news
}

// Turn lets a poster that waits in the queue show what there is, and returns when there
// is nothing left to show, or Discord has refused it and the poster waits again.
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

// enqueue lets nothing be shown before the turn.
func (t *turn) enqueue() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.queued = true
}

// took says that the turn is over, if it was one, and that no other is waited for.
func (t *turn) took(ended bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ended = t.ended || ended
	if t.over != nil {
		close(t.over)
		t.over = nil
	}
}

// comes says whether it is its turn now.
func (t *turn) comes() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.over != nil
}

// refused counts what Discord did not take, and says how often that was so in a row.
func (t *turn) refused() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.refusals++
	return t.refusals
}

// forgive begins that count anew.
func (t *turn) forgive() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.refusals = 0
}
