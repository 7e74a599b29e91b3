package gateway

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/bot/discord/discordtest"
)

// cutAfterReady ends a connection as soon as it is ready.
func cutAfterReady(l *loopbackPeer) {
	l.hello()
	l.next(true)
	l.ready()
}

// TestAnOp7RightAfterResumeIsSurvived: discordgo alone deadlocks there for ever.
func TestAnOp7RightAfterResumeIsSurvived(t *testing.T) {
	t.Parallel()
	op7 := func(l *loopbackPeer) {
		l.hello()
		l.next(true)
		l.write(`{"op":7,"d":null}`)
		l.stay()
	}
	s, g := dialLoopback(t, Config{}, cutAfterReady, op7, welcome)
	discordtest.Await[discord.Ready](t, s)
	discordtest.Await[discord.Away](t, s)
	discordtest.Await[discord.Resumed](t, s)
	require.Equal(t, []int{opIdentify, opResume, opResume}, g.ops())
}

// TestAnOp9ToEveryIdentifyDoesNotBurnTheToken: discordgo alone answers each with
// a new IDENTIFY at once.
func TestAnOp9ToEveryIdentifyDoesNotBurnTheToken(t *testing.T) {
	t.Parallel()
	op9 := func(l *loopbackPeer) {
		l.hello()
		for l.next(true) != 0 {
			l.write(`{"op":9,"d":false}`)
		}
	}
	times := quick()
	times.identify = []window{{3, time.Hour}}
	lost := make(chan error, 100)
	s, g := dialLoopback(t, Config{times: times, Status: func(st Status) {
		if st.State == Lost {
			lost <- st.Err
		}
	}}, op9)
	for range 3 {
		require.EqualError(t, <-lost, "the gateway said that the session is invalid")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	require.NoError(t, s.Close(ctx), "also while it waits for the budget")
	require.Equal(t, []int{opIdentify, opIdentify, opIdentify}, g.ops())
	require.Empty(t, lost)
}

// TestTheLastIdentifiesOfADayAreLeftAlone: a program that is started again and
// again has no memory of its own, but Discord counts.
func TestTheLastIdentifiesOfADayAreLeftAlone(t *testing.T) {
	t.Parallel()
	begun := time.Now()
	s, _ := dialGateway(t, Config{}, &loopbackGateway{plays: []play{welcome},
		starts: `{"url":"wss://x","session_start_limit":{"total":1000,"remaining":50,"reset_after":700,` +
			`"max_concurrency":1}}`})
	discordtest.Await[discord.Ready](t, s)
	require.GreaterOrEqual(t, time.Since(begun), 700*time.Millisecond)
	require.EqualValues(t, 1, s.Counts().Identifies)
}

// TestAGatewayThatNeverGetsReadyIsLeft: no READY, and no HELLO at all.
func TestAGatewayThatNeverGetsReadyIsLeft(t *testing.T) {
	t.Parallel()
	mute := func(l *loopbackPeer) { l.stay() }
	unready := func(l *loopbackPeer) { l.hello(); l.stay() }
	times := quick()
	times.handshake = 700 * time.Millisecond
	s, g := dialLoopback(t, Config{times: times}, mute, unready, welcome)
	require.False(t, discordtest.Await[discord.Ready](t, s).Again)
	require.NotContains(t, g.ops(), opResume, "there is nothing to resume")
	require.GreaterOrEqual(t, g.dialled(), 3)
}

// TestASilentServerIsNoticed: after 1.5 heartbeats without an ACK, and without a
// close frame, so that the session can be resumed.
func TestASilentServerIsNoticed(t *testing.T) {
	t.Parallel()
	closed := make(chan websocket.StatusCode, 1)
	silent := func(l *loopbackPeer) {
		l.hastyHello()
		l.next(true)
		l.ready()
		closed <- l.closeStatus("")
	}
	s, g := dialLoopback(t, Config{}, silent, welcome)
	discordtest.Await[discord.Ready](t, s)
	discordtest.Await[discord.Resumed](t, s)
	require.Equal(t, websocket.StatusCode(-1), <-closed, "no close frame left")
	require.Equal(t, []int{opIdentify, opResume}, g.ops())
}

// TestACloseThatNobodyAskedForEndsNothing: discordgo closes in good order, with a
// 1000 that ends the session, where it only means to connect again.
func TestACloseThatNobodyAskedForEndsNothing(t *testing.T) {
	t.Parallel()
	closed := make(chan websocket.StatusCode, 1)
	watch := func(l *loopbackPeer) {
		l.hello()
		l.next(true)
		l.ready()
		closed <- l.closeStatus(`{"op":11}`)
	}
	s, g := dialLoopback(t, Config{}, watch, welcome)
	discordtest.Await[discord.Ready](t, s)
	require.NoError(t, s.link.Load().dg.Close())
	discordtest.Await[discord.Resumed](t, s)
	require.Equal(t, websocket.StatusCode(-1), <-closed, "no close frame left")
	require.Equal(t, []int{opIdentify, opResume}, g.ops())
}

// TestCloseSendsACloseFrame, so that the bot is offline at once.
func TestCloseSendsACloseFrame(t *testing.T) {
	t.Parallel()
	closed := make(chan websocket.StatusCode, 1)
	s, _ := dialLoopback(t, Config{}, func(l *loopbackPeer) {
		l.hello()
		l.next(true)
		l.ready()
		closed <- l.closeStatus("")
	})
	discordtest.Await[discord.Ready](t, s)
	require.NoError(t, s.Close(t.Context()))
	require.Equal(t, websocket.StatusNormalClosure, <-closed)
}

// TestARefusedResumeBecomesANewSession, and the gap is told.
func TestARefusedResumeBecomesANewSession(t *testing.T) {
	t.Parallel()
	refuse := func(l *loopbackPeer) {
		l.hello()
		l.next(true)
		l.write(`{"op":9,"d":false}`)
		l.stay()
	}
	s, g := dialLoopback(t, Config{}, cutAfterReady, refuse, welcome)
	require.False(t, discordtest.Await[discord.Ready](t, s).Again)
	discordtest.Await[discord.Away](t, s)
	require.True(t, discordtest.Await[discord.Ready](t, s).Again)
	require.Equal(t, "a new session", discordtest.Await[discord.Gap](t, s).Why)
	require.Equal(t, []int{opIdentify, opResume, opIdentify}, g.ops())
}

// TestAResumeThatNeverStandsIsGivenUp after a few tries.
func TestAResumeThatNeverStandsIsGivenUp(t *testing.T) {
	t.Parallel()
	cut := func(l *loopbackPeer) { l.hello(); l.next(true) }
	s, g := dialLoopback(t, Config{}, cutAfterReady, cut, cut, cut, welcome)
	discordtest.Await[discord.Away](t, s)
	require.True(t, discordtest.Await[discord.Ready](t, s).Again)
	require.Equal(t, []int{opIdentify, opResume, opResume, opResume, opIdentify}, g.ops())
}

// TestACloseCodeThatStopsIsOneClearError, wherever it comes.
func TestACloseCodeThatStopsIsOneClearError(t *testing.T) {
	t.Parallel()
	for code, text := range refusals {
		if code < 4000 {
			continue
		}
		late := func(l *loopbackPeer) {
			l.hello()
			l.next(true)
			l.ready()
			l.ws.Close(websocket.StatusCode(code), "no")
		}
		early := func(l *loopbackPeer) {
			l.hello()
			l.next(true)
			l.ws.Close(websocket.StatusCode(code), "no")
		}
		for name, p := range map[string]play{"early": early, "late": late} {
			t.Run(fmt.Sprint(code, " ", name), func(t *testing.T) {
				t.Parallel()
				var last Status
				s, g := dialLoopback(t, Config{Status: func(st Status) { last = st }}, p)
				for range s.Events() {
				}
				require.EqualError(t, s.Err(), text)
				require.Equal(t, Status{State: Stopped, Err: s.Err()}, last)
				require.Equal(t, []int{opIdentify}, g.ops(), "and it is not tried again")
			})
		}
	}
}
