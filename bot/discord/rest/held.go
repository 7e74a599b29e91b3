package rest

import (
	"bytes"
	"context"
	"net/http"
	"sync/atomic"
	"time"

	"settable/bot/discord"
)

// heldBack is why a request may not be sent now: nothing of it has left.
type heldBack struct{ cause error }

func (h *heldBack) Error() string { return h.cause.Error() }

// heldFor is how soon it is asked again whether a request may be sent.
const heldFor = 200 * time.Millisecond

// reads says whether a request leaves what everybody sees as it is: it answers an interaction or only asks.
func (q request) reads() bool { return q.answers || q.method == http.MethodGet }

// allowed waits until a request may be sent. It is asked before there is a turn for it, so that what is held
// back takes nobody's.
func (s *sender) allowed(ctx context.Context, q request) error {
	for {
		why := s.may(q.reads())
		if why == nil {
			return nil
		}
		s.faults.Warn(s.log, "requests to Discord are held back", why.Error(), "what", q.what, "why", why)
		if discord.Sleep(ctx, heldFor) != nil {
			return s.unanswered(q, why)
		}
	}
}

// gate asks once more whether a request may be sent when there is a connection for it: to get one may take
// seconds. The reader of its body is emptied then, so that not even the head goes out, since the transport
// writes both at once.
type gate struct {
	may  func() error
	body *bytes.Reader
	stop context.CancelFunc
	held atomic.Pointer[heldBack] // it was shut, and why
}

// connected is told by the transport before it writes anything.
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
