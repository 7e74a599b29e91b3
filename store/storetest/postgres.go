package storetest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
)

// NoPostgres is why tests are skipped.
const NoPostgres = "no PostgreSQL: SETTABLE_TEST_POSTGRES names none, as .ci/run does"

var databases atomic.Int64

// HasPostgres is whether there is a server of PostgreSQL for tests.
func HasPostgres() bool { return os.Getenv("SETTABLE_TEST_POSTGRES") != "" }

// Postgres is the address of a new database on the server that SETTABLE_TEST_POSTGRES names. Without one the
// test is skipped.
func Postgres(t testing.TB) string {
	t.Helper()
	return created(t, "template1")
}

// Prepared is the address of a new database that was opened and closed again: copies of it can be made.
func Prepared(t testing.TB, open func(address string) (io.Closer, error)) string {
	t.Helper()
	address := Postgres(t)
	db, err := open(address)
	require.NoError(t, err)
	require.NoError(t, db.Close())
	return address
}

// CopyOf is the address of a copy of the database at an address, which must not be open: copying is faster than
// creating every table.
func CopyOf(t testing.TB, address string) string {
	t.Helper()
	where, err := url.Parse(address)
	require.NoError(t, err)
	return created(t, strings.TrimPrefix(where.Path, "/"))
}

func created(t testing.TB, like string) string {
	t.Helper()
	if !HasPostgres() {
		t.Skip(NoPostgres)
	}
	name := fmt.Sprintf("settable_%d_%d", os.Getpid(), databases.Add(1))
	asks(t, `CREATE DATABASE `+name+` TEMPLATE `+like, true)
	t.Cleanup(func() { asks(t, `DROP DATABASE `+name+` WITH (FORCE)`, false) })
	where, err := url.Parse(os.Getenv("SETTABLE_TEST_POSTGRES"))
	require.NoError(t, err)
	where.Path = "/" + name
	return where.String()
}

// Left waits until all connections to a database have ended in its server, which may take a while longer than
// to close them.
func Left(ctx context.Context, address string) error {
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, `DO $$ BEGIN
		WHILE EXISTS (SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid())
		LOOP
			PERFORM pg_sleep(0.001), pg_stat_clear_snapshot();
		END LOOP;
	END $$`)
	return errors.Join(err, conn.Close(ctx))
}

// server is the one that SETTABLE_TEST_POSTGRES names, by one connection for all tests of a program: each
// connection is a process of its own there.
var server struct {
	sync.Mutex
	conn     *pgx.Conn
	strategy string // what has it copy a database file by file; empty before version 15, which always does
}

// asks has the server carry out a statement. A database is copied file by file, which takes an eighth of the
// time where nothing is synced.
//
// https://www.postgresql.org/docs/current/sql-createdatabase.html
func asks(t testing.TB, statement string, copies bool) {
	t.Helper()
	ctx := context.Background() // a test that has ended drops its database yet
	server.Lock()
	defer server.Unlock()
	if server.conn == nil || server.conn.IsClosed() {
		conn, err := pgx.Connect(ctx, os.Getenv("SETTABLE_TEST_POSTGRES"))
		require.NoError(t, err)
		server.conn = conn
		var version int
		require.NoError(t, conn.QueryRow(ctx, `SELECT current_setting('server_version_num')::int`).Scan(&version))
		if version >= 150000 {
			server.strategy = ` STRATEGY file_copy`
		}
	}
	if copies {
		statement += server.strategy
	}
	_, err := server.conn.Exec(ctx, statement)
	require.NoError(t, err)
}
