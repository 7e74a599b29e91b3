package worker

import (
	"math"
	"sync"
	"time"
)

// A Loop calls a function whenever it is woken and whenever its bell rings, never
// twice at once. While it waits, it has no goroutine.
type Loop struct {
	pool *Pool
	do   func(rung bool) (wait time.Duration, on bool)
	end  func()

	mu    sync.Mutex
	busy  bool // at work, or not started yet
	again bool // woken while it was busy
	over  bool
	bell  *time.Timer
	rings time.Time // when the bell rings next
}

// Never is the wait of a loop whose bell does not ring.
const Never time.Duration = math.MaxInt64

// NewLoop makes a loop. It may be woken from now on, and works from its Start on.
func NewLoop(pool *Pool) *Loop { return &Loop{pool: pool, busy: true} }

// Start has the loop call do each time it is woken or rung, and at once if it was woken before. do
// returns after how long the bell rings, and whether the loop goes on. If not, end is called last.
func (l *Loop) Start(do func(rung bool) (wait time.Duration, on bool), end func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.do, l.end = do, end
	if l.busy = l.again; l.busy {
		l.again = false
		l.pool.Go(func() { l.turn(false) })
	}
}

// Wake has the loop call do: now, or once more after the call that is running.
func (l *Loop) Wake() { l.wake(false) }

func (l *Loop) wake(rung bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.over, rung && time.Now().Before(l.rings): // the bell has been set anew meanwhile
	case l.busy:
		l.again = l.again || !rung
	default:
		l.busy = true
		if l.bell != nil {
			l.bell.Stop()
		}
		l.pool.Go(func() { l.turn(rung) })
	}
}

func (l *Loop) turn(rung bool) {
	for {
		wait, on := l.do(rung)
		if !on {
			break
		}
		if l.waits(wait) {
			return
		}
		rung = false
	}
	l.mu.Lock()
	l.over = true
	l.mu.Unlock()
	l.end()
}

// waits sets the bell and returns true if the loop was not woken meanwhile.
func (l *Loop) waits(bell time.Duration) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.again {
		l.again = false
		return false
	}
	l.busy = false
	if bell == Never {
		return true
	}
	l.rings = time.Now().Add(bell)
	if l.bell == nil {
		l.bell = time.AfterFunc(bell, func() { l.wake(true) })
	} else {
		l.bell.Reset(bell)
	}
	return true
}
