package rest

import (
	"bytes"
	"context"
	"net/http"
	"sync/atomic"
	"time"

	"settable/bot/discord"
)

// heldBack is the error of a request that may not be sent now. No part of it has been sent.
type heldBack struct{ cause error }

func (h *heldBack) Error() string { return h.cause.Error() }

// heldFor is the pause before Config.May is called again.
const heldFor = 200 * time.Millisecond

// isHarmless reports whether a request answers an interaction or only reads. Such a request doesn't change what
// everyone sees.
func (q request) isHarmless() bool { return q.answers || q.method == http.MethodGet }

// waitAllowed waits until Config.May allows a request. It is called before the request takes its place in the limits,
// so that a waiting request doesn't block others.
func (s *sender) waitAllowed(ctx context.Context, q request) error {
	for {
		why := s.may(q.isHarmless())
		if why == nil {
			return nil
		}
		s.faults.Warn(s.log, "holding back requests to Discord", why.Error(), "request", q.what, "reason", why)
		if discord.Sleep(ctx, heldFor) != nil {
			return s.handleNoResponse(q, why)
		}
	}
}

// A gate calls Config.May again once a request has its connection, which can take seconds. If the request is no
// longer allowed, the gate empties the body. The transport writes the head and the body together, so not even the
// head is sent.
type gate struct {
	may  func() error
	body *bytes.Reader
	stop context.CancelFunc
	held atomic.Pointer[heldBack] // why the gate is closed; nil: the gate is open
}

// The transport calls connected before it writes anything.
func (g *gate) connected() {
	err := g.may()
	if err == nil {
		return
	}
	g.held.Store(&heldBack{err})
	if g.body != nil {
		g.body.Reset(nil)
	}
	g.stop()
}
