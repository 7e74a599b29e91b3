// Package sandbox is a Discord on loopback: REST, gateway and a page to chat in, for a first look without an account
// and for every end-to-end test. It is strict where Discord is strict (field limits, three seconds to answer, tokens
// that die, rate limits, who may see what), because a lenient double teaches wrong things. The bot cannot tell it
// from Discord: it is reached through Server.Client, which takes the addresses of discord.com to this process and
// refuses every host that is not loopback.
package sandbox

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"
)

// Options says how strict the sandbox is and where it keeps itself. The zero value is Discord's own measure.
type Options struct {
	Addr           string        // where to listen, loopback only; default "127.0.0.1:0"
	Token          string        // the bot token it accepts; default a random one
	MessageContent bool          // the privileged intent is switched on for the application
	AnswerWithin   time.Duration // how long an interaction waits for its first answer; default 3 s
	TokenLife      time.Duration // how long an interaction's token lives; default 15 min
	Heartbeat      time.Duration // the heartbeat interval HELLO asks for; default 41.25 s
	Window         time.Duration // the window in which a channel takes five messages; default 5 s
	Global         int           // requests a second over all routes; default 50
	NoLimits       bool          // no request is too many: to measure the bot, not Discord's patience
	OldEdits       int           // edits of messages older than an hour, per channel and hour, before 30046; default 5
	People         []string      // who is in a new world beside the five that are always there
	State          string        // a file to keep the world in; pictures go to the folder of that name + ".files"; "" = memory only
	Now            func() time.Time
	Watch          func(Exchange) // sees every REST exchange and gateway frame; called from many goroutines, must not call the Server
	Log            *slog.Logger   // default: discard
}

// Server is one running sandbox. Every method may be called from any goroutine.
type Server struct {
	opt       Options
	addr      string
	http      *http.Server
	transport *http.Transport
	cdnKey    []byte
	saver     *saver

	mu       sync.Mutex
	world    world
	blobs    map[string]blob
	changed  chan struct{}
	sessions map[string]*session
	links    map[*link]bool
	viewers  map[*viewer]bool
	traffic  traffic
	limits   limits
	faults   throws
	closed   bool
	running  sync.WaitGroup
	stop     context.CancelFunc
}

// Start opens a sandbox and serves until Close.
func Start(o Options) (*Server, error) {
	o = o.defaults()
	if err := loopback(o.Addr); err != nil {
		return nil, err
	}
	s := &Server{
		opt: o, blobs: map[string]blob{}, changed: make(chan struct{}), sessions: map[string]*session{},
		links: map[*link]bool{}, viewers: map[*viewer]bool{}, traffic: traffic{readers: map[*viewer]bool{}}, cdnKey: []byte(secret()),
	}
	s.limits = newLimits(o)
	if err := s.load(); err != nil {
		return nil, err
	}
	socket, err := net.Listen("tcp", o.Addr)
	if err != nil {
		return nil, fmt.Errorf("opening the sandbox at %s: %w", o.Addr, err)
	}
	s.addr = socket.Addr().String()
	s.transport = &http.Transport{MaxIdleConnsPerHost: 8, WriteBufferSize: pictureRoom}
	life, stop := context.WithCancel(context.Background())
	s.stop = stop
	s.http = &http.Server{
		Handler: s.routes(), ReadHeaderTimeout: 10 * time.Second,
		BaseContext: func(net.Listener) context.Context { return life },
		ErrorLog:    slog.NewLogLogger(o.Log.Handler(), slog.LevelDebug),
	}
	s.running.Go(func() {
		if err := s.http.Serve(socket); !errors.Is(err, http.ErrServerClosed) {
			o.Log.Error("the sandbox stopped serving", "error", err)
		}
	})
	s.startSaver(life)
	return s, nil
}

func (o Options) defaults() Options {
	def := func(d *time.Duration, v time.Duration) {
		if *d == 0 {
			*d = v
		}
	}
	def(&o.AnswerWithin, 3*time.Second)
	def(&o.TokenLife, 15*time.Minute)
	def(&o.Heartbeat, 41250*time.Millisecond)
	def(&o.Window, 5*time.Second)
	if o.Global == 0 {
		o.Global = 50
	}
	if o.OldEdits == 0 {
		o.OldEdits = 5
	}
	if o.Addr == "" {
		o.Addr = "127.0.0.1:0"
	}
	if o.Token == "" {
		o.Token = secret() + "." + secret()[:6] + "." + secret()
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return o
}

// loopback refuses an address that others could reach: the sandbox has no passwords.
func loopback(addr string) error {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return fmt.Errorf("the sandbox's address %q: %w", addr, err)
	}
	if !loopbackHost(host) {
		return fmt.Errorf("the sandbox listens on loopback only, not on %q; use 127.0.0.1", host)
	}
	return nil
}

func loopbackHost(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// secret is 32 letters nobody can guess.
func secret() string {
	b := make([]byte, 24)
	rand.Read(b) // never fails since Go 1.24
	return base64.RawURLEncoding.EncodeToString(b)
}

// Close hangs up on everybody, writes the state and waits until all is quiet.
func (s *Server) Close() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	for _, i := range s.world.Interactions {
		i.halt()
	}
	s.mu.Unlock()
	s.stop()
	err := s.http.Close()
	s.dropLinks()
	s.running.Wait()
	s.transport.CloseIdleConnections()
	return errors.Join(err, s.saver.last())
}

// URL is the server's own address, such as http://127.0.0.1:4711.
func (s *Server) URL() string { return "http://" + s.addr }

// Page is the address people open: it holds the secret without which the page does not answer.
func (s *Server) Page() string { return s.URL() + "/p/" + s.world.PageToken + "/" }

// Token is the bot token the sandbox accepts.
func (s *Server) Token() string { return s.opt.Token }

// Client is for the bot: requests to Discord's hosts arrive here, and every other host that is not loopback is refused.
func (s *Server) Client() *http.Client {
	return &http.Client{Transport: redirect{to: s.addr, base: s.transport}}
}

// pictureRoom is what a connection's buffer holds, in bytes, so that a picture goes out at once.
const pictureRoom = 64 << 10

// Client is the same for a bot in another process: addr is the host and port of a sandbox's URL.
func Client(addr string) *http.Client {
	return &http.Client{Transport: redirect{to: addr, base: &http.Transport{MaxIdleConnsPerHost: 256, WriteBufferSize: pictureRoom}}}
}

type redirect struct {
	to   string
	base http.RoundTripper
}

var discordHosts = map[string]bool{
	"discord.com": true, "canary.discord.com": true, "ptb.discord.com": true, "discordapp.com": true,
	"cdn.discordapp.com": true, "media.discordapp.net": true,
}

// RoundTrip swaps scheme and host of Discord's addresses.
func (t redirect) RoundTrip(r *http.Request) (*http.Response, error) {
	out := r.Clone(r.Context())
	if discordHosts[r.URL.Hostname()] {
		out.URL.Scheme, out.URL.Host = "http", t.to
	}
	if !loopbackHost(out.URL.Hostname()) {
		return nil, fmt.Errorf("sandbox: a request to %s would leave this machine", r.URL.Hostname())
	}
	out.Host = ""
	return t.base.RoundTrip(out)
}

func (s *Server) now() time.Time { return s.opt.Now() }

// notify wakes everybody who waits for a change and lets the state file follow. The lock is held.
func (s *Server) notify() {
	close(s.changed)
	s.changed = make(chan struct{})
	s.saver.touch()
}

// Wait returns when cond holds; it is asked again after every change. Not holding any lock, it may call the Server.
func (s *Server) Wait(ctx context.Context, cond func() bool) error {
	for {
		s.mu.Lock()
		next := s.changed
		s.mu.Unlock()
		if cond() {
			return nil
		}
		select {
		case <-next:
		case <-ctx.Done():
			return fmt.Errorf("waiting for the sandbox: %w", ctx.Err())
		}
	}
}

// Await returns the first message of a channel, as a user sees it, for which want holds.
func (s *Server) Await(ctx context.Context, channel, asUser string, want func(Message) bool) (Message, error) {
	var found Message
	err := s.Wait(ctx, func() bool {
		for _, m := range s.Messages(channel, asUser) {
			if want(m) {
				found = m
				return true
			}
		}
		return false
	})
	return found, err
}
