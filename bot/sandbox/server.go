// Package sandbox simulates Discord on loopback: its REST API, its gateway and a page to chat in. People can try the
// bot without a Discord account, and every end-to-end test runs against it. It is as strict as Discord (field limits,
// three seconds to answer, expiring tokens, rate limits, visibility), because a lenient simulation would hide faults.
// The bot can't tell the difference: Server.Client redirects requests for discord.com to this process and refuses
// every host that is not loopback.
//
// This package connects the parts of the sandbox: the world with its lock, the REST API, the gateway, the page and
// the state file.
package sandbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"settable/bot/sandbox/api"
	"settable/bot/sandbox/gateway"
	"settable/bot/sandbox/page"
	"settable/bot/sandbox/traffic"
	"settable/bot/sandbox/world"
)

// Server is a running sandbox. Its methods are safe for concurrent use.
type Server struct {
	world.People     // what people do: type, press and read
	*traffic.Faults  // causes faults in requests and events
	*gateway.Gateway // the bot's connections and their faults

	world     *world.Locked
	api       *api.API
	page      *page.Page
	saver     *saver // nil without a state file
	addr      string
	pagePath  string
	token     string
	http      *http.Server
	transport *http.Transport
	stop      context.CancelFunc
}

// Start starts a sandbox, which serves until Close.
func Start(o Options) (*Server, error) {
	o = o.defaults()
	if err := loopback(o.Addr); err != nil {
		return nil, err
	}
	w, err := load(o, world.Rules{
		Now: o.Now, Token: o.Token, MessageContent: o.MessageContent, OldEdits: o.OldEdits,
	})
	if err != nil {
		return nil, err
	}
	w.Found(o.Guilds)
	w.Take() // drop the initial news: nobody is listening yet
	s := &Server{
		world: world.NewLocked(w, o.AnswerWithin), pagePath: "/p/" + w.PageToken + "/",
		token: o.Token, transport: &http.Transport{MaxIdleConnsPerHost: 8, WriteBufferSize: pictureRoom,
			DialContext: o.Dial},
	}
	if err := s.keepState(o); err != nil {
		return nil, err
	}
	socket := o.Listener
	if socket == nil {
		if socket, err = net.Listen("tcp", o.Addr); err != nil {
			return nil, fmt.Errorf("opening the sandbox at %s: %w", o.Addr, err)
		}
	}
	s.addr = socket.Addr().String()
	life, stop := context.WithCancel(context.Background())
	s.stop = stop
	s.wire(o, w.PageToken, life)
	s.serve(o, socket, life)
	return s, nil
}

// keepState writes the initial state file and makes the saver collect changes, if Options.State names a file.
func (s *Server) keepState(o Options) error {
	if o.State == "" {
		return nil
	}
	s.saver = &saver{path: o.State, dirty: make(chan struct{}, 1), world: s.world,
		unwritten: map[string][]byte{}}
	s.world.Listen(s.saver.collect)
	return s.saver.save()
}

func (s *Server) wire(o Options, pageToken string, life context.Context) {
	log := traffic.NewLog(o.Token, o.Now, o.Watch)
	socketURL := "ws://" + s.addr
	s.People, s.Faults = world.NewPeople(s.world), &traffic.Faults{}
	s.Gateway = gateway.New(gateway.Config{
		World: s.world, Faults: s.Faults, Traffic: log, URL: socketURL, Heartbeat: o.Heartbeat, Now: o.Now,
		LeastShards: o.leastShards(), MaxConcurrency: o.MaxConcurrency,
	})
	s.api = api.New(api.Config{
		World: s.world, Faults: s.Faults, Traffic: log, GatewayURL: socketURL, Identified: s.Identified, Now: o.Now,
		Shards: o.Shards, MaxConcurrency: o.MaxConcurrency,
		Window: o.Window, Global: o.Global, NoLimits: o.NoLimits,
		Failed: func(err error) { o.Log.Error("sandbox request failed", "error", err) },
	})
	first := &opener{Opening: o.Opening, server: s, life: life, log: o.Log}
	s.page = page.New(page.Config{
		Token: pageToken, World: s.world, People: s.People, Gateway: s.Gateway, Faults: s.Faults, Traffic: log,
		Strategy: o.Strategy, Processes: o.Processes, Opened: first.opened,
	})
}

func (s *Server) serve(o Options, socket net.Listener, life context.Context) {
	s.http = &http.Server{
		Handler: s.guard(s.routes(), o.Now), ReadHeaderTimeout: 10 * time.Second,
		BaseContext: func(net.Listener) context.Context { return life },
		ErrorLog:    slog.NewLogLogger(o.Log.Handler(), slog.LevelDebug),
	}
	s.world.Go(func() {
		if err := s.http.Serve(socket); !errors.Is(err, http.ErrServerClosed) {
			o.Log.Error("the sandbox stopped serving", "error", err)
		}
	})
	s.world.Go(func() { s.page.Watch(life) })
	if s.saver != nil {
		s.world.Go(func() { s.saver.run(life, o.Log) })
	}
}

// Close closes all connections, stops all goroutines and writes the state file.
func (s *Server) Close() error {
	if !s.world.Shut() {
		return nil
	}
	s.stop()
	err := s.http.Close()
	s.DropSockets()
	s.page.Drop()
	s.world.Quiet()
	s.transport.CloseIdleConnections()
	if s.saver != nil {
		err = errors.Join(err, s.saver.save())
	}
	return err
}

// URL returns the server's own address, such as http://127.0.0.1:4711.
func (s *Server) URL() string { return "http://" + s.addr }

// Page returns the address of the page, which contains the secret that the page requires.
func (s *Server) Page() string { return s.URL() + s.pagePath }

// Token returns the bot token that the sandbox accepts.
func (s *Server) Token() string { return s.token }

// Client returns an HTTP client for a bot. It sends requests for discord.com to this server and refuses every other
// host that is not loopback.
func (s *Server) Client() *http.Client {
	return &http.Client{Transport: redirect{to: s.addr, base: s.transport}}
}

// AddChannel adds a text channel to the first server and returns its id.
func (s *Server) AddChannel(name string) (id string) {
	s.Do(func(w *world.World) {
		if c, err := w.AddChannel("", name); err == nil { // a first server always exists
			id = c.ID
		}
	})
	return id
}

// Do makes one change to the world and notifies all listeners.
func (s *Server) Do(act func(*world.World)) { s.world.Do(act) }

// Wait waits until cond returns true; it calls cond after every change. If ctx ends first, Wait returns ctx.Err(). No
// lock is held during these calls, so cond may call the Server.
func (s *Server) Wait(ctx context.Context, cond func() bool) error { return s.world.Wait(ctx, cond) }

// Invalid counts the responses with status 401, 403 or 429 in the last ten minutes. Discord bans an address after
// 10,000 of them.
func (s *Server) Invalid() int { return s.api.Invalid() }
