package bot

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"settable/store/postgres"
	"settable/store/storetest"
)

func runVirtualOnPostgres(t *testing.T) func(t *testing.T, play func(*virtualBot)) {
	t.Helper()
	first := storetest.PrepareDatabase(t, func(address string) (io.Closer, error) {
		return postgres.Open(t.Context(), address, postgres.Options{})
	})
	return func(t *testing.T, play func(*virtualBot)) {
		t.Helper()
		address := storetest.CopyOf(t, first)
		runVirtualBot(t, func(q *virtualBot) { q.address = address }, play)
	}
}

// onEachDatabase runs a test in virtual time on SQLite and again on PostgreSQL.
func onEachDatabase(t *testing.T, test func(t *testing.T, quietly func(*testing.T, func(*virtualBot)))) {
	t.Run("SQLite", func(t *testing.T) {
		test(t, func(t *testing.T, play func(*virtualBot)) { runVirtual(t, play) })
	})
	t.Run("PostgreSQL", func(t *testing.T) { test(t, runVirtualOnPostgres(t)) })
}

// A pacedConn is a connection to a real database server, used in virtual time. Virtual time normally stands still
// while the server works. While isPaced is true, it advances at the rate of real time, so that waiting for a lock
// takes its usual time.
type pacedConn struct {
	net.Conn
	isPaced  *atomic.Bool
	isAway   *atomic.Bool
	mu       sync.Mutex
	deadline time.Time // the deadline for reads, in virtual time; zero: none
}

// pace is the step size for moving virtual time along with real time while a read waits.
const pace = 10 * time.Millisecond

func (q *virtualBot) dialPaced(ctx context.Context, network, address string) (net.Conn, error) {
	if q.isAway.Load() {
		return nil, syscall.ECONNREFUSED
	}
	conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	return &pacedConn{Conn: conn, isPaced: &q.isPaced, isAway: &q.isAway}, nil
}

func (c *pacedConn) Read(p []byte) (int, error) {
	for {
		if c.isAway.Load() {
			return 0, syscall.ECONNRESET
		}
		c.mu.Lock()
		deadline := c.deadline
		c.mu.Unlock()
		if !deadline.IsZero() && !time.Now().Before(deadline) {
			return 0, os.ErrDeadlineExceeded
		}
		if err := c.Conn.SetReadDeadline(time.Now().Add(pace)); err != nil {
			return 0, err
		}
		n, err := c.Conn.Read(p)
		if n > 0 || !errors.Is(err, os.ErrDeadlineExceeded) {
			return n, err
		}
		if c.isPaced.Load() {
			time.Sleep(pace)
		}
	}
}

func (c *pacedConn) Write(p []byte) (int, error) {
	if c.isAway.Load() {
		return 0, syscall.ECONNRESET
	}
	return c.Conn.Write(p)
}

func (c *pacedConn) SetReadDeadline(t time.Time) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.deadline = t
	return nil
}

func (c *pacedConn) SetDeadline(t time.Time) error {
	return errors.Join(c.SetReadDeadline(t), c.SetWriteDeadline(t))
}
