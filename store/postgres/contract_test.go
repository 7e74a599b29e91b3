package postgres

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/store"
	"settable/store/storetest"
)

var databases atomic.Int64

// fresh is the address of a new database on the server that SETTABLE_TEST_POSTGRES names.
func fresh(t testing.TB) string {
	t.Helper()
	address := os.Getenv("SETTABLE_TEST_POSTGRES")
	if address == "" {
		t.Skip("no PostgreSQL: SETTABLE_TEST_POSTGRES names none, as .ci/run does")
	}
	server, err := sql.Open("pgx", address)
	require.NoError(t, err)
	name := fmt.Sprintf("settable_%d_%d", os.Getpid(), databases.Add(1))
	_, err = server.Exec(`CREATE DATABASE ` + name)
	require.NoError(t, err)
	t.Cleanup(func() {
		_, err := server.Exec(`DROP DATABASE ` + name + ` WITH (FORCE)`)
		require.NoError(t, err)
		require.NoError(t, server.Close())
	})
	where, err := url.Parse(address)
	require.NoError(t, err)
	where.Path = "/" + name
	return where.String()
}

func openedAt(t testing.TB, address string, opt Options) *DB {
	t.Helper()
	s, err := Open(context.Background(), address, opt)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	return s
}

// TestContract: a database of PostgreSQL keeps the contract of a store.
func TestContract(t *testing.T) {
	storetest.Run(t, func(t testing.TB) storetest.Store { return openedAt(t, fresh(t), Options{}) })
}

// Numbers are those of a table's transfers, in the order in which they were written.
func (db *DB) Numbers(ctx context.Context, id store.TableID) (all []int, err error) {
	rows, err := db.base.Readers.QueryContext(ctx,
		`SELECT n FROM transfers WHERE line IS NOT NULL AND table_id = $1 ORDER BY id`, int64(id))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var n int
		if err := rows.Scan(&n); err != nil {
			return nil, err
		}
		all = append(all, n)
	}
	return all, rows.Err()
}
