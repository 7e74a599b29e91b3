package rest

import "sync/atomic"

// Counts are numbers for the host's metrics; all of them only grow.
type Counts struct {
	Requests uint64 // sent, repeats included
	Retries  uint64 // repeats
	Limited  uint64 // answered with 429
	Refused  uint64 // refused for another reason
}

type counts struct{ requests, retries, limited, refused atomic.Uint64 }

// Counts are the numbers so far.
func (r *Client) Counts() Counts {
	c := &r.counts
	return Counts{Requests: c.requests.Load(), Retries: c.retries.Load(),
		Limited: c.limited.Load(), Refused: c.refused.Load()}
}
