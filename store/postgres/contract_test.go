package postgres

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/store"
	"settable/store/storetest"
)

func openedAt(t testing.TB, address string, opt Options) *DB {
	t.Helper()
	s, err := Open(context.Background(), address, opt)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	return s
}

// TestContract: a database of PostgreSQL keeps the contract of a store.
func TestContract(t *testing.T) {
	storetest.Run(t, func(t testing.TB) storetest.Store { return openedAt(t, storetest.Postgres(t), Options{}) })
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
