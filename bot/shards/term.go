package shards

import (
	"errors"
	"sync/atomic"
	"time"

	"settable/store"
)

// A term is how long the leases of this process surely last, by its own clocks. The clock of the database may
// give them longer, never shorter.
type term struct {
	lasts time.Duration
	begun atomic.Pointer[time.Time] // before the database was asked
}

// renew notes that the database was asked then, and has prolonged the leases.
func (t *term) renew(asked time.Time) { t.begun.Store(&asked) }

// runs says whether the leases are surely this process's. A machine that slept stops one of its clocks, and
// whoever sets the time moves the other: the one by which more has passed counts.
func (t *term) runs(now time.Time) bool {
	begun := t.begun.Load()
	if begun == nil {
		return false
	}
	passed := max(now.Sub(*begun), now.Round(0).Sub(begun.Round(0)))
	onItsWay := t.lasts / 8 // a request shall have arrived before another can have the shard
	return passed < t.lasts-onItsWay
}

var errPaused = errors.New("whether another process plays this shard is not known for now")

// A seat is a shard that a bot of this process plays.
type seat struct {
	lease store.Lease
	begun time.Time
	leave func()        // asks the bot to go, with all that belongs to a good end
	gone  chan struct{} // closed when the lease is another's: the bot ends at once
	lost  func()        // closes it
	term  *term

	leaving bool // it was asked
}

// may is asked before anything is sent to Discord. What everybody reads is not sent while another process may
// have shown something newer; the answer to a press is good for its one reader until the lease is known lost.
func (s *seat) may(answer bool) error {
	select {
	case <-s.gone:
		return store.ErrLost
	default:
	}
	if !answer && !s.term.runs(time.Now()) {
		return errPaused
	}
	return nil
}
