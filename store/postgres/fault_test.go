package postgres

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/stdlib"
	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/store"
	"settable/store/sqlstore"
	"settable/store/storetest"
)

// The writer's connection breaks again and again before, during and after writes. The database contains every write
// that was reported as done and no write that was reported as failed, and the writer recovers by itself.
func TestConnectionsBreak(t *testing.T) {
	s := openedAt(t, storetest.Postgres(t), Options{})
	table := storetest.OpenTable(t, s, storetest.Channel)
	var told []string
	var refused, lines int
	kill := `SELECT count(pg_terminate_backend(pid)) FROM pg_locks WHERE locktype = 'advisory' AND objid = 5852
		AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
	for i := range 120 {
		words := fmt.Sprint("away ", i+1)
		e := store.Entry{Table: table.ID, After: lines, Played: []store.Played{{Line: store.Line{
			At: storetest.Noon, Seat: games.Clock, Words: words}}}}
		var both sync.WaitGroup
		if i%3 == 0 {
			both.Go(func() { _, _ = s.base.Readers.Exec(kill) })
		}
		var err error
		if i%3 == 1 { // in the middle of its transaction
			err = s.base.Write(t.Context(), func(tx *sqlstore.Tx) error {
				err := tx.Append(e)
				_, killed := s.base.Readers.Exec(kill)
				return errors.Join(err, killed)
			}, nil)
		} else {
			err = s.Append(t.Context(), e)
		}
		both.Wait()
		if errors.Is(err, store.ErrOutcomeUnknown) {
			require.Eventually(t, func() bool { return s.Reconcile(t.Context()) == nil }, 20e9, 50e6)
			now := must(s.Lines(t.Context(), table.ID))
			if len(now) > lines {
				told, lines = append(told, words), lines+1
			}
			continue
		}
		if err != nil {
			require.ErrorIs(t, err, store.ErrTrouble)
			refused++
			continue
		}
		told, lines = append(told, words), lines+1
	}
	// While the server accepts no connections, every call of Reconcile fails.
	require.NoError(t, allowConnections(s, `false`))
	_, _ = s.base.Readers.Exec(kill)
	for range 3 {
		require.Error(t, s.Reconcile(t.Context()))
	}
	require.NotEmpty(t, s.State().Trouble)
	require.NoError(t, allowConnections(s, `true`))
	require.Eventually(t, func() bool { return s.Reconcile(t.Context()) == nil }, 20e9, 50e6)
	all := must(s.Lines(t.Context(), table.ID))
	var has []string
	for _, l := range all {
		has = append(has, l.Words)
	}
	require.Equal(t, told, has)
	require.Greater(t, refused, 20)
	require.Greater(t, len(has), 20)
	require.Empty(t, s.State().Trouble)
	require.NoError(t, s.Check(t.Context()))
}

// allowConnections allows or forbids connections to the database. It uses a connection to another database.
func allowConnections(s *DB, may string) error {
	config := s.config.Copy()
	name := config.Database
	config.Database = "postgres"
	server := stdlib.OpenDB(*config)
	_, err := server.Exec(`ALTER DATABASE ` + name + ` WITH ALLOW_CONNECTIONS ` + may)
	return errors.Join(err, server.Close())
}

// Reads from an unavailable server fail, and work again as soon as the server is back.
func TestReadsFromAnUnavailableServer(t *testing.T) {
	s, ctx := openedAt(t, storetest.Postgres(t), Options{}), t.Context()
	reads := map[string]func() error{
		"a row":      func() error { _, err := s.Balance(ctx, storetest.Guild, storetest.Ann); return err },
		"rows":       func() error { _, err := s.Nights(ctx, storetest.Guild, 1, 5); return err },
		"a snapshot": func() error { _, err := s.History(ctx, storetest.Guild, storetest.Ann, 1, 5); return err },
	}
	for name, read := range reads {
		require.NoError(t, read(), name)
	}
	require.NoError(t, allowConnections(s, `false`))
	s.base.Readers.SetMaxIdleConns(0)
	for name, read := range reads {
		require.ErrorIs(t, read(), store.ErrUnreadable, name)
	}
	_, err := s.Night(ctx, storetest.Guild, 7)
	require.ErrorIs(t, err, store.ErrUnreadable)
	require.NoError(t, allowConnections(s, `true`))
	for name, read := range reads {
		require.NoError(t, read(), name)
	}
	_, err = s.Night(ctx, storetest.Guild, 7)
	require.ErrorIs(t, err, store.ErrNoNight)
}

// If a statement that should always work fails although the server is fine, the connection is closed, because its state
// is unknown.
func TestConnectionThatCannotBeginIsClosed(t *testing.T) {
	var refuses atomic.Bool
	s := openedAt(t, storetest.Postgres(t), Options{Dial: func(ctx context.Context, network, at string) (
		net.Conn, error) {
		conn, err := (&net.Dialer{}).DialContext(ctx, network, at)
		return refusingConn{conn, &refuses}, err
	}})
	backend := func() (pid int) {
		require.NoError(t, s.conn.QueryRowContext(t.Context(), `SELECT pg_backend_pid()`).Scan(&pid))
		return pid
	}
	table := storetest.OpenTable(t, s, storetest.Channel)
	former := backend()
	refuses.Store(true)
	entry := store.Entry{Table: table.ID, Played: []store.Played{{Line: store.Line{At: storetest.Noon,
		Seat: games.Clock, Words: "away 1"}}}}
	require.ErrorIs(t, s.Append(t.Context(), entry), store.ErrTrouble, "the entry must be refused")
	require.NoError(t, s.Append(t.Context(), entry))
	require.NotEqual(t, former, backend())
}

// The writer waits for a silent server for a while. It then refuses the move and uses another connection for the next
// one.
func TestSilentServer(t *testing.T) {
	var mute atomic.Bool
	s := openedAt(t, storetest.Postgres(t), Options{Patience: 300 * time.Millisecond, Dial: func(
		ctx context.Context, network, at string) (net.Conn, error) {
		conn, err := (&net.Dialer{}).DialContext(ctx, network, at)
		return silentConn{conn, &mute}, err
	}})
	table := storetest.OpenTable(t, s, storetest.Channel)
	entry := store.Entry{Table: table.ID, Played: []store.Played{{Line: store.Line{At: storetest.Noon,
		Seat: games.Clock, Words: "away 1"}}}}
	mute.Store(true)
	require.ErrorIs(t, s.Append(t.Context(), entry), store.ErrTrouble)
	mute.Store(false)
	require.Eventually(t, func() bool { return s.Append(t.Context(), entry) == nil }, time.Minute,
		100*time.Millisecond)
}

// silentConn loses all data sent on it while the server is silent.
type silentConn struct {
	net.Conn
	mute *atomic.Bool
}

func (c silentConn) Write(p []byte) (int, error) {
	if c.mute.Load() {
		return len(p), nil
	}
	return c.Conn.Write(p)
}

// refusingConn sends the server one invalid statement.
type refusingConn struct {
	net.Conn
	armed *atomic.Bool
}

func (c refusingConn) Write(p []byte) (int, error) {
	if !c.armed.CompareAndSwap(true, false) {
		return c.Conn.Write(p)
	}
	_, err := c.Conn.Write([]byte("Q\x00\x00\x00\x0cBROKEN;\x00"))
	return len(p), err
}
