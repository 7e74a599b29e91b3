package spread

import (
	"errors"
	"sync/atomic"
	"time"

	"settable/store"
)

// A term tells, by this process's own clocks, whether its leases are surely valid. The database's clock may let them
// last longer, but never shorter.
type term struct {
	lasts time.Duration
	begun atomic.Pointer[time.Time] // when the database was last asked to prolong the leases
}

// renew records that the database has prolonged the leases at a request sent at this time.
func (t *term) renew(asked time.Time) { t.begun.Store(&asked) }

// isValid reports whether the leases are surely this process's. The monotonic clock stops while a machine sleeps, and
// the wall clock may be set, so the longer of both times counts.
func (t *term) isValid(now time.Time) bool {
	begun := t.begun.Load()
	if begun == nil {
		return false
	}
	passed := max(now.Sub(*begun), now.Round(0).Sub(begun.Round(0)))
	onItsWay := t.lasts / 8 // lets a request arrive before another process can have the shard
	return passed < t.lasts-onItsWay
}

var errPaused = errors.New("can't tell yet whether another process holds this shard")

// A seat is a shard that a bot of this process plays.
type seat struct {
	lease store.Lease
	begun time.Time
	leave func()        // asks the bot to leave in order
	gone  chan struct{} // closed when another process has the lease: the bot ends at once
	lost  func()        // closes gone
	term  *term

	leaving bool // leave was called
}

// maySend is called before each request to Discord. While another process may have taken the shard, no public message
// is sent, because the other may have shown something newer. The answer to a press has only one reader, so it is sent
// until the lease is known to be lost.
func (s *seat) maySend(answer bool) error {
	select {
	case <-s.gone:
		return store.ErrLost
	default:
	}
	if !answer && !s.term.isValid(time.Now()) {
		return errPaused
	}
	return nil
}
