package bot_test

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
	"settable/bot/sandbox/world"
)

// slowEdits is a transport that, once armed, delays every edit of a channel's messages until another message is
// posted, or for a second.
type slowEdits struct {
	http.RoundTripper
	armed   atomic.Bool
	delayed chan struct{} // gets a value when an edit is being delayed
	posted  chan struct{} // gets a value when a message was posted
}

func (s *slowEdits) RoundTrip(r *http.Request) (*http.Response, error) {
	inChannel := s.armed.Load() && strings.Contains(r.URL.Path, "/channels/") && strings.Contains(r.URL.Path, "/messages")
	switch {
	case inChannel && r.Method == http.MethodPatch:
		offer(s.delayed)
		select {
		case <-s.posted:
		case <-time.After(time.Second):
		}
	case inChannel && r.Method == http.MethodPost:
		defer offer(s.posted)
	}
	return s.RoundTripper.RoundTrip(r)
}

// offer sends a value if the channel has room.
func offer(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// The end of a game appears above the channel's next table, even if Discord is slow.
func TestNextTableIsPostedBelowTheEnd(t *testing.T) {
	slow := &slowEdits{delayed: make(chan struct{}, 1), posted: make(chan struct{})}
	n := newBot(t, func(n *testBot, _ *sandbox.Options) {
		n.wrapTransport = func(rt http.RoundTripper) http.RoundTripper { slow.RoundTripper = rt; return slow }
	})
	n.slash("Ann", "play", world.Sub("classic"))
	n.shows("Ann sits down")
	n.press("Ann", ":start")
	n.shows("Ann starts the game")
	slow.armed.Store(true)
	_, err := n.sb.Say("Ann", n.channel, "set a b c")
	require.NoError(t, err)
	<-slow.delayed
	require.Contains(t, n.slash("Ann", "end"), "The game is over")
	require.Contains(t, n.slash("Bob", "play", world.Sub("classic")), "Your table is open")
	n.wait("the end of the first game", func() bool { return len(n.postsWith("has ended")) == 1 })
	n.shows("Bob sits down")
}
