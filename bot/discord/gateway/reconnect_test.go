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
	"settable/bot/discord/discordtest"
)

// reconnect runs a session in virtual time. The gateway plays one of the scripts for each connection, and the last one
// for all further ones.
func reconnect(t *testing.T, check func(t *testing.T, s *Session, d *memoryGateway), plays ...func(*memoryPeer)) {
	synctest.Test(t, func(t *testing.T) {
		d := &memoryGateway{script: script{play: func(g *memoryPeer) { plays[min(g.nth, len(plays))-1](g) }}}
		s, err := d.dial(t.Context(), nil)
		require.NoError(t, err)
		check(t, s, d)
		require.NoError(t, s.Close(t.Context()))
		time.Sleep(time.Minute) // for what discordgo still does
	})
}

// await takes events until one is an E.
func await[E discord.Event](t *testing.T, s *Session) E {
	for e := range s.Events() {
		if want, ok := e.(E); ok {
			return want
		}
	}
	t.Fatalf("the session ended: %v", s.Err())
	panic("unreachable")
}

// cut ends a connection instead of READY or RESUMED.
func cut(g *memoryPeer) { g.hello(); g.receive() }

// TestAnOp7AfterResumeIsSurvived: discordgo alone deadlocks there for ever.
func TestAnOp7AfterResumeIsSurvived(t *testing.T) {
	op7 := func(g *memoryPeer) {
		g.hello()
		g.receive()
		g.send(`{"op":7,"d":null}`)
		g.ignore()
	}
	reconnect(t, func(t *testing.T, s *Session, d *memoryGateway) {
		await[discord.Ready](t, s)
		await[discord.Away](t, s)
		lost := time.Now()
		await[discord.Resumed](t, s)
		require.Less(t, time.Since(lost), 5*time.Second)
		require.Equal(t, []int{opIdentify, opResume, opResume}, d.operations())
	}, (*memoryPeer).handshake, op7, (*memoryPeer).behave)
}

// TestTheLastIdentifiesOfADayAreLeftAlone: a program that is started again and again remembers nothing, but Discord
// counts.
func TestTheLastIdentifiesOfADayAreLeftAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &memoryGateway{starts: `{"url":"wss://x","session_start_limit":{"total":1000,"remaining":50,` +
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

// TestNothingIsResumedBeforeREADY: neither after silence nor after a HELLO alone.
func TestNothingIsResumedBeforeREADY(t *testing.T) {
	unready := func(g *memoryPeer) { g.hello(); g.ignore() }
	reconnect(t, func(t *testing.T, s *Session, d *memoryGateway) {
		require.False(t, await[discord.Ready](t, s).Again)
		require.NotContains(t, d.operations(), opResume)
		require.GreaterOrEqual(t, d.dialCount(), 3)
	}, (*memoryPeer).ignore, unready, (*memoryPeer).behave)
}

// TestASilentServerIsNoticed after 1.5 heartbeat intervals. No close frame is sent, so that the session can be resumed.
func TestASilentServerIsNoticed(t *testing.T) {
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

// TestCloseSendsACloseFrame, so that the bot is offline at once.
func TestCloseSendsACloseFrame(t *testing.T) {
	var gateway *memoryGateway
	reconnect(t, func(t *testing.T, s *Session, d *memoryGateway) {
		await[discord.Ready](t, s)
		gateway = d
	}, (*memoryPeer).behave)
	require.Equal(t, []int{1000}, gateway.closeFrames())
}

// TestACloseThatNobodyAskedForEndsNothing: discordgo sends a close frame with 1000, which ends the session, when it only
// means to reconnect.
func TestACloseThatNobodyAskedForEndsNothing(t *testing.T) {
	t.Parallel()
	r := newReadyFixture(t, typed, Config{MessageContent: true})
	require.NoError(t, r.link.Load().dg.Close())
	discordtest.Await[discord.Resumed](t, r.Session)
	require.Equal(t, 1, r.Sandbox.Identified())
}

// TestARefusedResumeBecomesANewSession, and the gap is told.
func TestARefusedResumeBecomesANewSession(t *testing.T) {
	refuse := func(g *memoryPeer) {
		g.hello()
		g.receive()
		g.send(`{"op":9,"d":false}`)
		g.ignore()
	}
	reconnect(t, func(t *testing.T, s *Session, d *memoryGateway) {
		require.False(t, await[discord.Ready](t, s).Again)
		await[discord.Away](t, s)
		require.True(t, await[discord.Ready](t, s).Again)
		require.Equal(t, "a new session", await[discord.Gap](t, s).Why)
		require.Equal(t, []int{opIdentify, opResume, opIdentify}, d.operations())
	}, (*memoryPeer).handshake, refuse, (*memoryPeer).behave)
}

// TestAResumeThatFailsIsGivenUp after a few tries.
func TestAResumeThatFailsIsGivenUp(t *testing.T) {
	reconnect(t, func(t *testing.T, s *Session, d *memoryGateway) {
		await[discord.Away](t, s)
		require.True(t, await[discord.Ready](t, s).Again)
		require.Equal(t, []int{opIdentify, opResume, opResume, opResume, opIdentify}, d.operations())
	}, (*memoryPeer).handshake, cut, cut, cut, (*memoryPeer).behave)
}

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
