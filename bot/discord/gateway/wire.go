package gateway

import (
	"bufio"
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

	"settable/bot/discord"
)

// wire is the connection under the websocket, as discordgo's Dialer wants it: a
// net.Conn. The upgrade request that is written to it goes out through the same
// http transport as REST, so one thing alone decides about proxies, certificates
// and which hosts may be reached. The wire reads along (scanner), is dead after
// 1.5 heartbeats without an acknowledgement, and closes TCP by itself then. No
// close frame leaves before the farewell, so the session can be resumed: discordgo
// would end it with a 1000 whenever it closes, and now and then closes the
// connection after the broken one, too.
type wire struct {
	transport http.RoundTripper
	scheme    string
	elsewhere *url.URL // resume there instead of at the host that is asked for
	times     timings
	ctx       context.Context
	cancel    context.CancelFunc

	asked bytes.Buffer   // the upgrade request, until it is complete
	head  bytes.Reader   // the answer to it
	came  [16 << 10]byte // the last bytes of the gateway
	scan  scanner
	dead  *time.Timer

	upgraded bool // asked is over: what is written now are frames

	mu     sync.Mutex
	body   io.ReadWriteCloser
	ending *verdict
	met    bool
	closed bool
	quiet  time.Duration
}

// deafest is the longest silence before a connection counts as dead, whatever
// the gateway says of its heartbeats.
const deafest = 65 * time.Second

var errWire = errors.New("the connection to the gateway is closed")

// start makes a wire that is about to be dialled.
func (w *wire) start(ctx context.Context) *wire {
	w.quiet = w.times.handshake
	w.ctx, w.cancel = context.WithCancel(ctx)
	w.scan.hello, w.scan.ack = w.hello, w.extend
	w.mu.Lock()
	defer w.mu.Unlock()
	w.dead = time.AfterFunc(w.quiet, func() { w.end(&verdict{why: "is silent"}) })
	return w
}

// hello is told how often heartbeats are due.
func (w *wire) hello(interval time.Duration) {
	w.mu.Lock()
	w.met = true
	w.quiet = min(time.Duration(float64(interval)*w.times.beat), deafest)
	w.mu.Unlock()
	w.extend()
}

// extend puts off the end: the gateway is alive.
func (w *wire) extend() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.closed {
		w.dead.Reset(w.quiet)
	}
}

// end notes why the connection is over, if nothing was noted before, and cuts it.
func (w *wire) end(v *verdict) {
	w.mu.Lock()
	if w.ending == nil {
		w.ending = v
	}
	w.mu.Unlock()
	w.Close()
}

// verdict is why the connection ended; nil: by this side, or by the network.
func (w *wire) verdict() *verdict {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.ending
}

// greeted says whether HELLO came, and so the answer to it was sent.
func (w *wire) greeted() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.met
}

// Read gives discordgo what the scanner passes on.
func (w *wire) Read(p []byte) (int, error) {
	if w.head.Len() > 0 {
		return w.head.Read(p)
	}
	for w.scan.out.Len() == 0 {
		body, err := w.open()
		if err != nil {
			return 0, err
		}
		n, err := body.Read(w.came[:])
		if v := w.scan.feed(w.came[:n]); v != nil {
			w.end(v)
		} else if err != nil {
			w.Close()
		}
	}
	return w.scan.out.Read(p)
}

func (w *wire) Write(p []byte) (int, error) {
	if w.upgraded {
		if len(p) > 0 && p[0]&0x0f == frameClose {
			w.Close()
		}
		// Of a broken wire the reader tells: where two of discordgo's goroutines
		// hear of it, both close the session.
		if body, err := w.open(); err == nil {
			if _, err := body.Write(p); err != nil {
				w.Close()
			}
		}
		return len(p), nil
	}
	w.asked.Write(p)
	if !bytes.HasSuffix(w.asked.Bytes(), []byte("\r\n\r\n")) {
		return len(p), nil
	}
	return len(p), w.upgrade()
}

// goodbye is a close frame with the code 1000, masked with zeros.
var goodbye = []byte{0x80 | frameClose, 0x80 | 2, 0, 0, 0, 0, 0x03, 0xe8}

// farewell says goodbye and gives the gateway a moment to hang up: cut at once,
// the goodbye might be lost with the connection.
func (w *wire) farewell() {
	body, err := w.open()
	if err != nil {
		return
	}
	go body.Write(goodbye) // it blocks where nobody reads, until the wire is closed
	select {
	case <-w.ctx.Done():
	case <-time.After(500 * time.Millisecond):
	}
}

// open is the stream, while it is there.
func (w *wire) open() (io.ReadWriteCloser, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case w.closed && w.ending != nil:
		return nil, w.ending
	case w.closed || w.body == nil:
		return nil, errWire
	}
	return w.body, nil
}

// upgrade sends the request on and keeps the answer for the reader.
func (w *wire) upgrade() error {
	req, err := http.ReadRequest(bufio.NewReader(&w.asked))
	if err != nil {
		return fmt.Errorf("read the websocket's request: %w", err)
	}
	to := &url.URL{Scheme: w.scheme, Host: req.Host, Path: req.URL.Path, RawQuery: req.URL.RawQuery}
	if w.elsewhere != nil {
		to.Scheme, to.Host = w.elsewhere.Scheme, w.elsewhere.Host
	}
	req.Header.Set("User-Agent", discord.UserAgent)
	out := &http.Request{Method: http.MethodGet, URL: to, Host: to.Host, Header: req.Header}
	resp, err := w.transport.RoundTrip(out.WithContext(w.ctx))
	if err != nil {
		return fmt.Errorf("dial the gateway: %w", err)
	}
	body, ok := resp.Body.(io.ReadWriteCloser)
	if resp.StatusCode != http.StatusSwitchingProtocols || !ok {
		resp.Body.Close()
		return fmt.Errorf("dial the gateway: it answers HTTP %d", resp.StatusCode)
	}
	var head bytes.Buffer
	fmt.Fprintf(&head, "HTTP/1.1 %s\r\n", resp.Status)
	if err := resp.Header.Write(&head); err != nil {
		return fmt.Errorf("dial the gateway: %w", err)
	}
	head.WriteString("\r\n")
	w.head.Reset(head.Bytes())
	w.upgraded = true
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		body.Close()
		return errWire
	}
	w.body = body
	return nil
}

// Close cuts the connection without a word. It may be called more than once.
func (w *wire) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return nil
	}
	w.closed = true
	w.dead.Stop()
	w.cancel()
	if w.body != nil {
		return w.body.Close()
	}
	return nil
}

// The deadlines of the websocket are not used: the wire has its own.
func (w *wire) SetDeadline(time.Time) error      { return nil }
func (w *wire) SetReadDeadline(time.Time) error  { return nil }
func (w *wire) SetWriteDeadline(time.Time) error { return nil }
func (w *wire) LocalAddr() net.Addr              { return &net.TCPAddr{} }
func (w *wire) RemoteAddr() net.Addr             { return &net.TCPAddr{} }
