package postgres

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

const (
	// patience is how long the server may take to answer the writer. The writer itself has no time limit, because it
	// must not stop halfway, and TCP may report nothing for a quarter of an hour after a server hangs or its machine
	// fails.
	patience = 30 * time.Second
	// closingPatience is how long an answer may take when the program is about to end.
	closingPatience = 4 * time.Second
)

var errClosing = fmt.Errorf("shutting down, and the database didn't answer: %w", net.ErrClosed)

// A connector opens the connections to the server. It closes a connection if an answer takes too long.
type connector struct {
	dial pgconn.DialFunc

	mu    sync.Mutex
	ends  bool // the program is about to end
	lost  bool // the program is about to end, and the server has not answered
	conns map[*lineConn]bool
}

// newConnector returns a connector whose connections wait only closingPatience for an answer once ctx has ended.
func newConnector(ctx context.Context, dial pgconn.DialFunc) *connector {
	l := &connector{dial: dial, conns: map[*lineConn]bool{}}
	context.AfterFunc(ctx, l.end)
	return l
}

func (l *connector) end() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ends = true
	for c := range l.conns {
		_ = c.SetDeadline(time.Now().Add(closingPatience)) // a closed connection needs no deadline
	}
}

// dialer returns a function that connects to the server and limits the time for each answer. A patience of 0 means that
// the caller sets deadlines itself.
func (l *connector) dialer(patience time.Duration) pgconn.DialFunc {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		l.mu.Lock()
		lost := l.lost
		l.mu.Unlock()
		if lost {
			return nil, errClosing
		}
		conn, err := l.dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		c := &lineConn{conn, l, patience}
		l.mu.Lock()
		defer l.mu.Unlock()
		l.conns[c] = true
		return c, nil
	}
}

type lineConn struct {
	net.Conn
	line     *connector
	patience time.Duration
}

// Write sends a request to the server and sets the deadline for the answer.
func (c *lineConn) Write(p []byte) (int, error) {
	c.line.mu.Lock()
	patience, lost := c.patience, c.line.lost
	if c.line.ends {
		patience = closingPatience
	}
	c.line.mu.Unlock()
	if lost {
		return 0, errClosing
	}
	if patience > 0 {
		if err := c.SetDeadline(time.Now().Add(patience)); err != nil {
			return 0, err
		}
	}
	return c.Conn.Write(p)
}

func (c *lineConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if c.patience > 0 && errors.Is(err, os.ErrDeadlineExceeded) { // otherwise the caller has stopped waiting
		c.line.mu.Lock()
		c.line.lost = c.line.ends
		c.line.mu.Unlock()
	}
	return n, err
}

func (c *lineConn) Close() error {
	c.line.mu.Lock()
	delete(c.line.conns, c)
	c.line.mu.Unlock()
	return c.Conn.Close()
}
