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

// NoPostgres is the reason why tests are skipped.
const NoPostgres = "needs PostgreSQL: set SETTABLE_TEST_POSTGRES, as .ci/run does"

var databases atomic.Int64

// HasPostgres reports whether a PostgreSQL server for tests is available.
func HasPostgres() bool { return os.Getenv("SETTABLE_TEST_POSTGRES") != "" }

// Postgres returns the address of a new database on the server that SETTABLE_TEST_POSTGRES names. It skips the test if
// the variable is not set.
func Postgres(t testing.TB) string {
	t.Helper()
	return created(t, "template1")
}

// PrepareDatabase returns the address of a new database that was opened and closed again, for use with CopyOf.
func PrepareDatabase(t testing.TB, open func(address string) (io.Closer, error)) string {
	t.Helper()
	address := Postgres(t)
	db := must(open(address))
	require.NoError(t, db.Close())
	return address
}

// CopyOf returns the address of a copy of a database, which must not be open. Copying is faster than creating every
// table.
func CopyOf(t testing.TB, address string) string {
	t.Helper()
	where := must(url.Parse(address))
	return created(t, strings.TrimPrefix(where.Path, "/"))
}

func created(t testing.TB, like string) string {
	t.Helper()
	if !HasPostgres() {
		t.Skip(NoPostgres)
	}
	name := fmt.Sprintf("settable_%d_%d", os.Getpid(), databases.Add(1))
	execute(t, `CREATE DATABASE `+name+` TEMPLATE `+like, true)
	t.Cleanup(func() { execute(t, `DROP DATABASE `+name+` WITH (FORCE)`, false) })
	where := must(url.Parse(os.Getenv("SETTABLE_TEST_POSTGRES")))
	where.Path = "/" + name
	return where.String()
}

// WaitDisconnected waits until the server has ended all connections to a database, which may take longer than closing
// them.
func WaitDisconnected(ctx context.Context, address string) error {
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

// server is a connection to the server that SETTABLE_TEST_POSTGRES names. All tests of a program share this connection,
// because each connection is a process on the server.
var server struct {
	sync.Mutex
	conn     *pgx.Conn
	strategy string // makes the server copy a database file by file; empty before version 15, which always does
}

// execute makes the server execute a statement. If copies is true, the server copies a database file by file, which
// takes only an eighth of the time on a server that doesn't sync.
//
// https://www.postgresql.org/docs/current/sql-createdatabase.html
func execute(t testing.TB, statement string, copies bool) {
	t.Helper()
	ctx := context.Background() // even a test that has ended drops its database
	server.Lock()
	defer server.Unlock()
	if server.conn == nil || server.conn.IsClosed() {
		conn := must(pgx.Connect(ctx, os.Getenv("SETTABLE_TEST_POSTGRES")))
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
	must(server.conn.Exec(ctx, statement))
}
