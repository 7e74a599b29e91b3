package gateway

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"

	"settable/bot/discord"
)

// A link is one discordgo session: one IDENTIFY and the RESUMEs after it. If it adopts the session of another process,
// it only resumes. It can be reopened as long as Discord keeps the session. A link that doesn't get READY or RESUMED in
// time is dropped, because discordgo may be stuck.
type link struct {
	session  *Session
	dg       *discordgo.Session
	late     bool          // an earlier link was too late for its turn; this one identifies anyway
	turn     time.Time     // when this link got its turn to identify; zero: it needs none
	adopted  *place        // the session of another process that this link resumes; nil: it identifies
	replayed bool          // all events that the former process has missed have come; only the intake uses it
	content  bool          // this link's IDENTIFY requests the Message Content intent
	ready    chan struct{} // signalled by READY and RESUMED
	down     chan struct{} // signalled when the connection is lost

	mu         sync.Mutex
	conn       *conn
	resume     *url.URL // where Discord wants the session to be resumed
	hasSession bool     // READY has come, so the next connection resumes
	fails      int      // how many RESUMEs in a row have failed
	silent     int      // how many connections in a row received no HELLO
	dropped    bool     // the link is no longer used
}

// identifyDelay is the time from a shard's turn to its IDENTIFY. Discord limits the IDENTIFYs by their time of
// arrival, but the time to open a connection varies. Because every shard sends its IDENTIFY this long after its turn,
// the IDENTIFYs are as far apart as the turns.
const identifyDelay = 2 * time.Second

func (s *Session) newLink(content bool) (*link, error) {
	dg, err := discordgo.New("Bot " + string(s.config.Token))
	if err != nil {
		return nil, fmt.Errorf("create a session: %w", err)
	}
	l := &link{session: s, dg: dg, content: content, ready: make(chan struct{}, 1), down: make(chan struct{}, 1)}
	dg.SyncEvents = true // otherwise each event gets its own goroutine, and the order is lost
	dg.StateEnabled = false
	dg.LogLevel = -1    // discordgo's log contains URLs and, when debugging, the token
	dg.Compress = false // compressed messages take discordgo twice as long
	// The function supervise reconnects instead. discordgo's own loop ignores the close code, doesn't end at Close, and
	// sends any number of IDENTIFYs.
	dg.ShouldReconnectOnError = false
	dg.ShouldReconnectVoiceOnSessionError = false
	dg.ShouldRetryOnRateLimit = false
	dg.MaxRestRetries = 0
	dg.Client = &http.Client{Transport: boundTransport{s.ctx, s.transport()}, Timeout: s.config.times.handshake}
	dg.Identify.Intents = discordgo.IntentsGuilds | discordgo.IntentsGuildMessages |
		discordgo.IntentDirectMessages | discordgo.IntentGuildScheduledEvents
	if content {
		dg.Identify.Intents |= discordgo.IntentMessageContent
	}
	if at := s.config.Shard; at.Of > 1 {
		dg.ShardID, dg.ShardCount = at.K, at.Of // sent in the IDENTIFY
	}
	dg.Dialer = &websocket.Dialer{NetDialContext: l.dialer("http"), NetDialTLSContext: l.dialer("https")}
	dg.AddHandler(l.onEvent)
	dg.AddHandler(func(*discordgo.Session, *discordgo.Disconnect) { signal(l.down) })
	return l, nil
}

// onEvent passes an event of this link to the intake, as Discord sent it. The bot doesn't use the struct into which
// discordgo has decoded the event, because a component of an unknown kind leaves half of that struct empty.
func (l *link) onEvent(_ *discordgo.Session, e *discordgo.Event) {
	defer l.session.logPanic("reading an event")
	l.mu.Lock()
	dropped := l.dropped
	l.mu.Unlock()
	if !dropped {
		l.session.intake.event(l, e.Type, e.Sequence, e.RawData)
	}
}

// dialer returns the dial function for discordgo's Dialer. The function fails once the session has ended.
func (l *link) dialer(scheme string) func(context.Context, string, string) (net.Conn, error) {
	return func(context.Context, string, string) (net.Conn, error) {
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.dropped || l.session.ctx.Err() != nil {
			return nil, discord.ErrClosed
		}
		if err := l.session.config.MayConnect(); err != nil {
			return nil, err
		}
		c := &conn{transport: l.session.transport(), scheme: scheme, times: l.session.config.times}
		if l.hasSession {
			c.resumeAt = l.resume
		} else if !l.turn.IsZero() {
			c.identifyAt, c.mayBeLate = l.turn.Add(identifyDelay), l.late
		}
		// This is not the session's context, because a close frame must still be sent after the session ends.
		l.conn = c.start(context.WithoutCancel(l.session.ctx))
		return l.conn, nil
	}
}

// resumeAt records where Discord wants the session to be resumed. discordgo would use its default address.
func (l *link) resumeAt(u *url.URL) {
	l.mu.Lock()
	defer l.mu.Unlock()
	to := *u
	switch u.Scheme {
	case "wss":
		to.Scheme = "https"
	case "ws":
		to.Scheme = "http"
	default:
		return
	}
	l.resume = &to
}

// markReady records a READY or RESUMED. After a READY without a session id, the session can't be resumed.
func (l *link) markReady(resumable bool) {
	l.mu.Lock()
	l.hasSession = resumable
	l.mu.Unlock()
	signal(l.ready)
}

func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

var errSlow = errors.New("no READY or RESUMED in time")

// open connects and waits until the session is ready. If it returns an error, usable reports whether the link can be
// reopened.
func (l *link) open(ctx context.Context) (usable bool, err error) {
	drain(l.ready)
	drain(l.down)
	opened := make(chan error, 1)
	go func() {
		err := errConnClosed // the error after a panic
		defer func() { opened <- err }()
		defer l.session.logPanic("opening the session")
		err = l.dg.Open()
	}()
	late := time.NewTimer(l.session.config.times.handshake)
	defer late.Stop()
	ready, down := l.ready, (chan struct{})(nil)
	for open := false; !open || ready != nil; {
		select {
		case err := <-opened:
			if err != nil {
				return true, err
			}
			open, down = true, l.down
		case <-ready:
			ready = nil
		case <-down:
			return true, errConnClosed
		case <-late.C:
			return l.giveUpOpening(opened, open), errSlow
		case <-ctx.Done():
			l.abandon(opened, open)
			return false, ctx.Err()
		}
	}
	return true, nil
}

// giveUpOpening cuts a connection that isn't ready in time. The link can be opened again if the gateway sent nothing
// on that connection and discordgo's Open returns within a second.
func (l *link) giveUpOpening(opened <-chan error, open bool) (usable bool) {
	_, gotHello := l.ending()
	if gotHello || open {
		l.drop()
		return false
	}
	l.cut()
	select {
	case <-opened:
		return true
	case <-time.After(time.Second):
		l.drop()
		return false
	}
}

// abandon ends a link that is being opened. If the link is already connected, abandon sends a close frame.
func (l *link) abandon(opened <-chan error, open bool) {
	if _, gotHello := l.ending(); !gotHello {
		l.drop()
	}
	if !open {
		select {
		case err := <-opened:
			open = err == nil
		case <-time.After(time.Second):
		}
	}
	if open {
		l.closeCleanly()
	}
	l.drop()
}

func drain(c chan struct{}) {
	select {
	case <-c:
	default:
	}
}

// drop cuts the connection. Further events of this link are ignored.
func (l *link) drop() {
	l.mu.Lock()
	l.dropped = true
	l.mu.Unlock()
	l.cut()
}

func (l *link) last() *conn {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.conn
}

func (l *link) cut() {
	if c := l.last(); c != nil {
		c.Close()
	}
}

// ending returns how the last connection ended, and whether that connection received HELLO.
func (l *link) ending() (v *ending, gotHello bool) {
	c := l.last()
	if c == nil {
		return nil, false
	}
	return c.ending(), c.gotHello()
}

// closeCleanly closes a live session with a close frame, so that the bot goes offline immediately. discordgo treats
// this as a broken connection and sleeps for a second.
func (l *link) closeCleanly() {
	code := uint16(closeNormal)
	if l.session.config.Position != nil {
		code = closeForNext
	}
	l.last().closeCleanly(code)
	l.drop()
	select {
	case <-l.down:
	case <-time.After(2 * time.Second):
	}
}

// transport returns the HTTP transport. REST uses the same transport.
func (s *Session) transport() http.RoundTripper {
	if s.config.HTTP.Transport != nil {
		return s.config.HTTP.Transport
	}
	return http.DefaultTransport
}

// boundTransport ends its requests when a context ends, and refuses new ones after that. It reads each answer
// completely before returning it.
type boundTransport struct {
	ctx context.Context
	rt  http.RoundTripper
}

func (b boundTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	if b.ctx.Err() != nil {
		return nil, discord.ErrClosed
	}
	ctx, cancel := context.WithCancel(req.Context())
	defer cancel()
	defer context.AfterFunc(b.ctx, cancel)()
	resp, err := b.rt.RoundTrip(req.WithContext(ctx))
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	resp.Body = io.NopCloser(bytes.NewReader(body))
	return resp, nil
}
