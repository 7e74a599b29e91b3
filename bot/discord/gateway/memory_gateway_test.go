package gateway

import (
	"bufio"
	"bytes"
	"cmp"
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
	"slices"
	"strings"
	"sync"
	"time"
)

// memoryGateway simulates Discord's gateway in memory according to a script, for tests in virtual time. It measures the
// longest period without activity by the bot.
type memoryGateway struct {
	mu          sync.Mutex
	script      script
	behaves     bool        // the scripts are over, and connections work normally
	dials       []time.Time // attempted dials, successful or not
	identifies  []time.Time // IDENTIFYs
	shards      []string    // the shard of each IDENTIFY
	ops         []int       // the opcodes of the bot's messages other than heartbeats
	closes      []int       // the codes of the bot's close frames
	gatewayBody string      // the response about remaining IDENTIFYs; empty: 999
	opened      int
	lastSign    time.Time // the bot's last activity
	waitsUntil  time.Time // the time until which the bot waits, according to its log
	stuck       time.Duration
	state       Status
	log         bytes.Buffer
	stopped     bool // the bot was stopped and must not dial
	lateDials   int  // the number of dials after the stop
}

// A script describes how a gateway behaves. If a function is nil, the gateway behaves normally in that respect.
type script struct {
	ask  func(ctx context.Context) error // answers GET /gateway
	dial func(ctx context.Context) error // replaces an upgrade
	play func(*memoryPeer)               // runs a connection, until it returns
}

func (d *memoryGateway) recordActivity() {
	now := time.Now()
	d.mu.Lock()
	defer d.mu.Unlock()
	from := d.lastSign
	if d.waitsUntil.After(from) {
		from = d.waitsUntil
	}
	if d.lastSign.IsZero() {
		from = now
	}
	d.stuck, d.lastSign = max(d.stuck, now.Sub(from)), now
}

func (d *memoryGateway) watch(s Status) {
	if s.State == Waiting || s.State == Live {
		d.recordActivity()
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.state = s
	if s.State == Waiting {
		d.waitsUntil = s.Until
	}
}

func (d *memoryGateway) Write(p []byte) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.log.Write(p)
}

func (d *memoryGateway) logText() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.log.String()
}

// behave makes the gateway behave normally from now on, and returns how long the bot still waits according to its
// log.
func (d *memoryGateway) behave() time.Duration {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.behaves = true
	return time.Until(d.waitsUntil)
}

func (d *memoryGateway) forbidDials() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.stopped = true
}

func (d *memoryGateway) dialCount() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.dials)
}

func (d *memoryGateway) operations() []int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.ops)
}

func (d *memoryGateway) closeFrames() []int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.closes)
}

func (d *memoryGateway) status() Status {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.state
}

func (d *memoryGateway) current() script {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.behaves {
		return script{}
	}
	return d.script
}

func (d *memoryGateway) RoundTrip(req *http.Request) (*http.Response, error) {
	answer := func(status int, body string) (*http.Response, error) {
		return &http.Response{StatusCode: status, Status: http.StatusText(status), Header: http.Header{},
			Body: io.NopCloser(strings.NewReader(body)), Request: req}, nil
	}
	s := d.current()
	switch req.URL.Path {
	case "/api/v9/users/@me":
		return answer(200, `{"id":"99","username":"settable","bot":true}`)
	case "/api/v9/applications/@me":
		return answer(200, `{"id":"5150","name":"settable","flags":0}`)
	case "/api/v9/gateway/bot":
		return answer(200, cmp.Or(d.gatewayBody,
			`{"url":"wss://gateway.test","session_start_limit":{"total":1000,"remaining":999,"reset_after":1,`+
				`"max_concurrency":1}}`))
	case "/api/v9/gateway":
		if s.ask != nil {
			d.recordDial()
			if err := s.ask(req.Context()); err != nil {
				return nil, err
			}
		}
		return answer(200, `{"url":"wss://gateway.test"}`)
	}
	d.recordDial()
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
		s.play = (*memoryPeer).behave
	}
	return d.open(req, s.play), nil
}

func (d *memoryGateway) recordDial() {
	d.recordActivity()
	d.mu.Lock()
	defer d.mu.Unlock()
	d.dials = append(d.dials, time.Now())
	if d.stopped {
		d.lateDials++
	}
}

// open accepts the upgrade and runs play on the new connection.
func (d *memoryGateway) open(req *http.Request, play func(*memoryPeer)) *http.Response {
	key := sha1.Sum([]byte(req.Header.Get("Sec-WebSocket-Key") + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"))
	here, there := newTube(), newTube()
	body := &duplex{here, there}
	d.mu.Lock()
	d.opened++
	g := &memoryPeer{gateway: d, reads: bufio.NewReader(there), to: here, stream: body, nth: d.opened}
	d.mu.Unlock()
	go func() {
		defer body.Close()
		play(g)
	}()
	return &http.Response{StatusCode: 101, Status: "101 Switching Protocols", Request: req, Body: body,
		Header: http.Header{
			"Connection": {"Upgrade"}, "Upgrade": {"websocket"},
			"Sec-Websocket-Accept": {base64.StdEncoding.EncodeToString(key[:])},
		}}
}

// settle lets discordgo finish what it is doing at that moment. discordgo sleeps for a second while holding a lock, and
// virtual time doesn't advance while a goroutine waits for a lock.
const settle = time.Millisecond

// pipe is one direction of a connection, with an unlimited buffer.
type pipe struct {
	mu     sync.Mutex
	more   *sync.Cond
	buffer bytes.Buffer
	closed bool
}

func newTube() *pipe {
	t := &pipe{}
	t.more = sync.NewCond(&t.mu)
	return t
}

func (t *pipe) Read(p []byte) (int, error) {
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

func (t *pipe) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return len(p), nil // TCP also accepts this at first, and the reader gets the error
	}
	t.more.Broadcast()
	return t.buffer.Write(p)
}

func (t *pipe) Close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed = true
	t.more.Broadcast()
}

// waitClosed waits until the other side has closed, without reading.
func (t *pipe) waitClosed() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for !t.closed {
		t.more.Wait()
	}
}

// duplex is the bot's end of the connection, which consists of two pipes.
type duplex struct{ from, to *pipe }

func (e *duplex) Read(p []byte) (int, error)  { return e.from.Read(p) }
func (e *duplex) Write(p []byte) (int, error) { return e.to.Write(p) }
func (e *duplex) Close() error                { e.from.Close(); e.to.Close(); return nil }

// Opcodes of the bot's messages.
const (
	opBeat     = 1
	opIdentify = 2
	opResume   = 6
)

// memoryPeer is one connection of the bot, seen from the gateway's side.
type memoryPeer struct {
	gateway *memoryGateway
	reads   *bufio.Reader
	to      *pipe
	stream  *duplex
	nth     int // counts the gateway's connections from 1
	seq     int
}

func (g *memoryPeer) raw(b []byte)     { g.to.Write(b) }
func (g *memoryPeer) send(text string) { g.raw(frame(textFrame, text)) }
func (g *memoryPeer) hello()           { g.send(`{"op":10,"d":{"heartbeat_interval":41250}}`) }
func (g *memoryPeer) close(code int) {
	g.raw(frame(closeFrame, string(binary.BigEndian.AppendUint16(nil, uint16(code)))+"no"))
}
func (g *memoryPeer) event(t, d string) {
	g.seq++
	g.send(fmt.Sprintf(`{"op":0,"s":%d,"t":%q,"d":%s}`, g.seq, t, d))
}
func (g *memoryPeer) ready() { g.event("READY", `{"session_id":"s","guilds":[]}`) }
func (g *memoryPeer) drip(b []byte, each time.Duration) {
	for i := range b {
		time.Sleep(each)
		g.raw(b[i : i+1])
	}
}

// receive returns the opcode of the bot's next message, or 0 if the connection is closed.
func (g *memoryPeer) receive() int {
	for {
		kind, text, err := g.readFrame()
		if err != nil {
			return 0
		}
		var m struct {
			Op int             `json:"op"`
			D  json.RawMessage `json:"d"`
		}
		if kind == frameClose && len(text) >= 2 { // the bot itself closes the connection
			g.gateway.mu.Lock()
			g.gateway.closes = append(g.gateway.closes, int(binary.BigEndian.Uint16(text)))
			g.gateway.mu.Unlock()
		}
		if kind != frameText || json.Unmarshal(text, &m) != nil {
			continue
		}
		g.gateway.mu.Lock()
		if m.Op != opBeat {
			g.gateway.ops = append(g.gateway.ops, m.Op)
		}
		if m.Op == opIdentify {
			g.gateway.identifies = append(g.gateway.identifies, time.Now())
			var id struct {
				Shard json.RawMessage `json:"shard"`
			}
			json.Unmarshal(m.D, &id)
			g.gateway.shards = append(g.gateway.shards, string(id.Shard))
		}
		g.gateway.mu.Unlock()
		return m.Op
	}
}

func (g *memoryPeer) readFrame() (kind byte, payload []byte, err error) {
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

// acknowledge acknowledges heartbeats until the connection is closed.
func (g *memoryPeer) acknowledge() {
	for op := g.receive(); op != 0; op = g.receive() {
		if op == opBeat {
			g.gateway.recordActivity()
			g.send(`{"op":11}`)
		}
	}
}

func (g *memoryPeer) ignore() {
	for g.receive() != 0 {
	}
}

func (g *memoryPeer) handshake() {
	g.hello()
	switch g.receive() {
	case opIdentify:
		g.ready()
	case opResume:
		g.event("RESUMED", `{}`)
	}
	time.Sleep(settle)
}

func (g *memoryPeer) behave() { g.handshake(); g.acknowledge() }

func (d *memoryGateway) dial(ctx context.Context, change func(*Config)) (*Session, error) {
	c := Config{Token: botToken, HTTP: &http.Client{Transport: d}, Status: d.watch,
		Log: slog.New(slog.NewTextHandler(d, nil))}
	if change != nil {
		change(&c)
	}
	return Dial(ctx, restOf(c), c)
}
