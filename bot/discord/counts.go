package discord

import "sync/atomic"

// Counts are numbers for the host's metrics; all of them only grow.
type Counts struct {
	Events     uint64 // taken in from the gateway
	Lost       uint64 // events for which there was no room
	Identifies uint64 // new sessions begun; a thousand a day end the token
	Breaks     uint64 // connections that were lost
	Requests   uint64 // sent by REST, repeats included
	Retries    uint64 // repeats
	Limited    uint64 // answered with 429
	Refused    uint64 // refused for another reason
}

type counts struct {
	events, identifies, breaks          atomic.Uint64
	requests, retries, limited, refused atomic.Uint64
}

// Counts are the numbers so far.
func (s *Session) Counts() Counts {
	c := s.rest.Counts()
	c.Lost = uint64(s.queue.dropped())
	return c
}

// Counts are the numbers so far; those of the gateway are zero without a session.
func (r *REST) Counts() Counts {
	c := &r.counts
	return Counts{
		Events: c.events.Load(), Identifies: c.identifies.Load(), Breaks: c.breaks.Load(),
		Requests: c.requests.Load(), Retries: c.retries.Load(), Limited: c.limited.Load(), Refused: c.refused.Load(),
	}
}
