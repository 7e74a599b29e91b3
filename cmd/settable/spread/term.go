package spread

import (
	"errors"
	"sync/atomic"
	"time"

	"settable/bot/discord/gateway"
	"settable/store"
)

// A term reports whether this process's leases are certainly still valid. It uses the process's own clocks. In the
// database, the leases last at least as long.
type term struct {
	lasts time.Duration
	begun atomic.Pointer[time.Time] // when the process sent its last successful heartbeat
}

// renew records that a heartbeat sent at this time has renewed the leases.
func (t *term) renew(asked time.Time) { t.begun.Store(&asked) }

// isValid reports whether the leases certainly still belong to this process. The monotonic clock stops while a machine
// sleeps, and the wall clock can be changed. The longer of the two times therefore counts.
func (t *term) isValid(now time.Time) bool {
	begun := t.begun.Load()
	if begun == nil {
		return false
	}
	passed := max(now.Sub(*begun), now.Round(0).Sub(begun.Round(0)))
	onItsWay := t.lasts / 8 // time for a request to arrive before another process can lease the shard
	return passed < t.lasts-onItsWay
}

var errPaused = errors.New("can't tell yet whether another process holds this shard")

// A seat is a shard that this process plays.
type seat struct {
	lease store.Lease
	// position is how far the shard's session with Discord has come.
	position *gateway.Position
	begun    time.Time
	leave    func()        // asks the bot to leave in an orderly way
	gone     chan struct{} // closed when another process has the lease; the bot then stops immediately
	lost     func()        // closes gone
	term     *term

	leaving bool // leave was called
}

// maySend is called before each request to Discord. If another process may have leased the shard, this process sends
// no public messages, because the other may already have shown something newer. The answer to a press has only one
// reader, so it may be sent until the process knows that the lease is lost.
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
