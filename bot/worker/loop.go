package worker

import (
	"math"
	"sync"
	"time"
)

// A Loop does something whenever it is woken and whenever its bell rings, one time after the other, and has
// no goroutine while it waits.
type Loop struct {
	pool *Pool
	do   func(rung bool) (wait time.Duration, on bool)
	end  func()

	mu    sync.Mutex
	busy  bool // or not started yet
	again bool // woken meanwhile
	over  bool
	bell  *time.Timer
	rings time.Time // when the bell is to ring
}

// Never is how long a loop waits for its bell that is only woken.
const Never time.Duration = math.MaxInt64

// NewLoop makes a loop, which can be woken from now on and goes from its Start on.
func NewLoop(pool *Pool) *Loop { return &Loop{pool: pool, busy: true} }

// Start has the loop do something as often as it is woken, and at once if it was. do says how long it waits
// until its bell rings, and whether it goes on; where it does not, end is the last that is done.
func (l *Loop) Start(do func(rung bool) (wait time.Duration, on bool), end func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.do, l.end = do, end
	if l.busy = l.again; l.busy {
		l.again = false
		l.pool.Go(func() { l.turn(false) })
	}
}

// Wake has the loop do something: now, or once more where it is at work.
func (l *Loop) Wake() { l.stir(false) }

func (l *Loop) stir(rung bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.over, rung && time.Now().Before(l.rings): // it rang just as the loop was woken, and is set anew
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

// waits says whether nothing has come meanwhile.
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
		l.bell = time.AfterFunc(bell, func() { l.stir(true) })
	} else {
		l.bell.Reset(bell)
	}
	return true
}
