package discord

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// line is one discordgo session: one IDENTIFY, and the RESUMEs after it. What
// was told to it may be resumed as long as it stands; a line that does not get
// to READY or RESUMED in time is dropped, whatever state it is stuck in.
type line struct {
	session *Session
	dg      *discordgo.Session
	content bool // identifies with the Message Content intent
	up      chan struct{}
	down    chan struct{}
	leaving atomic.Bool

	mu      sync.Mutex
	wire    *wire
	resume  *url.URL
	began   bool // READY came: the next connection resumes
	fails   int  // RESUMEs in a row that came to nothing
	dropped bool
}

func (s *Session) newLine(content bool) (*line, error) {
	dg, err := discordgo.New("Bot " + string(s.config.Token))
	if err != nil {
		return nil, fmt.Errorf("make a session: %w", err)
	}
	l := &line{session: s, dg: dg, content: content, up: make(chan struct{}, 1), down: make(chan struct{}, 1)}
	dg.SyncEvents = true // else every event gets a goroutine, and their order is lost
	dg.StateEnabled = false
	dg.LogLevel = -1 // its log holds addresses and, when debugging, the token
	dg.Compress = false
	// The supervisor reconnects: discordgo's own loop never looks at the close
	// code, does not end at Close, and identifies as often as it likes.
	dg.ShouldReconnectOnError = false
	dg.ShouldReconnectVoiceOnSessionError = false
	dg.ShouldRetryOnRateLimit = false
	dg.MaxRestRetries = 0
	dg.Client = &http.Client{Transport: bound{s.ctx, s.transport()}, Timeout: s.config.times.handshake}
	dg.Identify.Intents = discordgo.IntentsGuilds | discordgo.IntentsGuildMessages
	if content {
		dg.Identify.Intents |= discordgo.IntentMessageContent
	}
	dg.Dialer = &websocket.Dialer{NetDialContext: l.dialer("http"), NetDialTLSContext: l.dialer("https")}
	dg.AddHandler(l.handle)
	dg.AddHandler(func(*discordgo.Session, *discordgo.Disconnect) { ring1(l.down) })
	return l, nil
}

// handle takes discordgo's raw event: its own structs are half filled when
// anybody's message holds a component it does not know.
func (l *line) handle(_ *discordgo.Session, e *discordgo.Event) {
	defer l.session.recovered("read an event")
	l.mu.Lock()
	dropped := l.dropped
	l.mu.Unlock()
	if !dropped {
		l.session.intake.take(l, e.Type, e.RawData)
	}
}

// dialer makes the wires of this line; none after the session's end began.
func (l *line) dialer(scheme string) func(context.Context, string, string) (net.Conn, error) {
	return func(context.Context, string, string) (net.Conn, error) {
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.dropped || l.session.ctx.Err() != nil {
			return nil, ErrClosed
		}
		w := &wire{transport: l.session.transport(), scheme: scheme, leaving: &l.leaving, times: l.session.config.times}
		if l.began {
			w.elsewhere = l.resume
		}
		// Not the session's context: its end must still let the farewell out.
		l.wire = w.start(context.WithoutCancel(l.session.ctx))
		return l.wire, nil
	}
}

// resumeAt notes where Discord wants the session to be resumed.
func (l *line) resumeAt(u *url.URL) {
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

// stand notes a READY or RESUMED.
func (l *line) stand() {
	l.mu.Lock()
	l.began = true
	l.mu.Unlock()
	ring1(l.up)
}

func ring1(bell chan struct{}) {
	select {
	case bell <- struct{}{}:
	default:
	}
}

var errSlow = errors.New("no READY and no RESUMED in time")

// open connects, and waits until the session stands. usable says whether the
// line may be tried again after an error.
func (l *line) open(ctx context.Context) (usable bool, err error) {
	drain(l.up)
	drain(l.down)
	opened := make(chan error, 1)
	go func() {
		defer l.session.recovered("open the session")
		opened <- l.dg.Open()
	}()
	late := time.NewTimer(l.session.config.times.handshake)
	defer late.Stop()
	up, down := l.up, (chan struct{})(nil)
	for open := false; !open || up != nil; {
		select {
		case err := <-opened:
			if err != nil {
				return true, err
			}
			open, down = true, l.down
		case <-up:
			up = nil
		case <-down:
			return true, errWire
		case <-late.C:
			return l.late(opened, open), errSlow
		case <-ctx.Done():
			l.leave(opened, open)
			return false, ctx.Err()
		}
	}
	return true, nil
}

// late cuts a connection that does not get ready. The line may be tried again
// when nothing was said on it yet, and discordgo lets go of it.
func (l *line) late(opened <-chan error, open bool) (usable bool) {
	_, greeted := l.verdict()
	if greeted || open {
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

// leave ends a line that is being opened: in good order if it gets that far.
func (l *line) leave(opened <-chan error, open bool) {
	if _, greeted := l.verdict(); !greeted {
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
		l.farewell()
	}
	l.drop()
}

func drain(bell chan struct{}) {
	select {
	case <-bell:
	default:
	}
}

// drop cuts the connection and lets nothing more in from this line.
func (l *line) drop() {
	l.mu.Lock()
	l.dropped = true
	l.mu.Unlock()
	l.cut()
}

func (l *line) cut() {
	l.mu.Lock()
	w := l.wire
	l.mu.Unlock()
	if w != nil {
		w.Close()
	}
}

// verdict is what the last connection ended with; greeted says whether it stood.
func (l *line) verdict() (v *verdict, greeted bool) {
	l.mu.Lock()
	w := l.wire
	l.mu.Unlock()
	if w == nil {
		return nil, false
	}
	return w.verdict(), w.greeted()
}

// farewell closes a standing session in good order, so that it goes offline at
// once. discordgo sleeps a second in it, and may hang.
func (l *line) farewell() {
	l.leaving.Store(true)
	done := make(chan error, 1)
	go func() {
		defer l.session.recovered("close the session")
		done <- l.dg.Close()
	}()
	select {
	case <-done:
	case <-time.After(3 * time.Second):
	}
	l.drop()
}
