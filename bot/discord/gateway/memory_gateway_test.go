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

// memoryGateway is a Discord in memory, for a bubble of virtual time: what it does with a
// connection is a script. It keeps the time between two signs of life of the bot.
type memoryGateway struct {
	mu         sync.Mutex
	script     script
	good       bool        // scripts are over: connections are in good order
	dials      []time.Time // of the gateway, whatever became of them
	identifies []time.Time // IDENTIFYs
	shards     []string    // what each of them says of a shard
	ops        []int       // the bot's messages other than heartbeats
	closes     []int       // the codes of the bot's close frames
	starts     string      // the answer to how many IDENTIFYs are left; empty: 999
	opened     int
	lastSign   time.Time // the last sign of life
	excused    time.Time // until then the bot has said that it waits
	stuck      time.Duration
	state      Status
	log        bytes.Buffer
	over       bool // the bot was told to stop: no dial may follow
	after      int  // dials that did
}

// script is what a gateway does. A nil part is in good order.
type script struct {
	ask  func(ctx context.Context) error // on GET /gateway
	dial func(ctx context.Context) error // instead of an upgrade
	play func(*memoryPeer)               // a connection, until it returns
}

func (d *memoryGateway) alive() {
	now := time.Now()
	d.mu.Lock()
	defer d.mu.Unlock()
	from := d.lastSign
	if d.excused.After(from) {
		from = d.excused
	}
	if d.lastSign.IsZero() {
		from = now
	}
	d.stuck, d.lastSign = max(d.stuck, now.Sub(from)), now
}

// watch is the session's Status.
func (d *memoryGateway) watch(s Status) {
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

// Write returns the session's log.
func (d *memoryGateway) Write(p []byte) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.log.Write(p)
}

func (d *memoryGateway) logged() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.log.String()
}

// behave ends the script, and says how long the bot has said that it waits.
func (d *memoryGateway) behave() time.Duration {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.good = true
	return time.Until(d.excused)
}

// forbidDials records that the bot was told to stop.
func (d *memoryGateway) forbidDials() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.over = true
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
	if d.good {
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
		return answer(200, cmp.Or(d.starts,
			`{"url":"wss://gateway.test","session_start_limit":{"total":1000,"remaining":999,"reset_after":1,`+
				`"max_concurrency":1}}`))
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
		s.play = (*memoryPeer).behave
	}
	return d.open(req, s.play), nil
}

func (d *memoryGateway) dialled() {
	d.alive()
	d.mu.Lock()
	defer d.mu.Unlock()
	d.dials = append(d.dials, time.Now())
	if d.over {
		d.after++
	}
}

// open answers the upgrade and lets a play begin behind it.
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

// settle lets discordgo finish what it does at the same moment: it sleeps for a
// second with a lock held, and virtual time stands still while somebody waits
// for a lock.
const settle = time.Millisecond

// pipe is one direction of a connection; it takes whatever is written.
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
		return len(p), nil // as TCP does at first: the reader is told
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

// gone waits until the other side has closed, and reads nothing.
func (t *pipe) gone() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for !t.closed {
		t.more.Wait()
	}
}

// duplex is both pipes, as the bot holds them.
type duplex struct{ from, to *pipe }

func (e *duplex) Read(p []byte) (int, error)  { return e.from.Read(p) }
func (e *duplex) Write(p []byte) (int, error) { return e.to.Write(p) }
func (e *duplex) Close() error                { e.from.Close(); e.to.Close(); return nil }

// The opcodes of the bot's messages.
const (
	opBeat     = 1
	opIdentify = 2
	opResume   = 6
)

// memoryPeer is one connection of the bot, as the gateway sees it.
type memoryPeer struct {
	gateway *memoryGateway
	reads   *bufio.Reader
	to      *pipe
	stream  *duplex
	nth     int // of the gateway's connections, from 1
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

// receive returns the next operation of the bot's; 0: the connection is over.
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
		if kind == frameClose && len(text) >= 2 { // the bot hangs up by itself
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

// acknowledge acknowledges heartbeats until the connection is over.
func (g *memoryPeer) acknowledge() {
	for op := g.receive(); op != 0; op = g.receive() {
		if op == opBeat {
			g.gateway.alive()
			g.send(`{"op":11}`)
		}
	}
}

// ignore reads and says nothing until the connection is over.
func (g *memoryPeer) ignore() {
	for g.receive() != 0 {
	}
}

// handshake gets as far as READY or RESUMED.
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

// dial begins a session on the gateway.
func (d *memoryGateway) dial(ctx context.Context, change func(*Config)) (*Session, error) {
	c := Config{Token: botToken, HTTP: &http.Client{Transport: d}, Status: d.watch,
		Log: slog.New(slog.NewTextHandler(d, nil))}
	if change != nil {
		change(&c)
	}
	return Dial(ctx, restOf(c), c)
}
