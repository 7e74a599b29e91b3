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
	// patience is how long the server may take for what the writer asks. It writes without a time limit of its
	// own, for what is half written is neither; and of a server that stands still, or whose machine is gone,
	// the network says nothing for a quarter of an hour.
	patience = 30 * time.Second
	// parting is how long it may take when the program is about to end.
	parting = 4 * time.Second
)

var errParting = fmt.Errorf("the program ends, and the database did not answer: %w", net.ErrClosed)

// A line is the way to the server. It breaks where that does not answer in time.
type line struct {
	dial pgconn.DialFunc

	mu    sync.Mutex
	ends  bool // the program does
	lost  bool // it does, and the server has not answered
	conns map[*lineConn]bool
}

// newLine is one that is soon broken once ctx has ended.
func newLine(ctx context.Context, dial pgconn.DialFunc) *line {
	l := &line{dial: dial, conns: map[*lineConn]bool{}}
	context.AfterFunc(ctx, l.end)
	return l
}

func (l *line) end() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ends = true
	for c := range l.conns {
		_ = c.SetDeadline(time.Now().Add(parting)) // one that is closed needs none
	}
}

// dialer reaches the server for who waits so long for each answer; 0: they say so themselves.
func (l *line) dialer(patience time.Duration) pgconn.DialFunc {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		l.mu.Lock()
		lost := l.lost
		l.mu.Unlock()
		if lost {
			return nil, errParting
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
	line     *line
	patience time.Duration
}

// Write asks the server for something, and gives it time for its answer.
func (c *lineConn) Write(p []byte) (int, error) {
	c.line.mu.Lock()
	patience, lost := c.patience, c.line.lost
	if c.line.ends {
		patience = parting
	}
	c.line.mu.Unlock()
	if lost {
		return 0, errParting
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
	if c.patience > 0 && errors.Is(err, os.ErrDeadlineExceeded) { // else it may be that nobody waits any more
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
