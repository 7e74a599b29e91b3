package world

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// Locked protects a world with one lock for the REST API, the gateway, the page and tests. Whoever holds the lock makes
// one change and notifies the listeners before releasing it, so all listeners receive the changes in the same order.
type Locked struct {
	answerWithin time.Duration

	mu        sync.Mutex
	world     *World
	changed   chan struct{}
	listeners []func(*World, News)
	closed    bool
	running   sync.WaitGroup
}

// NewLocked protects a world with a lock. The bot must answer interactions within answerWithin.
func NewLocked(w *World, answerWithin time.Duration) *Locked {
	return &Locked{world: w, answerWithin: answerWithin, changed: make(chan struct{})}
}

// Listen registers a function that receives all News in order. The lock is held during the call, so the function must
// neither wait nor call Locked's methods. The function may read the world.
func (l *Locked) Listen(f func(*World, News)) { l.listeners = append(l.listeners, f) }

// Do makes one change and notifies all listeners.
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

// expire marks an interaction as failed if the bot didn't answer it in time.
func (l *Locked) expire(id string) {
	if l.Enter() {
		defer l.Leave()
		l.Do(func(w *World) { w.Expire(id) })
	}
}

// sweep deletes a message on behalf of another bot.
func (l *Locked) sweep(d Doomed) {
	if l.Enter() {
		defer l.Leave()
		l.Do(func(w *World) { w.Sweep(d.Channel, d.Message) })
	}
}

// Wait waits until cond returns true; it calls cond after every change. If ctx ends first, Wait returns ctx.Err(). The
// lock is not held while cond runs, so cond may change the world.
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

// Enter marks the start of work that must end with Leave. It returns false if the world is closed.
func (l *Locked) Enter() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.closed {
		l.running.Add(1)
	}
	return !l.closed
}

// Leave marks the end of work that began with Enter.
func (l *Locked) Leave() { l.running.Done() }

// Go runs a function in a new goroutine. Quiet waits until the function has returned. Go may be called while the lock
// is held.
func (l *Locked) Go(f func()) { l.running.Go(f) }

// Shut closes the world, so that Enter returns false from then on. It reports whether the world was open before.
func (l *Locked) Shut() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	was := !l.closed
	l.closed = true
	return was
}

// Quiet waits until all running work is done.
func (l *Locked) Quiet() { l.running.Wait() }
