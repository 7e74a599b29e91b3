package gateway

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/discord/discordtest"
)

// reconnect runs a session in virtual time. The gateway uses one script per connection, and the last script for all
// further connections.
func reconnect(t *testing.T, check func(t *testing.T, s *Session, d *memoryGateway), plays ...func(*memoryPeer)) {
	synctest.Test(t, func(t *testing.T) {
		d := &memoryGateway{script: script{play: func(g *memoryPeer) { plays[min(g.nth, len(plays))-1](g) }}}
		s, err := d.dial(t.Context(), nil)
		require.NoError(t, err)
		check(t, s, d)
		require.NoError(t, s.Close(t.Context()))
		time.Sleep(time.Minute) // discordgo may still be working
	})
}

// await reads events until one has type E.
func await[E discord.Event](t *testing.T, s *Session) E {
	for e := range s.Events() {
		if want, ok := e.(E); ok {
			return want
		}
	}
	t.Fatalf("the session ended: %v", s.Err())
	panic("unreachable")
}

// cut ends a connection instead of sending READY or RESUMED.
func cut(g *memoryPeer) { g.hello(); g.receive() }

// Without this bot's precautions, discordgo would deadlock here.
func TestOp7AfterResume(t *testing.T) {
	op7 := func(g *memoryPeer) {
		g.hello()
		g.receive()
		g.send(`{"op":7,"d":null}`)
		g.ignore()
	}
	reconnect(t, func(t *testing.T, s *Session, d *memoryGateway) {
		await[discord.Ready](t, s)
		await[discord.Disconnected](t, s)
		lost := time.Now()
		await[discord.Resumed](t, s)
		require.Less(t, time.Since(lost), 5*time.Second)
		require.Equal(t, []int{opIdentify, opResume, opResume}, d.operations())
	}, (*memoryPeer).handshake, op7, (*memoryPeer).behave)
}

// The bot leaves the last IDENTIFYs of a day unused. A process that keeps restarting doesn't remember its IDENTIFYs,
// but Discord's count includes them.
func TestLastIdentifiesOfADayAreNotUsed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &memoryGateway{gatewayBody: `{"url":"wss://x","session_start_limit":{"total":1000,"remaining":50,` +
			`"reset_after":700000,"max_concurrency":1}}`}
		begun := time.Now()
		s, err := d.dial(t.Context(), nil)
		require.NoError(t, err)
		await[discord.Ready](t, s)
		require.GreaterOrEqual(t, time.Since(begun), 700*time.Second)
		require.EqualValues(t, 1, s.Counts().Identifies)
		require.NoError(t, s.Close(t.Context()))
		time.Sleep(time.Minute)
	})
}

// No RESUME is sent before READY, neither after silence nor after only a HELLO.
func TestNoResumeBeforeREADY(t *testing.T) {
	unready := func(g *memoryPeer) { g.hello(); g.ignore() }
	reconnect(t, func(t *testing.T, s *Session, d *memoryGateway) {
		require.False(t, await[discord.Ready](t, s).Again)
		require.NotContains(t, d.operations(), opResume)
		require.GreaterOrEqual(t, d.dialCount(), 3)
	}, (*memoryPeer).ignore, unready, (*memoryPeer).behave)
}

// The bot detects a silent server after 1.5 heartbeat intervals. It sends no close frame, so that the session can be
// resumed.
func TestSilentServerIsDetected(t *testing.T) {
	silent := func(g *memoryPeer) { g.handshake(); g.ignore() }
	reconnect(t, func(t *testing.T, s *Session, d *memoryGateway) {
		await[discord.Ready](t, s)
		ready := time.Now()
		await[discord.Resumed](t, s)
		require.Less(t, time.Since(ready), patience)
		require.Equal(t, []int{opIdentify, opResume}, d.operations())
		require.Empty(t, d.closeFrames())
	}, silent, (*memoryPeer).behave)
}

// The close frame makes the bot appear offline immediately.
func TestCloseSendsACloseFrame(t *testing.T) {
	var gateway *memoryGateway
	reconnect(t, func(t *testing.T, s *Session, d *memoryGateway) {
		await[discord.Ready](t, s)
		gateway = d
	}, (*memoryPeer).behave)
	require.Equal(t, []int{1000}, gateway.closeFrames())
}

// When discordgo wants to reconnect, it writes a close frame with 1000. If the bot sent this frame, the session would
// end.
func TestReconnectKeepsTheSession(t *testing.T) {
	t.Parallel()
	r := newReadyFixture(t, typed, Config{MessageContent: true})
	require.NoError(t, r.link.Load().dg.Close())
	discordtest.Await[discord.Resumed](t, r.Session)
	require.Equal(t, 1, r.Sandbox.Identified())
}

// A refused resume starts a new session and reports a gap.
func TestRefusedResumeStartsANewSession(t *testing.T) {
	refuse := func(g *memoryPeer) {
		g.hello()
		g.receive()
		g.send(`{"op":9,"d":false}`)
		g.ignore()
	}
	reconnect(t, func(t *testing.T, s *Session, d *memoryGateway) {
		require.False(t, await[discord.Ready](t, s).Again)
		await[discord.Disconnected](t, s)
		require.True(t, await[discord.Ready](t, s).Again)
		require.Equal(t, "a new session", await[discord.Gap](t, s).Why)
		require.Equal(t, []int{opIdentify, opResume, opIdentify}, d.operations())
	}, (*memoryPeer).handshake, refuse, (*memoryPeer).behave)
}

// The bot gives up a failing resume after a few attempts.
func TestFailingResumeIsAbandoned(t *testing.T) {
	reconnect(t, func(t *testing.T, s *Session, d *memoryGateway) {
		await[discord.Disconnected](t, s)
		require.True(t, await[discord.Ready](t, s).Again)
		require.Equal(t, []int{opIdentify, opResume, opResume, opResume, opIdentify}, d.operations())
	}, (*memoryPeer).handshake, cut, cut, cut, (*memoryPeer).behave)
}

// outage runs a session through an outage that begins after a minute and lasts for ten. back handles the first
// connection after the outage, and all later connections work normally.
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
		d.setUnreachable(true)
		close(cut)
		require.IsType(t, discord.Disconnected{}, <-s.Events())
		time.Sleep(10 * time.Minute)
		d.setUnreachable(false)
		require.LessOrEqual(t, strings.Count(d.logText(), "connection to Discord lost"), 11, "logged more than once a minute")
		check(s)
		time.Sleep(time.Minute)
		require.Regexp(t, `connected to Discord again" after=1[0-2]m`, d.logText())
		require.NoError(t, s.Close(t.Context()))
		time.Sleep(time.Minute) // discordgo may still be working
	})
}

// setUnreachable determines whether all dials fail.
func (d *memoryGateway) setUnreachable(on bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.script.dial = nil
	if on {
		d.script.dial = func(context.Context) error { return errors.New("no route") }
	}
}

// An op 9 after an outage shows that the network is back. Discord then expects a new attempt within one to five seconds
// instead of the backoff of the failed dials.
func TestInvalidSessionReconnectsSoon(t *testing.T) {
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
			require.Less(t, deaf, 7*time.Second, "includes the second that discordgo sleeps")
		})
	}
}

// The first connection after an outage may break soon. The bot then retries immediately.
func TestBackoffIsResetByASession(t *testing.T) {
	broken := make(chan time.Time, 1)
	outage(t, func(g *memoryPeer) {
		g.handshake()
		time.Sleep(5 * time.Second)
		broken <- time.Now()
	}, func(s *Session) {
		require.IsType(t, discord.Resumed{}, <-s.Events())
		require.IsType(t, discord.Disconnected{}, <-s.Events())
		require.IsType(t, discord.Resumed{}, <-s.Events())
		require.Less(t, time.Since(<-broken), 4*time.Second)
	})
}
