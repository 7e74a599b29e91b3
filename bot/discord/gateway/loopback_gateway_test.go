package gateway

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"settable/bot/discord/discordtest"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"
	"github.com/stretchr/testify/require"
)

// loopbackGateway is the least a Discord can be, with connections that follow a script: for
// what a Discord in good order never does, and so the sandbox neither.
type loopbackGateway struct {
	address string // of the gateway; empty: the server itself
	plays   []play // one for each connection, the last for all further ones
	starts  string // what is left of the day's IDENTIFYs; empty: nobody says

	mu    sync.Mutex
	heard []int // the operations that came, without heartbeats
	dials int
}

// play is one connection after its HELLO, until it returns.
type play func(*loopbackPeer)

type loopbackPeer struct {
	gateway *loopbackGateway
	ctx     context.Context
	ws      *websocket.Conn
}

func (g *loopbackGateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
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
		p(&loopbackPeer{gateway: g, ctx: r.Context(), ws: ws})
	default:
		http.NotFound(w, r)
	}
}

func (l *loopbackPeer) write(text string) { l.ws.Write(l.ctx, websocket.MessageText, []byte(text)) }

// hello asks for heartbeats as seldom as Discord does.
func (l *loopbackPeer) hello() { l.write(`{"op":10,"d":{"heartbeat_interval":41250}}`) }

// hastyHello asks for so many that a silence is noticed soon.
func (l *loopbackPeer) hastyHello() { l.write(`{"op":10,"d":{"heartbeat_interval":250}}`) }

// next reads until an operation other than a heartbeat comes; those are
// acknowledged. 0: the connection is over.
func (l *loopbackPeer) next(acks bool) int {
	for {
		var m struct {
			Op int `json:"op"`
		}
		if wsjson.Read(l.ctx, l.ws, &m) != nil {
			return 0
		}
		if m.Op != 1 {
			l.gateway.mu.Lock()
			l.gateway.heard = append(l.gateway.heard, m.Op)
			l.gateway.mu.Unlock()
			return m.Op
		}
		if acks {
			l.write(`{"op":11}`)
		}
	}
}

func (l *loopbackPeer) ready() {
	l.write(`{"op":0,"s":1,"t":"READY","d":{"v":9,"session_id":"s","user":{"id":"99","username":"settable"},` +
		`"application":{"id":"5150"},"guilds":[]}}`)
}

func (l *loopbackPeer) stay() {
	for l.next(true) != 0 {
	}
}

// closeStatus gives the same reply to whatever comes, if any, and says with which
// close frame the connection ends; -1: none came.
func (l *loopbackPeer) closeStatus(reply string) websocket.StatusCode {
	for {
		if _, _, err := l.ws.Read(l.ctx); err != nil {
			return websocket.CloseStatus(err)
		}
		if reply != "" {
			l.write(reply)
		}
	}
}

func (g *loopbackGateway) ops() []int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return append([]int{}, g.heard...)
}

func (g *loopbackGateway) dialled() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.dials
}

// welcome is a connection in good order.
func welcome(l *loopbackPeer) {
	l.hello()
	switch l.next(true) {
	case opIdentify:
		l.ready()
	case opResume:
		l.write(`{"op":0,"s":2,"t":"RESUMED","d":{}}`)
	}
	l.stay()
}

// dialLoopback opens a session to a loopback gateway and closes it at the end.
func dialLoopback(t *testing.T, c Config, plays ...play) (*Session, *loopbackGateway) {
	return dialGateway(t, c, &loopbackGateway{plays: plays})
}

func dialGateway(t *testing.T, c Config, g *loopbackGateway) (*Session, *loopbackGateway) {
	srv := httptest.NewServer(g)
	to, err := url.Parse(srv.URL)
	require.NoError(t, err)
	c.Token, c.HTTP = botToken, &http.Client{Transport: discordtest.Redirect{To: to}}
	if c.times.backoff == nil {
		c.times = quick()
	}
	c.Log = slog.New(slog.NewTextHandler(t.Output(), nil))
	s, err := Dial(t.Context(), restOf(c), c)
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
