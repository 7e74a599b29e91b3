package page

import (
	"context"
	"net/http"
	"sync"

	"github.com/coder/websocket"

	"settable/bot/sandbox/world"
)

// A viewer is one open page. It receives what its person may see.
type viewer struct {
	world *world.Locked
	ws    *websocket.Conn
	user  string
	wake  chan struct{}

	mu    sync.Mutex // guards the fields below; taken after any other lock
	queue [][]byte
	cut   bool
}

// maxQueue is the maximum number of updates that can wait for a slow page. If there are more, the server disconnects
// the page, and the person must reload it.
const maxQueue = 2000

func (v *viewer) tell(kind string, d any) { v.raw(world.JSON(map[string]any{"t": kind, "d": d})) }

func (v *viewer) raw(out []byte) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(v.queue) >= maxQueue && !v.cut {
		v.cut = true
		v.drop()
	}
	if v.cut {
		return
	}
	v.queue = append(v.queue, out)
	select {
	case v.wake <- struct{}{}:
	default:
	}
}

func (v *viewer) drop() { v.world.Go(func() { v.ws.CloseNow() }) }

func (v *viewer) write(ctx context.Context) {
	for {
		v.mu.Lock()
		queue := v.queue
		v.queue = nil
		v.mu.Unlock()
		for _, out := range queue {
			if v.ws.Write(ctx, websocket.MessageText, out) != nil {
				return
			}
		}
		select {
		case <-v.wake:
		case <-ctx.Done():
			return
		}
	}
}

func (p *Page) live(w http.ResponseWriter, r *http.Request) {
	as := r.URL.Query().Get("as")
	var me *world.Person
	var err error
	p.World.Do(func(w *world.World) {
		if as == "" { // without a person, the page shows the first one
			as = w.People[0].ID
		}
		me, err = w.Person(as)
	})
	if err != nil {
		http.Error(w, err.Error(), http.StatusNotFound)
		return
	}
	ws, err := websocket.Accept(w, r, &websocket.AcceptOptions{CompressionMode: websocket.CompressionDisabled})
	if err != nil {
		return // Accept has responded
	}
	v := &viewer{world: p.World, ws: ws, user: me.ID, wake: make(chan struct{}, 1)}
	p.World.Do(func(w *world.World) {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.viewers[v] = true
		v.raw(p.hello(w, me))
		v.tell("bot", map[string]bool{"online": p.Gateway.Online()})
	})
	p.Opened(me.ID)
	leave := p.Traffic.Follow(v.raw)
	v.write(ws.CloseRead(r.Context()))
	ws.CloseNow()
	leave()
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.viewers, v)
}

// Drop disconnects every open page and stops all shows.
func (p *Page) Drop() {
	p.crowd.stop()
	p.mu.Lock()
	defer p.mu.Unlock()
	for v := range p.viewers {
		v.drop()
	}
}
