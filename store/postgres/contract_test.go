package postgres

import (
	"context"
	"io"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/store"
	"settable/store/storetest"
)

func openedAt(t testing.TB, address string, opt Options) *DB {
	t.Helper()
	s := must(Open(context.Background(), address, opt))
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	return s
}

// emptyDatabase returns the address of a database that was opened once and has no data yet.
func emptyDatabase(t testing.TB) string {
	t.Helper()
	return storetest.PrepareDatabase(t, func(address string) (io.Closer, error) {
		return Open(t.Context(), address, Options{})
	})
}

// The PostgreSQL store passes the contract tests.
func TestContract(t *testing.T) {
	t.Parallel()
	first := emptyDatabase(t)
	storetest.Run(t, func(t testing.TB) storetest.Store {
		return openedAt(t, storetest.CopyOf(t, first), Options{})
	})
}

// leasedView is a process's view of one of three shards.
type leasedView struct {
	store.Store
	db *DB
}

func (l leasedView) Check(ctx context.Context) error {
	if _, err := l.OpenTables(ctx); err != nil {
		return err // the database is closed
	}
	return l.db.Check(ctx)
}

// A view of one shard of a shared database also passes the contract tests.
func TestContractOfAView(t *testing.T) {
	t.Parallel()
	first := emptyDatabase(t)
	storetest.Run(t, func(t testing.TB) storetest.Store {
		db, ctx := openedAt(t, storetest.CopyOf(t, first), Options{Shared: true}), context.Background()
		require.NoError(t, db.Divide(ctx, 3))
		l := must(db.Take(ctx, "a", store.Shard{K: 0, Of: 3}, time.Minute))
		require.True(t, l.Shard.Has(storetest.Guild))
		return leasedView{db.Of(l, func() {}), db}
	})
}

// must returns the result of a call that must succeed.
func must[T any](of T, err error) T {
	if err != nil {
		panic(err)
	}
	return of
}
