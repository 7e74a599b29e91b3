package discord

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"
	"github.com/stretchr/testify/require"
)

// gate is the least a Discord can be, with connections that follow a script: for
// what a Discord in good order never does, and so the sandbox neither.
type gate struct {
	address string // of the gateway; empty: the server itself
	plays   []play // one for each connection, the last for all further ones
	starts  string // what is left of the day's IDENTIFYs; empty: nobody says

	mu    sync.Mutex
	heard []int // the operations that came, without heartbeats
	dials int
}

// play is one connection after its HELLO, until it returns.
type play func(*gateLink)

type gateLink struct {
	gate *gate
	ctx  context.Context
	ws   *websocket.Conn
}

func (g *gate) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/api/v9/users/@me":
		io.WriteString(w, `{"id":"99","username":"settable","bot":true}`)
	case "/api/v9/applications/@me":
		io.WriteString(w, `{"id":"5150","name":"settable","flags":0}`)
	case "/api/v9/gateway":
		address := g.address
		if address == "" {
			address = "ws://" + r.Host
		}
		json.NewEncoder(w).Encode(map[string]string{"url": address})
	case "/api/v9/gateway/bot":
		if g.starts == "" {
			http.NotFound(w, r)
		}
		io.WriteString(w, g.starts)
	case "/":
		ws, err := websocket.Accept(w, r, nil)
		if err != nil {
			return
		}
		defer ws.CloseNow()
		g.mu.Lock()
		p := g.plays[min(g.dials, len(g.plays)-1)]
		g.dials++
		g.mu.Unlock()
		p(&gateLink{gate: g, ctx: r.Context(), ws: ws})
	default:
		http.NotFound(w, r)
	}
}

func (l *gateLink) write(text string) { l.ws.Write(l.ctx, websocket.MessageText, []byte(text)) }

func (l *gateLink) hello() { l.write(`{"op":10,"d":{"heartbeat_interval":100}}`) }

// next reads until an operation other than a heartbeat comes; those are
// acknowledged. 0: the connection is over.
func (l *gateLink) next(acks bool) int {
	for {
		var m struct {
			Op int `json:"op"`
		}
		if wsjson.Read(l.ctx, l.ws, &m) != nil {
			return 0
		}
		if m.Op != 1 {
			l.gate.mu.Lock()
			l.gate.heard = append(l.gate.heard, m.Op)
			l.gate.mu.Unlock()
			return m.Op
		}
		if acks {
			l.write(`{"op":11}`)
		}
	}
}

func (l *gateLink) ready() {
	l.write(`{"op":0,"s":1,"t":"READY","d":{"v":9,"session_id":"s","user":{"id":"99","username":"settable"},"application":{"id":"5150"},"guilds":[]}}`)
}

func (l *gateLink) stay() {
	for l.next(true) != 0 {
	}
}

func (g *gate) ops() []int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return append([]int{}, g.heard...)
}

const opIdentify, opResume = 2, 6

// welcome is a connection in good order.
func welcome(l *gateLink) {
	l.hello()
	switch l.next(true) {
	case opIdentify:
		l.ready()
	case opResume:
		l.write(`{"op":0,"s":2,"t":"RESUMED","d":{}}`)
	}
	l.stay()
}

// dialGate opens a session to a gate and closes it at the end.
func dialGate(t *testing.T, c Config, plays ...play) (*Session, *gate) {
	return dialTo(t, c, &gate{plays: plays})
}

func dialTo(t *testing.T, c Config, g *gate) (*Session, *gate) {
	srv := httptest.NewServer(g)
	to, err := url.Parse(srv.URL)
	require.NoError(t, err)
	c.Token, c.HTTP = botToken, &http.Client{Transport: redirect{to}}
	if c.times.backoff == nil {
		c.times = quick()
	}
	s, err := Dial(t.Context(), c)
	require.NoError(t, err)
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		require.NoError(t, s.Close(ctx))
		srv.Close()
		http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	})
	return s, g
}

// await takes events until one is an E.
func await[E Event](t *testing.T, s *Session) E {
	t.Helper()
	late := time.NewTimer(20 * time.Second)
	defer late.Stop()
	for {
		select {
		case e, open := <-s.Events():
			if !open {
				t.Fatalf("the session ended: %v", s.Err())
			}
			if want, ok := e.(E); ok {
				return want
			}
		case <-late.C:
			var want E
			t.Fatalf("no %T came", want)
		}
	}
}

// cutAfterReady ends a connection as soon as it stands.
func cutAfterReady(l *gateLink) {
	l.hello()
	l.next(true)
	l.ready()
}

// TestAnOp7RightAfterResumeIsSurvived: discordgo alone deadlocks there for ever.
func TestAnOp7RightAfterResumeIsSurvived(t *testing.T) {
	t.Parallel()
	op7 := func(l *gateLink) {
		l.hello()
		l.next(true)
		l.write(`{"op":7,"d":null}`)
		l.stay()
	}
	s, g := dialGate(t, Config{}, cutAfterReady, op7, welcome)
	await[Ready](t, s)
	await[Away](t, s)
	require.Positive(t, await[Resumed](t, s).Away)
	require.Equal(t, []int{opIdentify, opResume, opResume}, g.ops())
}

// TestAnOp9ToEveryIdentifyDoesNotBurnTheToken: discordgo alone answers each with
// a new IDENTIFY at once.
func TestAnOp9ToEveryIdentifyDoesNotBurnTheToken(t *testing.T) {
	t.Parallel()
	op9 := func(l *gateLink) {
		l.hello()
		for l.next(true) != 0 {
			l.write(`{"op":9,"d":false}`)
		}
	}
	times := quick()
	times.identify = []window{{3, time.Hour}}
	lost := make(chan error, 100)
	s, g := dialGate(t, Config{times: times, Status: func(st Status) {
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
	s, _ := dialTo(t, Config{}, &gate{plays: []play{welcome},
		starts: `{"url":"wss://x","session_start_limit":{"total":1000,"remaining":50,"reset_after":700,"max_concurrency":1}}`})
	await[Ready](t, s)
	require.GreaterOrEqual(t, time.Since(begun), 700*time.Millisecond)
	require.EqualValues(t, 1, s.Counts().Identifies)
}

// TestAGatewayThatNeverGetsReadyIsLeft: no READY, and no HELLO at all.
func TestAGatewayThatNeverGetsReadyIsLeft(t *testing.T) {
	t.Parallel()
	mute := func(l *gateLink) { l.stay() }
	unready := func(l *gateLink) { l.hello(); l.stay() }
	times := quick()
	times.handshake = 300 * time.Millisecond
	s, g := dialGate(t, Config{times: times}, mute, unready, welcome)
	require.False(t, await[Ready](t, s).Again)
	require.Equal(t, []int{opIdentify, opIdentify}, g.ops())
}

// TestASilentServerIsNoticed: after 1.5 heartbeats without an ACK, and without a
// close frame, so that the session can be resumed.
func TestASilentServerIsNoticed(t *testing.T) {
	t.Parallel()
	closed := make(chan websocket.StatusCode, 1)
	silent := func(l *gateLink) {
		l.hello()
		l.next(true)
		l.ready()
		for {
			if _, _, err := l.ws.Read(l.ctx); err != nil {
				closed <- websocket.CloseStatus(err)
				return
			}
		}
	}
	s, g := dialGate(t, Config{}, silent, welcome)
	await[Ready](t, s)
	begun := time.Now()
	await[Resumed](t, s)
	require.Less(t, time.Since(begun), 5*time.Second)
	require.Equal(t, websocket.StatusCode(-1), <-closed, "no close frame left")
	require.Equal(t, []int{opIdentify, opResume}, g.ops())
}

// TestARefusedResumeBecomesANewSession, and the gap is told.
func TestARefusedResumeBecomesANewSession(t *testing.T) {
	t.Parallel()
	refuse := func(l *gateLink) {
		l.hello()
		l.next(true)
		l.write(`{"op":9,"d":false}`)
		l.stay()
	}
	s, g := dialGate(t, Config{}, cutAfterReady, refuse, welcome)
	require.False(t, await[Ready](t, s).Again)
	await[Away](t, s)
	require.True(t, await[Ready](t, s).Again)
	require.Equal(t, "a new session", await[Gap](t, s).Why)
	require.Equal(t, []int{opIdentify, opResume, opIdentify}, g.ops())
}

// TestAResumeThatNeverStandsIsGivenUp after a few tries.
func TestAResumeThatNeverStandsIsGivenUp(t *testing.T) {
	t.Parallel()
	cut := func(l *gateLink) { l.hello(); l.next(true) }
	s, g := dialGate(t, Config{}, cutAfterReady, cut, cut, cut, welcome)
	await[Away](t, s)
	require.True(t, await[Ready](t, s).Again)
	require.Equal(t, []int{opIdentify, opResume, opResume, opResume, opIdentify}, g.ops())
}

// TestACloseCodeThatStopsIsOneClearError, wherever it comes.
func TestACloseCodeThatStopsIsOneClearError(t *testing.T) {
	t.Parallel()
	for code, text := range refusals {
		if code < 4000 {
			continue
		}
		late := func(l *gateLink) {
			l.hello()
			l.next(true)
			l.ready()
			l.ws.Close(websocket.StatusCode(code), "no")
		}
		early := func(l *gateLink) {
			l.hello()
			l.next(true)
			l.ws.Close(websocket.StatusCode(code), "no")
		}
		for name, p := range map[string]play{"early": early, "late": late} {
			t.Run(fmt.Sprint(code, " ", name), func(t *testing.T) {
				t.Parallel()
				var last Status
				s, g := dialGate(t, Config{Status: func(st Status) { last = st }}, p)
				for range s.Events() {
				}
				require.EqualError(t, s.Err(), text)
				require.Equal(t, Status{State: Stopped, Err: s.Err()}, last)
				require.Equal(t, []int{opIdentify}, g.ops(), "and it is not tried again")
			})
		}
	}
}
