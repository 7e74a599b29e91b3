package bot

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"runtime/debug"
	"slices"
	"sync"
	"testing"

	"settable/games/gamestest"
	"settable/store/postgres"
	"settable/store/storetest"
)

// TestStormOnPostgres plays evenings of TestStorm on PostgreSQL with all laws. In these evenings, the writer's
// connection fails before a commit, after a commit and at other times, and sometimes the server is down. Statements
// fail because of conflicts, because they take too long or because the disk is full.
//
//	go test ./bot -run TestStormOnPostgres -storm 1000 -v
func TestStormOnPostgres(t *testing.T) {
	gamestest.SkipUnderRace(t) // for the same reason as in TestStorm
	if !storetest.HasPostgres() {
		t.Skip(storetest.NoPostgres)
	}
	drawWords(t)
	defer debug.SetGCPercent(debug.SetGCPercent(800))
	first, n := uint64(1), *stormEvenings
	if *stormSeed != 0 {
		first, n = *stormSeed, 1
	} else if !isStormSet() {
		n = gamestest.Times(3, 6)
	}
	storms(t, first, n, 2, onPostgres(t))
}

// A faultyPostgres is a PostgreSQL database that can crash, which closes all its connections at once.
type faultyPostgres struct {
	address string
	line    *pgLine
}

func onPostgres(t *testing.T) func(*testing.T) faultyStore {
	first := storetest.PrepareDatabase(t, func(address string) (io.Closer, error) {
		return postgres.Open(stormCtx, address, postgres.Options{})
	})
	return func(t *testing.T) faultyStore {
		return &faultyPostgres{address: storetest.CopyOf(t, first), line: &pgLine{conns: map[*pgConn]bool{}}}
	}
}

func (c *faultyPostgres) open() (stormStore, error) {
	c.mends()
	return postgres.Open(stormCtx, c.address, postgres.Options{Readers: 1, Dial: c.line.dial})
}

func (c *faultyPostgres) afterStop() error { return c.waitIdle() }
func (c *faultyPostgres) faults() int      { return c.line.faults }

func (c *faultyPostgres) mends() {
	c.line.mu.Lock()
	defer c.line.mu.Unlock()
	c.line.fault = nil
}

func (c *faultyPostgres) breakSoon(luck *rand.Rand) string {
	f := &pgFault{commits: luck.IntN(3) > 0, lasts: []int{0, 0, 3, 30, -1}[luck.IntN(5)]}
	f.nth = 1 + luck.IntN(6)
	if !f.commits {
		f.nth = 1 + luck.IntN(60)
	}
	f.how = pgWays[luck.IntN(len(pgWays))]
	c.line.mu.Lock()
	defer c.line.mu.Unlock()
	c.line.fault = f
	return fmt.Sprintf("the database: %+v", *f)
}

func (c *faultyPostgres) crash(*rand.Rand) func() error {
	c.line.setDark(true)
	return func() error {
		c.line.setDark(false)
		return c.waitIdle()
	}
}

// waitIdle waits until the server has finished the work of closed connections, because the test starts the next run
// sooner than a host would.
func (c *faultyPostgres) waitIdle() error { return storetest.WaitDisconnected(stormCtx, c.address) }

// A pgFault affects the nth statement or the nth commit that the writer sends, and the given number of later ones; -1
// means all later ones.
type pgFault struct {
	commits    bool
	nth, lasts int
	how        string
	seen       int
}

// Ways for a statement to fail: the connection breaks, or the server refuses the statement with a code.
const (
	cutBefore = "the connection breaks before it is sent"
	cutAfter  = "the connection breaks when it is done, before that is heard"
	cutWithin = "the connection breaks when it is sent"
)

// pgWays lists all ways for a statement to fail, including the codes of a serialization failure, a deadlock, a
// cancelled statement, an unavailable lock and a full disk.
//
// https://www.postgresql.org/docs/current/errcodes-appendix.html
var pgWays = []string{cutBefore, cutAfter, cutWithin, cutBefore, cutAfter, cutWithin,
	"40001", "40P01", "57014", "55P03", "53100"}

// A pgLine is the network connection to the server. While dark is set, the server can't be reached.
type pgLine struct {
	mu     sync.Mutex
	dark   bool
	conns  map[*pgConn]bool
	fault  *pgFault
	faults int // the number of faults so far
}

func (l *pgLine) dial(ctx context.Context, network, address string) (net.Conn, error) {
	l.mu.Lock()
	f := l.fault
	away := l.dark || f != nil && f.seen >= f.nth && slices.Contains(pgWays[:6], f.how) && l.applies(f)
	l.mu.Unlock()
	if away {
		return nil, errConnectionReset
	}
	conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	c := &pgConn{Conn: conn, line: l, texts: map[string][]byte{}}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.conns[c] = true
	return c, nil
}

// applies reports whether a fault affects the current statement. The caller holds the lock.
func (l *pgLine) applies(f *pgFault) bool {
	f.seen++
	met := f.seen >= f.nth && (f.lasts < 0 || f.seen <= f.nth+f.lasts)
	if met {
		l.faults++
	}
	return met
}

func (l *pgLine) setDark(dark bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.dark = dark
	for c := range l.conns {
		_ = c.Conn.Close()
	}
	clear(l.conns)
}

// A pgConn is a connection to the server that parses the traffic to find out which connection is the writer's and
// what it sends.
//
// https://www.postgresql.org/docs/current/protocol-message-formats.html
type pgConn struct {
	net.Conn
	line          *pgLine
	texts         map[string][]byte // the texts of prepared statements
	writes        bool              // this connection belongs to the writer
	losesResponse bool              // the next response is lost
}

func (c *pgConn) Write(p []byte) (int, error) {
	switch how := c.faultFor(p); how {
	case "":
		return c.Conn.Write(p)
	case cutBefore:
		return 0, errors.Join(errConnectionReset, c.Conn.Close())
	case cutWithin:
		_, err := c.Conn.Write(p)
		return len(p), errors.Join(err, c.Conn.Close())
	case cutAfter:
		c.losesResponse = true
		return c.Conn.Write(p)
	default: // the server fails in another way and reports that failure instead of the requested result
		q := append([]byte("Q\x00\x00\x00\x00DO $$ BEGIN RAISE 'the storm' USING ERRCODE = '"+how+"'; END $$"), 0)
		binary.BigEndian.PutUint32(q[1:], uint32(len(q)-1))
		_, err := c.Conn.Write(q)
		return len(p), err
	}
}

// faultFor returns how sending the given data fails, or "" if it doesn't.
func (c *pgConn) faultFor(p []byte) (how string) {
	what, ends := c.parse(p)
	c.writes = c.writes || bytes.Contains(p, []byte("SAVEPOINT"))
	c.line.mu.Lock()
	defer c.line.mu.Unlock()
	f := c.line.fault
	if f == nil || !c.writes || ends != 1 || bytes.HasPrefix(what, []byte("ROLLBACK")) ||
		f.commits && !bytes.Equal(what, []byte("COMMIT")) || !c.line.applies(f) {
		return ""
	}
	return f.how
}

// parse returns what a message to the server does, and how many responses the client expects.
func (c *pgConn) parse(p []byte) (what []byte, answers int) {
	for len(p) >= 5 && p[0] != 0 { // the first message of a connection has no type
		n := min(1+int(binary.BigEndian.Uint32(p[1:])), len(p))
		words := bytes.SplitN(p[5:n], []byte{0}, 3)
		switch p[0] {
		case 'P': // prepares a statement
			c.texts[string(words[0])] = slices.Clone(words[1])
		case 'B': // runs a statement
			what = c.texts[string(words[1])]
		case 'Q':
			what = words[0]
			answers++
		case 'S':
			answers++
		}
		p = p[n:]
	}
	return what, answers
}

func (c *pgConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if c.losesResponse {
		return 0, errors.Join(io.ErrUnexpectedEOF, c.Conn.Close())
	}
	return n, err
}
