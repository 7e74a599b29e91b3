package gateway

import "sync/atomic"

// Counts are numbers for the host's metrics. All but Waiting only grow.
type Counts struct {
	Events     uint64 // events taken in
	Lost       uint64 // events for which there was no room
	Identifies uint64 // sessions begun; Discord resets the token after a thousand in a day
	Breaks     uint64 // connections that were lost
	Waiting    int    // events in the queue
}

type counts struct{ events, identifies, breaks atomic.Uint64 }

// Counts returns the numbers so far.
func (s *Session) Counts() Counts {
	c := &s.counts
	lost, waiting := s.queue.counts()
	return Counts{Events: c.events.Load(), Lost: uint64(lost), Identifies: c.identifies.Load(),
		Breaks: c.breaks.Load(), Waiting: waiting}
}
