package storetest

import (
	"context"
	"database/sql"
	"testing"

	"github.com/stretchr/testify/require"
)

// HoldSQLite locks an SQLite file for writing, as another program would, until letGo is called. It uses its own
// connection.
func HoldSQLite(t testing.TB, path string) (letGo func()) {
	t.Helper()
	return hold(t, "sqlite", path, `BEGIN IMMEDIATE`)
}

// HoldPostgres takes a lock in a PostgreSQL database with the given statement until letGo is called. It uses its own
// connection.
func HoldPostgres(t testing.TB, address, statement string) (letGo func()) {
	t.Helper()
	return hold(t, "pgx", address, `BEGIN`, statement)
}

// hold runs statements that take locks in a transaction, until letGo rolls the transaction back.
func hold(t testing.TB, driver, name string, statements ...string) (letGo func()) {
	t.Helper()
	ctx := context.Background()
	db := must(sql.Open(driver, name))
	conn := must(db.Conn(ctx))
	for _, s := range statements {
		must(conn.ExecContext(ctx, s))
	}
	return func() {
		must(conn.ExecContext(ctx, `ROLLBACK`))
		require.NoError(t, conn.Close())
		require.NoError(t, db.Close())
	}
}
