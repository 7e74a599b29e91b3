package gateway

import "sync/atomic"

// Counts are numbers for the host's metrics; all but Waiting only grow.
type Counts struct {
	Events     uint64 // taken in
	Lost       uint64 // events for which there was no room
	Identifies uint64 // new sessions begun; a thousand a day end the token
	Breaks     uint64 // connections that were lost
	Waiting    int    // events in the queue
}

type counts struct{ events, identifies, breaks atomic.Uint64 }

// Counts are the numbers so far.
func (s *Session) Counts() Counts {
	c := &s.counts
	lost, waiting := s.queue.counts()
	return Counts{Events: c.events.Load(), Lost: uint64(lost), Identifies: c.identifies.Load(),
		Breaks: c.breaks.Load(), Waiting: waiting}
}
