package sandboxtest

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"os"
	"sync"
	"time"
)

// MemoryNet is an in-memory network that connects a sandbox with its bots. It needs no system calls, so a test in a
// synctest bubble can run the real session in virtual time, including HTTP and WebSockets. Pass it as the Listener of
// sandbox.Options, and its method Dial as the Dial.
type MemoryNet struct {
	accepted chan net.Conn
	closed   chan struct{}
	once     sync.Once
}

// NewMemoryNet returns a MemoryNet. A test that uses synctest must call it inside the bubble.
func NewMemoryNet() *MemoryNet {
	return &MemoryNet{accepted: make(chan net.Conn), closed: make(chan struct{})}
}

// Dial connects to the sandbox and ignores the address.
func (n *MemoryNet) Dial(ctx context.Context, _, _ string) (net.Conn, error) {
	near, far := connected()
	select {
	case n.accepted <- far:
		return near, nil
	case <-n.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (n *MemoryNet) Accept() (net.Conn, error) {
	select {
	case c := <-n.accepted:
		return c, nil
	case <-n.closed:
		return nil, net.ErrClosed
	}
}

func (n *MemoryNet) Close() error {
	n.once.Do(func() { close(n.closed) })
	return nil
}

func (n *MemoryNet) Addr() net.Addr { return memoryAddr{} }

// memoryAddr looks like a loopback address, because the sandbox accepts only those.
type memoryAddr struct{}

func (memoryAddr) Network() string { return "tcp" }
func (memoryAddr) String() string  { return "127.0.0.1:1" }

// memoryConn is one end of a connection. Writes never block. Data that was written before Close can still be read.
type memoryConn struct{ in, out *memoryPipe }

func connected() (near, far net.Conn) {
	there, back := newMemoryPipe(), newMemoryPipe()
	return &memoryConn{in: back, out: there}, &memoryConn{in: there, out: back}
}

func (c *memoryConn) Read(p []byte) (int, error)  { return c.in.read(p) }
func (c *memoryConn) Write(p []byte) (int, error) { return c.out.write(p) }
func (c *memoryConn) LocalAddr() net.Addr         { return memoryAddr{} }
func (c *memoryConn) RemoteAddr() net.Addr        { return memoryAddr{} }

func (c *memoryConn) Close() error {
	c.out.end(io.EOF)
	c.in.end(net.ErrClosed)
	return nil
}

func (c *memoryConn) SetDeadline(t time.Time) error     { return c.SetReadDeadline(t) }
func (c *memoryConn) SetWriteDeadline(time.Time) error  { return nil }
func (c *memoryConn) SetReadDeadline(t time.Time) error { c.in.setDeadline(t); return nil }

type memoryPipe struct {
	mu       sync.Mutex
	changed  *sync.Cond
	buffer   bytes.Buffer
	err      error // what reads return once the buffer is empty
	deadline time.Time
	timer    *time.Timer
}

func newMemoryPipe() *memoryPipe {
	p := &memoryPipe{}
	p.changed = sync.NewCond(&p.mu)
	return p
}

func (p *memoryPipe) read(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for {
		switch {
		case errors.Is(p.err, net.ErrClosed):
			return 0, p.err
		case !p.deadline.IsZero() && !time.Now().Before(p.deadline):
			return 0, os.ErrDeadlineExceeded
		case p.buffer.Len() > 0:
			return p.buffer.Read(b)
		case p.err != nil:
			return 0, p.err
		case len(b) == 0:
			return 0, nil
		}
		p.changed.Wait()
	}
}

func (p *memoryPipe) write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err != nil {
		return 0, net.ErrClosed
	}
	n, err := p.buffer.Write(b)
	p.changed.Broadcast()
	return n, err
}

func (p *memoryPipe) end(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err == nil || err == net.ErrClosed { // a local Close overrides the peer's
		p.err = err
	}
	if p.timer != nil {
		p.timer.Stop()
	}
	p.changed.Broadcast()
}

func (p *memoryPipe) setDeadline(t time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.deadline = t
	if p.timer != nil {
		p.timer.Stop()
	}
	if d := time.Until(t); !t.IsZero() && d > 0 {
		p.timer = time.AfterFunc(d, p.changed.Broadcast)
	}
	p.changed.Broadcast()
}
