package storetest

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
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

// CopyOf is the address of a new database like the one at an address, which nobody has open: sooner there
// than one in which every table is made anew.
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
	server := os.Getenv("SETTABLE_TEST_POSTGRES")
	name := fmt.Sprintf("settable_%d_%d", os.Getpid(), databases.Add(1))
	asks(t, server, `CREATE DATABASE `+name+` TEMPLATE `+like)
	t.Cleanup(func() { asks(t, server, `DROP DATABASE `+name+` WITH (FORCE)`) })
	where, err := url.Parse(server)
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

func asks(t testing.TB, address, statement string) {
	t.Helper()
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, address)
	require.NoError(t, err)
	_, err = conn.Exec(ctx, statement)
	require.NoError(t, err)
	require.NoError(t, conn.Close(ctx))
}
