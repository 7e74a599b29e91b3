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

// conn is the connection under the websocket, as discordgo's Dialer wants it: a
// net.Conn. The upgrade request that is written to it goes out through the same
// http transport as REST, so one thing alone decides about proxies, certificates
// and which hosts may be reached. Its scanner reads every message before discordgo
// does. It counts as dead after 1.5 heartbeats without an acknowledgement, and
// closes TCP by itself then. No close frame leaves before closeCleanly, so that the
// session can be resumed: discordgo would end it with a 1000 whenever it closes,
// and now and then closes the connection after the broken one, too.
type conn struct {
	transport http.RoundTripper
	scheme    string
	resumeAt  *url.URL // resume there instead of at the host that is asked for
	times     timings
	ctx       context.Context
	cancel    context.CancelFunc

	request  bytes.Buffer   // the upgrade request, until it is complete
	response bytes.Reader   // the answer to it
	buf      [16 << 10]byte // what was read last from the gateway
	scan     scanner
	watchdog *time.Timer

	upgraded bool // the request is complete: what is written now are frames

	mu       sync.Mutex
	body     io.ReadWriteCloser
	ended    *ending
	sawHello bool
	closed   bool
	silence  time.Duration // after which the watchdog ends the connection
}

// maxSilence is the longest silence before a connection counts as dead, whatever
// the gateway says of its heartbeats.
const maxSilence = 65 * time.Second

var errConnClosed = errors.New("the connection to the gateway is closed")

// start readies a connection that is about to be dialled.
func (c *conn) start(ctx context.Context) *conn {
	c.silence = c.times.handshake
	c.ctx, c.cancel = context.WithCancel(ctx)
	c.scan.onHello, c.scan.onAck = c.onHello, c.alive
	c.mu.Lock()
	defer c.mu.Unlock()
	c.watchdog = time.AfterFunc(c.silence, func() { c.fail(&ending{why: "is silent"}) })
	return c
}

// onHello notes how often heartbeats are due.
func (c *conn) onHello(interval time.Duration) {
	c.mu.Lock()
	c.sawHello = true
	c.silence = min(time.Duration(float64(interval)*c.times.silentBeats), maxSilence)
	c.mu.Unlock()
	c.alive()
}

// alive puts off the watchdog: the gateway has acknowledged a heartbeat.
func (c *conn) alive() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.closed {
		c.watchdog.Reset(c.silence)
	}
}

// fail notes why the connection is over, if nothing was noted before, and cuts it.
func (c *conn) fail(v *ending) {
	c.mu.Lock()
	if c.ended == nil {
		c.ended = v
	}
	c.mu.Unlock()
	c.Close()
}

// ending is why the connection ended; nil: by this side, or by the network.
func (c *conn) ending() *ending {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ended
}

// gotHello says whether HELLO came, and so the answer to it was sent.
func (c *conn) gotHello() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.sawHello
}

// Read gives discordgo what the scanner passes on.
func (c *conn) Read(p []byte) (int, error) {
	if c.response.Len() > 0 {
		return c.response.Read(p)
	}
	for c.scan.out.Len() == 0 {
		body, err := c.stream()
		if err != nil {
			return 0, err
		}
		n, err := body.Read(c.buf[:])
		if v := c.scan.feed(c.buf[:n]); v != nil {
			c.fail(v)
		} else if err != nil {
			c.Close()
		}
	}
	return c.scan.out.Read(p)
}

func (c *conn) Write(p []byte) (int, error) {
	if c.upgraded {
		if len(p) > 0 && p[0]&0x0f == frameClose {
			c.Close()
		}
		// The reader alone tells discordgo of a broken connection: where two of its
		// goroutines hear of it, both close the session.
		if body, err := c.stream(); err == nil {
			if _, err := body.Write(p); err != nil {
				c.Close()
			}
		}
		return len(p), nil
	}
	c.request.Write(p)
	if !bytes.HasSuffix(c.request.Bytes(), []byte("\r\n\r\n")) {
		return len(p), nil
	}
	return len(p), c.upgrade()
}

// closeNormal is a close frame with the code 1000, masked with zeros.
var closeNormal = []byte{0x80 | frameClose, 0x80 | 2, 0, 0, 0, 0, 0x03, 0xe8}

// closeCleanly sends a close frame and gives the gateway a moment to hang up: the
// frame might be lost with a connection that is cut at once.
func (c *conn) closeCleanly() {
	body, err := c.stream()
	if err != nil {
		return
	}
	go body.Write(closeNormal) // it blocks where nobody reads, until the connection is closed
	select {
	case <-c.ctx.Done():
	case <-time.After(500 * time.Millisecond):
	}
}

// stream is what the upgrade opened, while it is there.
func (c *conn) stream() (io.ReadWriteCloser, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.closed && c.ended != nil:
		return nil, c.ended
	case c.closed || c.body == nil:
		return nil, errConnClosed
	}
	return c.body, nil
}

// upgrade sends the websocket's request on and keeps the answer for the reader.
func (c *conn) upgrade() error {
	req, err := http.ReadRequest(bufio.NewReader(&c.request))
	if err != nil {
		return fmt.Errorf("read the websocket's request: %w", err)
	}
	to := &url.URL{Scheme: c.scheme, Host: req.Host, Path: req.URL.Path, RawQuery: req.URL.RawQuery}
	if c.resumeAt != nil {
		to.Scheme, to.Host = c.resumeAt.Scheme, c.resumeAt.Host
	}
	req.Header.Set("User-Agent", discord.UserAgent)
	out := &http.Request{Method: http.MethodGet, URL: to, Host: to.Host, Header: req.Header}
	resp, err := c.transport.RoundTrip(out.WithContext(c.ctx))
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
	c.response.Reset(head.Bytes())
	c.upgraded = true
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		body.Close()
		return errConnClosed
	}
	c.body = body
	return nil
}

// Close cuts the connection without a word. It may be called more than once.
func (c *conn) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return nil
	}
	c.closed = true
	c.watchdog.Stop()
	c.cancel()
	if c.body != nil {
		return c.body.Close()
	}
	return nil
}

// The deadlines of the websocket are not used: the watchdog stands for them.
func (c *conn) SetDeadline(time.Time) error      { return nil }
func (c *conn) SetReadDeadline(time.Time) error  { return nil }
func (c *conn) SetWriteDeadline(time.Time) error { return nil }
func (c *conn) LocalAddr() net.Addr              { return &net.TCPAddr{} }
func (c *conn) RemoteAddr() net.Addr             { return &net.TCPAddr{} }
