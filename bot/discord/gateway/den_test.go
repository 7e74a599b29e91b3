package gateway

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha1"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"
)

// den is a Discord in memory, for a bubble of virtual time: what it does with a
// connection is a script. It keeps the time between two signs of life of the bot.
type den struct {
	mu      sync.Mutex
	script  script
	good    bool        // scripts are over: connections are in good order
	dials   []time.Time // of the gateway, whatever became of them
	begun   []time.Time // IDENTIFYs
	resumes int
	opened  int
	sign    time.Time // the last sign of life
	excused time.Time // until then the bot has said that it waits
	stuck   time.Duration
	state   Status
	log     bytes.Buffer
	over    bool // the bot was told to stop: no dial may follow
	after   int  // dials that did
}

// script is what a gateway does. A nil part is in good order.
type script struct {
	ask  func(ctx context.Context) error // on GET /gateway
	dial func(ctx context.Context) error // instead of an upgrade
	play func(*guest)                    // a connection, until it returns
}

func (d *den) alive() {
	now := time.Now()
	d.mu.Lock()
	defer d.mu.Unlock()
	from := d.sign
	if d.excused.After(from) {
		from = d.excused
	}
	if d.sign.IsZero() {
		from = now
	}
	d.stuck, d.sign = max(d.stuck, now.Sub(from)), now
}

// watch is the session's Status.
func (d *den) watch(s Status) {
	if s.State == Waiting || s.State == Live {
		d.alive()
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.state = s
	if s.State == Waiting {
		d.excused = s.Until
	}
}

// Write is the session's log.
func (d *den) Write(p []byte) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.log.Write(p)
}

func (d *den) said() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.log.String()
}

// mend ends the script, and says how long the bot has said that it waits.
func (d *den) mend() time.Duration {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.good = true
	return time.Until(d.excused)
}

// leave notes that the bot was told to stop.
func (d *den) leave() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.over = true
}

func (d *den) dialledSoFar() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.dials)
}

func (d *den) stands() Status {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.state
}

func (d *den) now() script {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.good {
		return script{}
	}
	return d.script
}

func (d *den) RoundTrip(req *http.Request) (*http.Response, error) {
	answer := func(status int, body string) (*http.Response, error) {
		return &http.Response{StatusCode: status, Status: http.StatusText(status), Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body)), Request: req}, nil
	}
	s := d.now()
	switch req.URL.Path {
	case "/api/v9/users/@me":
		return answer(200, `{"id":"99","username":"settable","bot":true}`)
	case "/api/v9/applications/@me":
		return answer(200, `{"id":"5150","name":"settable","flags":0}`)
	case "/api/v9/gateway/bot":
		return answer(200, `{"url":"wss://gateway.test","session_start_limit":{"total":1000,"remaining":999,"reset_after":1,"max_concurrency":1}}`)
	case "/api/v9/gateway":
		if s.ask != nil {
			d.dialled()
			if err := s.ask(req.Context()); err != nil {
				return nil, err
			}
		}
		return answer(200, `{"url":"wss://gateway.test"}`)
	}
	d.dialled()
	if s.dial != nil && req.URL.Host == "gateway.test" || req.URL.Host == "nowhere.test" {
		err := errors.New("connection refused")
		if s.dial != nil {
			err = s.dial(req.Context())
		}
		if err == nil {
			return answer(502, "<html>")
		}
		return nil, err
	}
	if s.play == nil {
		s.play = (*guest).welcome
	}
	return d.open(req, s.play), nil
}

func (d *den) dialled() {
	d.alive()
	d.mu.Lock()
	defer d.mu.Unlock()
	d.dials = append(d.dials, time.Now())
	if d.over {
		d.after++
	}
}

// open answers the upgrade and lets a play begin behind it.
func (d *den) open(req *http.Request, play func(*guest)) *http.Response {
	key := sha1.Sum([]byte(req.Header.Get("Sec-WebSocket-Key") + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"))
	here, there := newTube(), newTube()
	body := &ends{here, there}
	d.mu.Lock()
	d.opened++
	g := &guest{den: d, reads: bufio.NewReader(there), to: here, ends: body, nth: d.opened}
	d.mu.Unlock()
	go func() {
		defer body.Close()
		play(g)
	}()
	return &http.Response{StatusCode: 101, Status: "101 Switching Protocols", Request: req, Body: body, Header: http.Header{
		"Connection": {"Upgrade"}, "Upgrade": {"websocket"}, "Sec-Websocket-Accept": {base64.StdEncoding.EncodeToString(key[:])},
	}}
}

// settle lets discordgo finish what it does at the same moment: it sleeps for a
// second with a lock held, and virtual time stands still while somebody waits
// for a lock.
const settle = time.Millisecond

// tube is one direction of a connection; it takes whatever is written.
type tube struct {
	mu     sync.Mutex
	more   *sync.Cond
	buffer bytes.Buffer
	closed bool
}

func newTube() *tube {
	t := &tube{}
	t.more = sync.NewCond(&t.mu)
	return t
}

func (t *tube) Read(p []byte) (int, error) {
	t.mu.Lock()
	for t.buffer.Len() == 0 && !t.closed {
		t.more.Wait()
	}
	n, err := t.buffer.Read(p)
	t.mu.Unlock()
	if err != nil {
		time.Sleep(settle)
	}
	return n, err
}

func (t *tube) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return len(p), nil // as TCP does at first: the reader is told
	}
	t.more.Broadcast()
	return t.buffer.Write(p)
}

func (t *tube) Close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed = true
	t.more.Broadcast()
}

// gone waits until the other side has closed, and reads nothing.
func (t *tube) gone() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for !t.closed {
		t.more.Wait()
	}
}

// ends are both tubes, as the bot holds them.
type ends struct{ from, to *tube }

func (e *ends) Read(p []byte) (int, error)  { return e.from.Read(p) }
func (e *ends) Write(p []byte) (int, error) { return e.to.Write(p) }
func (e *ends) Close() error                { e.from.Close(); e.to.Close(); return nil }

// guest is one connection of the bot, as the den sees it.
type guest struct {
	den   *den
	reads *bufio.Reader
	to    *tube
	ends  *ends
	nth   int // of the den's connections, from 1
	seq   int
}

func (g *guest) raw(b []byte)    { g.to.Write(b) }
func (g *guest) say(text string) { g.raw(frame(textFrame, text)) }
func (g *guest) hello()          { g.say(`{"op":10,"d":{"heartbeat_interval":41250}}`) }
func (g *guest) close(code int) {
	g.raw(frame(closeFrame, string(binary.BigEndian.AppendUint16(nil, uint16(code)))+"no"))
}
func (g *guest) event(t, d string) {
	g.seq++
	g.say(fmt.Sprintf(`{"op":0,"s":%d,"t":%q,"d":%s}`, g.seq, t, d))
}
func (g *guest) ready() { g.event("READY", `{"session_id":"s","guilds":[]}`) }
func (g *guest) drip(b []byte, each time.Duration) {
	for i := range b {
		time.Sleep(each)
		g.raw(b[i : i+1])
	}
}

// hear is the next operation of the bot's; 0: the connection is over.
func (g *guest) hear() int {
	for {
		kind, text, err := g.frame()
		if err != nil {
			return 0
		}
		var m struct {
			Op int `json:"op"`
		}
		if kind != frameText || json.Unmarshal(text, &m) != nil {
			continue // a close frame: the bot hangs up by itself
		}
		g.den.mu.Lock()
		switch m.Op {
		case opIdentify:
			g.den.begun = append(g.den.begun, time.Now())
		case opResume:
			g.den.resumes++
		}
		g.den.mu.Unlock()
		return m.Op
	}
}

func (g *guest) frame() (kind byte, payload []byte, err error) {
	var head [2]byte
	if _, err := io.ReadFull(g.reads, head[:]); err != nil {
		return 0, nil, err
	}
	size := int(head[1] & 0x7f)
	if size == 126 {
		var long [2]byte
		if _, err := io.ReadFull(g.reads, long[:]); err != nil {
			return 0, nil, err
		}
		size = int(binary.BigEndian.Uint16(long[:]))
	}
	masked := make([]byte, 4+size)
	if _, err := io.ReadFull(g.reads, masked); err != nil {
		return 0, nil, err
	}
	for i := range size {
		masked[4+i] ^= masked[i%4]
	}
	return head[0] & 0x0f, masked[4:], nil
}

// stay acknowledges heartbeats until the connection is over.
func (g *guest) stay() {
	for op := g.hear(); op != 0; op = g.hear() {
		if op == opBeat {
			g.den.alive()
			g.say(`{"op":11}`)
		}
	}
}

// deaf hears and says nothing until the connection is over.
func (g *guest) deaf() {
	for g.hear() != 0 {
	}
}

// stand gets as far as READY or RESUMED.
func (g *guest) stand() {
	g.hello()
	switch g.hear() {
	case opIdentify:
		g.ready()
	case opResume:
		g.event("RESUMED", `{}`)
	}
	time.Sleep(settle)
}

func (g *guest) welcome() { g.stand(); g.stay() }

// enter begins a session on the den.
func (d *den) enter(ctx context.Context, change func(*Config)) (*Session, error) {
	c := Config{Token: botToken, HTTP: &http.Client{Transport: d}, Status: d.watch, Log: slog.New(slog.NewTextHandler(d, nil))}
	if change != nil {
		change(&c)
	}
	return Dial(ctx, restOf(c), c)
}
