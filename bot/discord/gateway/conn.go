package gateway

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
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

// conn is the connection below the websocket. It is a net.Conn for discordgo's Dialer.
//
// discordgo writes its upgrade request to conn, which sends it through the HTTP transport of REST, so that proxies,
// certificates and permitted hosts are configured in one place. conn has a rolling read deadline. If nothing arrives
// for 1.5 heartbeat intervals, not even the acknowledgement of a heartbeat, it closes the TCP connection. conn sends
// no close frames except that of closeCleanly, so that the session can be resumed. Whenever discordgo closes a
// connection, it sends a 1000, which ends the session. Sometimes it even closes the connection that was opened after
// a broken one.
type conn struct {
	transport http.RoundTripper
	scheme    string
	resumeAt  *url.URL // where to connect instead when resuming; nil: the requested host
	times     timings
	ctx       context.Context
	cancel    context.CancelFunc

	request  bytes.Buffer // the upgrade request, until it is complete
	response bytes.Reader // the answer to the upgrade request
	frames   frameWatch
	watchdog *time.Timer // ends the connection at the read deadline

	// identifyAt is the earliest time to pass on HELLO, because discordgo identifies as soon as it reads HELLO; zero
	// means immediately.
	identifyAt time.Time
	mayBeLate  bool // HELLO may be passed on later than at identifyAt

	upgraded bool // the upgrade request is complete, so frames follow

	mu       sync.Mutex
	body     io.ReadWriteCloser
	ended    *ending
	sawHello bool
	closed   bool
	silence  time.Duration // the duration of silence after which the watchdog ends the connection
}

var errConnClosed = errors.New("the connection to the gateway is closed")

// start prepares a connection so that discordgo can dial it.
func (c *conn) start(ctx context.Context) *conn {
	c.silence = c.times.handshake
	c.ctx, c.cancel = context.WithCancel(ctx)
	c.frames.onHello = c.onHello
	c.mu.Lock()
	defer c.mu.Unlock()
	c.watchdog = time.AfterFunc(c.silence, func() { c.fail(&ending{why: "is silent"}) })
	return c
}

// onHello records that HELLO has arrived, and how often the gateway expects heartbeats.
func (c *conn) onHello(heartbeat time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sawHello = true
	c.silence = time.Duration(float64(heartbeat) * c.times.silentBeats)
}

// extendDeadline must be called whenever bytes have arrived.
func (c *conn) extendDeadline() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.closed {
		c.watchdog.Reset(c.silence)
	}
}

// fail closes the connection and records the reason, unless one has already been recorded.
func (c *conn) fail(v *ending) {
	c.mu.Lock()
	c.ended = cmp.Or(c.ended, v)
	c.mu.Unlock()
	c.Close()
}

// ending is nil if the bot or the network ended the connection.
func (c *conn) ending() *ending {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ended
}

// gotHello reports whether HELLO has arrived. If it has, discordgo sends an IDENTIFY or a RESUME, unless its turn comes
// too late.
func (c *conn) gotHello() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.sawHello
}

// Read passes the gateway's bytes to discordgo, but not the frame that ends the connection.
func (c *conn) Read(p []byte) (int, error) {
	if c.response.Len() > 0 {
		return c.response.Read(p)
	}
	body, err := c.stream()
	if err != nil {
		return 0, err
	}
	n, err := body.Read(p)
	pass, v := c.frames.feed(p[:n])
	switch {
	case v != nil:
		c.fail(v)
		return pass, v
	case err != nil:
		c.Close()
	default:
		c.extendDeadline()
	}
	if err == nil && c.gotHello() {
		if err := c.awaitIdentify(); err != nil {
			return 0, err
		}
	}
	return n, err
}

var errLate = &ending{why: "answered too late for this turn to identify"}

// awaitIdentify waits until this connection may identify. If that time has already passed, another shard may already be
// sending its IDENTIFY, so awaitIdentify ends the connection.
func (c *conn) awaitIdentify() error {
	at := c.identifyAt
	if at.IsZero() {
		return nil
	}
	c.identifyAt = time.Time{}
	if late := time.Since(at) > 0; late && !c.mayBeLate {
		c.fail(errLate)
		return errLate
	}
	return discord.Sleep(c.ctx, time.Until(at))
}

func (c *conn) Write(p []byte) (int, error) {
	if c.upgraded {
		if len(p) > 0 && p[0]&0x0f == frameClose {
			c.Close()
		}
		// Only Read reports a broken connection. If a second goroutine of discordgo noticed it, both would close the
		// session.
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

// Discord ends a session that the bot closes with 1000 or 1001, and keeps it after any other code.
const (
	closeNormal  = 1000
	closeForNext = 4200
)

// closeCleanly sends a close frame and gives the gateway a moment to close. If the connection were cut immediately, the
// frame could get lost.
func (c *conn) closeCleanly(code uint16) {
	body, err := c.stream()
	if err != nil {
		return
	}
	const noMask = "\x00\x00\x00\x00"
	frame := append([]byte{0x80 | frameClose, 0x80 | 2}, noMask...)
	go body.Write(binary.BigEndian.AppendUint16(frame, code)) // can block until the connection is closed
	select {
	case <-c.ctx.Done():
	case <-time.After(500 * time.Millisecond):
	}
}

// stream returns the stream that the upgrade opened, or the error that ended it.
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

// upgrade sends the websocket's request through the transport, and keeps the answer for Read.
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
		return fmt.Errorf("dial the gateway: HTTP status %d", resp.StatusCode)
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

// Close cuts the connection without a close frame. It may be called more than once.
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

// The websocket's deadlines are not used, because the watchdog replaces them.
func (c *conn) SetDeadline(time.Time) error      { return nil }
func (c *conn) SetReadDeadline(time.Time) error  { return nil }
func (c *conn) SetWriteDeadline(time.Time) error { return nil }
func (c *conn) LocalAddr() net.Addr              { return &net.TCPAddr{} }
func (c *conn) RemoteAddr() net.Addr             { return &net.TCPAddr{} }
