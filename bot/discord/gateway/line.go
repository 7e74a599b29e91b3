package gateway

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"

	"settable/bot/discord"
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

	mu      sync.Mutex
	wire    *wire
	resume  *url.URL
	began   bool // READY came: the next connection resumes
	fails   int  // RESUMEs in a row that came to nothing
	unheard int  // connections in a row without a HELLO
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
	dg.AddHandler(func(*discordgo.Session, *discordgo.Disconnect) { ring1(l.down) })
	return l, nil
}

// take takes an event from the wire.
func (l *line) take(kind string, data []byte) {
	defer l.session.recovered("read an event")
	l.mu.Lock()
	dropped := l.dropped
	l.mu.Unlock()
	if !dropped {
		l.session.intake.take(l, kind, data)
	}
}

// dialer makes the wires of this line; none after the session's end began.
func (l *line) dialer(scheme string) func(context.Context, string, string) (net.Conn, error) {
	return func(context.Context, string, string) (net.Conn, error) {
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.dropped || l.session.ctx.Err() != nil {
			return nil, discord.ErrClosed
		}
		w := &wire{transport: l.session.transport(), scheme: scheme, times: l.session.config.times}
		if l.began {
			w.elsewhere = l.resume
		}
		w.scan.take = l.take
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

// stand notes a READY, or a RESUMED behind one. Without an id the session is
// there, but can't be resumed.
func (l *line) stand(resumable bool) {
	l.mu.Lock()
	l.began = resumable
	l.mu.Unlock()
	ring1(l.up)
}

// resumed says whether a RESUMED is to be expected on this line.
func (l *line) resumed() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.began
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
		err := errWire // of a panic
		defer func() { opened <- err }()
		defer l.session.recovered("open the session")
		err = l.dg.Open()
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
// once. discordgo hears of it as of any broken connection, and sleeps a second.
func (l *line) farewell() {
	l.mu.Lock()
	w := l.wire
	l.mu.Unlock()
	w.farewell()
	l.drop()
	select {
	case <-l.down:
	case <-time.After(2 * time.Second):
	}
}
