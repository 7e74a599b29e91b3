// Package gateway is the WebSocket server that a bot connects to. It implements IDENTIFY, RESUME with replay and
// heartbeats, and can simulate faults.
package gateway

import (
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/coder/websocket"

	"settable/bot/sandbox/traffic"
	"settable/bot/sandbox/world"
)

// Config holds the dependencies of a gateway.
type Config struct {
	World     *world.Locked
	Faults    *traffic.Faults
	Traffic   *traffic.Log
	URL       string        // the gateway's own address
	Heartbeat time.Duration // the interval in HELLO
	Now       func() time.Time

	LeastShards    int // a bot with fewer shards is refused; 0 and 1: never
	MaxConcurrency int // max_concurrency: of the shards whose ids are equal modulo this number, one may IDENTIFY per 5 s; 0: no limit
}

// Gateway holds the bot's sockets and sessions. Code that needs both the world's lock and the gateway's must take the
// world's lock first.
type Gateway struct {
	Config

	mu         sync.Mutex
	sessions   map[string]*session
	links      map[*link]bool
	identified int
	refused    int // IDENTIFYs that came too soon
	began      buckets
	heartbeats int
}

// New returns a gateway without connections, which listens to the world's events.
func New(c Config) *Gateway {
	g := &Gateway{Config: c, sessions: map[string]*session{}, links: map[*link]bool{},
		began: buckets{}}
	c.World.Listen(g.deliver)
	return g
}

// Serve serves one connection from a bot.
func (g *Gateway) Serve(w http.ResponseWriter, r *http.Request) {
	ws, err := websocket.Accept(w, r, &websocket.AcceptOptions{CompressionMode: websocket.CompressionDisabled})
	if err != nil {
		return // Accept has responded
	}
	ws.SetReadLimit(1 << 16)
	l := newLink(g, ws)
	g.mu.Lock()
	g.links[l] = true
	if v := r.URL.Query().Get("v"); !slices.Contains([]string{"9", "10"}, v) {
		l.hangUp(closeBadVersion, "Invalid API version.")
	} else {
		l.version, _ = strconv.Atoi(v)
		l.control(opHello, map[string]any{"heartbeat_interval": g.Heartbeat.Milliseconds()})
		l.expectHeartbeat()
	}
	g.mu.Unlock()
	l.run(r.Context())
}

// deliver sends the world's events to the sessions that belong to the right shard and have one of the required
// intents.
func (g *Gateway) deliver(_ *world.World, n world.News) {
	if len(n.Events) == 0 {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, e := range n.Events {
		copies := g.Faults.Copies()
		for _, ses := range g.sessions {
			if !ses.shard.receives(e.Guild) || e.Intents != 0 && ses.intents&e.Intents == 0 {
				continue
			}
			f := event(e.Name, e.For(ses.intents))
			for range copies {
				g.offer(ses, f)
			}
		}
	}
}

// withLocks runs a function while holding the locks of the world and the gateway.
func (g *Gateway) withLocks(act func(*world.World)) {
	g.World.Do(func(w *world.World) {
		g.mu.Lock()
		defer g.mu.Unlock()
		act(w)
		w.Touch()
	})
}

func event(name string, d any) numberedFrame {
	return numberedFrame{name: name, raw: world.JSON(d)}
}

func (g *Gateway) offer(ses *session, f numberedFrame) {
	if g.Faults.Holding() {
		ses.held = append(ses.held, f)
		return
	}
	ses.push(f)
}

// Online reports whether the bot is connected and has identified.
func (g *Gateway) Online() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.online()
}

func (g *Gateway) online() bool {
	for _, ses := range g.sessions {
		if ses.link != nil {
			return true
		}
	}
	return false
}

// Shards returns the shards of all connected sessions in ascending order.
func (g *Gateway) Shards() [][2]int {
	g.mu.Lock()
	defer g.mu.Unlock()
	all := [][2]int{}
	for _, ses := range g.sessions {
		if ses.link != nil {
			all = append(all, ses.shard)
		}
	}
	slices.SortFunc(all, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	return all
}

// Identified counts the IDENTIFYs so far. Discord resets a bot's token after 1,000 IDENTIFYs in a day.
func (g *Gateway) Identified() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.identified
}

// RefusedIdentifies counts the IDENTIFYs that came too soon after another one of the same bucket.
func (g *Gateway) RefusedIdentifies() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.refused
}

// Heartbeats counts the heartbeats of all connections so far.
func (g *Gateway) Heartbeats() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.heartbeats
}
