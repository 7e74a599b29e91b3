package storetest

import (
	"context"
	"fmt"
	"net/url"
	"os"
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
	if !HasPostgres() {
		t.Skip(NoPostgres)
	}
	server := os.Getenv("SETTABLE_TEST_POSTGRES")
	name := fmt.Sprintf("settable_%d_%d", os.Getpid(), databases.Add(1))
	asks(t, server, `CREATE DATABASE `+name)
	t.Cleanup(func() { asks(t, server, `DROP DATABASE `+name+` WITH (FORCE)`) })
	where, err := url.Parse(server)
	require.NoError(t, err)
	where.Path = "/" + name
	return where.String()
}

func asks(t testing.TB, address, statement string) {
	t.Helper()
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, address)
	require.NoError(t, err)
	_, err = conn.Exec(ctx, statement)
	require.NoError(t, err)
	require.NoError(t, conn.Close(ctx))
}
