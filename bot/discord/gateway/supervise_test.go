package gateway

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
)

// An outage begins after a minute of peace and lasts ten. back is the first connection
// that gets through then; those after it are in order.
func outage(t *testing.T, back func(*memoryPeer), check func(*Session)) {
	synctest.Test(t, func(t *testing.T) {
		var conns atomic.Int32
		cut := make(chan struct{})
		d := &memoryGateway{}
		d.script.play = func(g *memoryPeer) {
			switch conns.Add(1) {
			case 1:
				g.handshake()
				go g.acknowledge()
				<-cut
			case 2:
				back(g)
			default:
				g.behave()
			}
		}
		s, err := d.dial(t.Context(), nil)
		require.NoError(t, err)
		require.IsType(t, discord.Ready{}, <-s.Events())
		time.Sleep(time.Minute)
		d.unreachable(true)
		close(cut)
		require.IsType(t, discord.Away{}, <-s.Events())
		time.Sleep(10 * time.Minute)
		d.unreachable(false)
		check(s)
		require.NoError(t, s.Close(t.Context()))
		time.Sleep(time.Minute) // for what discordgo still does
	})
}

// unreachable lets no dial through, or ends that.
func (d *memoryGateway) unreachable(on bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.script.dial = nil
	if on {
		d.script.dial = func(context.Context) error { return errors.New("no route") }
	}
}

// TestAnInvalidSessionIsAnsweredSoon: an op 9 after an outage says that the network is
// back. Discord wants one to five seconds then, and not the backoff of the dials that failed.
func TestAnInvalidSessionIsAnsweredSoon(t *testing.T) {
	for range 5 {
		refused := make(chan time.Time, 1)
		outage(t, func(g *memoryPeer) {
			g.hello()
			g.receive()
			refused <- time.Now()
			g.send(`{"op":9,"d":false}`)
			g.ignore()
		}, func(s *Session) {
			require.IsType(t, discord.Ready{}, <-s.Events())
			deaf := time.Since(<-refused)
			require.GreaterOrEqual(t, deaf, time.Second)
			require.Less(t, deaf, 7*time.Second, "with the second that discordgo sleeps")
		})
	}
}

// TestTheBackoffBeginsAnewWithASession: the one that stands after an outage may break
// soon, and the next is there at once.
func TestTheBackoffBeginsAnewWithASession(t *testing.T) {
	broken := make(chan time.Time, 1)
	outage(t, func(g *memoryPeer) {
		g.handshake()
		time.Sleep(5 * time.Second)
		broken <- time.Now()
	}, func(s *Session) {
		require.IsType(t, discord.Resumed{}, <-s.Events())
		require.IsType(t, discord.Away{}, <-s.Events())
		require.IsType(t, discord.Resumed{}, <-s.Events())
		require.Less(t, time.Since(<-broken), 4*time.Second)
	})
}
