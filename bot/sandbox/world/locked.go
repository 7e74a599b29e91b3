package world

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// Locked is a world with one lock for all its users: the REST API, the gateway, the page and tests. The holder of the
// lock makes one change and notifies the listeners before releasing it, so that all listeners receive the news in the
// same order.
type Locked struct {
	answerWithin time.Duration

	mu        sync.Mutex
	world     *World
	changed   chan struct{}
	listeners []func(*World, News)
	closed    bool
	running   sync.WaitGroup
}

// NewLocked puts a world behind a lock. Interactions have to be answered within answerWithin.
func NewLocked(w *World, answerWithin time.Duration) *Locked {
	return &Locked{world: w, answerWithin: answerWithin, changed: make(chan struct{})}
}

// Listen has a function told all news, in order. It is called with the lock held, so it must neither wait
// nor call back; it may read the world.
func (l *Locked) Listen(f func(*World, News)) { l.listeners = append(l.listeners, f) }

// Do makes one change, and tells all listeners what came of it.
func (l *Locked) Do(act func(*World)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	act(l.world)
	l.tell(l.world.Take())
}

func (l *Locked) tell(n News) {
	for _, id := range n.Asked {
		time.AfterFunc(l.answerWithin, func() { l.expire(id) })
	}
	for _, d := range n.Doomed {
		time.AfterFunc(d.After, func() { l.sweep(d) })
	}
	if !n.Changed {
		return
	}
	for _, f := range l.listeners {
		f(l.world, n)
	}
	close(l.changed)
	l.changed = make(chan struct{})
}

// expire fails an interaction that was not answered in time.
func (l *Locked) expire(id string) {
	if l.Enter() {
		defer l.Leave()
		l.Do(func(w *World) { w.Expire(id) })
	}
}

// sweep deletes a message as another bot does.
func (l *Locked) sweep(d Doomed) {
	if l.Enter() {
		defer l.Leave()
		l.Do(func(w *World) { w.Sweep(d.Channel, d.Message) })
	}
}

// Wait waits until cond holds, and checks it again after every change. It returns ctx's error if ctx ends first. cond
// is called without the lock, so it may change the world.
func (l *Locked) Wait(ctx context.Context, cond func() bool) error {
	for {
		l.mu.Lock()
		next := l.changed
		l.mu.Unlock()
		if cond() {
			return nil
		}
		select {
		case <-next:
		case <-ctx.Done():
			return fmt.Errorf("waiting for the sandbox: %w", ctx.Err())
		}
	}
}

// Enter records that work is in progress until Leave. It returns false if the world is closed.
func (l *Locked) Enter() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.closed {
		l.running.Add(1)
	}
	return !l.closed
}

// Leave ends what Enter began.
func (l *Locked) Leave() { l.running.Done() }

// Go runs f on another goroutine, for which Quiet waits. It may be called with the lock held.
func (l *Locked) Go(f func()) { l.running.Go(f) }

// Shut closes the world for Enter, and reports whether it was open.
func (l *Locked) Shut() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	was := !l.closed
	l.closed = true
	return was
}

// Quiet returns when all who were at work are done.
func (l *Locked) Quiet() { l.running.Wait() }
