package sandbox

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"

	"github.com/coder/websocket"
)

// viewer is one open page: it is told everything its person may see.
type viewer struct {
	server *Server
	ws     *websocket.Conn
	user   string
	wake   chan struct{}

	mu    sync.Mutex // of what follows; taken after the server's
	queue [][]byte
	cut   bool
}

// keepQueue bounds what a page may lag behind before it is hung up on and has to load anew.
const keepQueue = 2000

func (v *viewer) tell(t string, d any) {
	out, err := json.Marshal(map[string]any{"t": t, "d": d})
	if err != nil {
		panic("sandbox: a page frame that is not JSON: " + err.Error())
	}
	v.raw(out)
}

func (v *viewer) raw(out []byte) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(v.queue) >= keepQueue && !v.cut {
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

func (v *viewer) drop() {
	v.server.running.Go(func() { v.ws.CloseNow() })
}

// live is the page's socket, server to page.
func (s *Server) live(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	as := r.URL.Query().Get("as")
	if as == "" { // a page that opens for the first time knows nobody yet
		as = s.world.People[0].ID
	}
	p, err := s.world.person(as)
	s.mu.Unlock()
	if err != nil {
		http.Error(w, err.Error(), http.StatusNotFound)
		return
	}
	ws, err := websocket.Accept(w, r, &websocket.AcceptOptions{CompressionMode: websocket.CompressionDisabled})
	if err != nil {
		return // Accept has answered
	}
	v := &viewer{server: s, ws: ws, user: p.ID, wake: make(chan struct{}, 1)}
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		ws.CloseNow()
		return
	}
	s.viewers[v] = true
	v.raw(s.hello(p))
	v.tell("bot", map[string]bool{"online": s.online()})
	s.traffic.follow(s, v)
	s.mu.Unlock()
	v.write(ws.CloseRead(r.Context()))
	ws.CloseNow()
	s.mu.Lock()
	delete(s.viewers, v)
	s.mu.Unlock()
	s.traffic.leave(v)
}

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

type pageUser struct {
	User
	Manage bool `json:"manage"`
}

// hello is all a page needs to begin with.
func (s *Server) hello(me *Person) []byte {
	users := []pageUser{}
	for _, p := range s.world.People {
		users = append(users, pageUser{p.User, p.Manage})
	}
	channels := []map[string]string{}
	messages := map[string][]Message{}
	for _, c := range s.world.Channels {
		if c.With != "" && c.With != me.ID {
			continue
		}
		name := c.Name
		if c.With != "" {
			name = s.world.Bot.Name()
		}
		channels = append(channels, map[string]string{"id": c.ID, "name": name})
		list := []Message{}
		for _, m := range s.seen(c, me.ID) {
			list = append(list, s.forPage(m, me.ID))
		}
		messages[c.ID] = list
	}
	out, err := json.Marshal(map[string]any{
		"t": "hello", "me": me.User, "bot": s.world.Bot, "users": users, "channels": channels, "commands": s.menu(),
		"guild": map[string]string{"id": s.world.GuildID, "name": s.world.GuildName}, "messages": messages,
		"online": s.online(),
	})
	if err != nil {
		panic("sandbox: a page frame that is not JSON: " + err.Error())
	}
	return out
}

// rehello sends everything again, when channels come or go.
func (s *Server) rehello() {
	for v := range s.viewers {
		if p, err := s.world.person(v.user); err == nil {
			v.raw(s.hello(p))
		}
	}
}

// show tells the pages about a message, each as its person sees it. A blank "thinking" line is told by the
// interaction instead.
func (s *Server) show(t string, c *channel, p *post) {
	if p.Message.Flags&flagLoading != 0 {
		return
	}
	for v := range s.viewers {
		if p.sees(v.user) && (c.With == "" || c.With == v.user) {
			v.tell(t, s.forPage(s.view(p, v.user), v.user))
		}
	}
}

// showTo tells something else about a post to all who see it.
func (s *Server) showTo(p *post, t string, d any) {
	for v := range s.viewers {
		if p.sees(v.user) {
			v.tell(t, d)
		}
	}
}

// tellUser tells one person's pages.
func (s *Server) tellUser(user, t string, d any) {
	for v := range s.viewers {
		if v.user == user {
			v.tell(t, d)
		}
	}
}

func (s *Server) botCame() { s.showTo(&post{}, "bot", map[string]bool{"online": true}) }
func (s *Server) botWent() { s.showTo(&post{}, "bot", map[string]bool{"online": s.online()}) }
