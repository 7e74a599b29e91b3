package postgres

import (
	"io/fs"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"

	"settable/migrations"
	"settable/store"
	"settable/store/storetest"
)

// Processes that open an empty database at the same time create it once and share it.
func TestSimultaneousOpen(t *testing.T) {
	address := storetest.Postgres(t)
	all, errs := make([]*DB, 4), make([]error, 4)
	var both sync.WaitGroup
	for i := range all {
		both.Go(func() { all[i], errs[i] = Open(t.Context(), address, Options{Shared: true}) })
	}
	both.Wait()
	for i, db := range all {
		require.NoError(t, errs[i])
		defer func() { require.NoError(t, db.Close()) }()
		mine := must(db.Key(t.Context()))
		first := must(all[0].Key(t.Context()))
		require.Equal(t, first, mine)
	}
	require.NoError(t, all[0].Check(t.Context()))
}

// A process that needs exclusive access, or has to migrate the database, can open it only while no other process uses
// it. Until it is done, no other process can open the database.
func TestExclusiveOpen(t *testing.T) {
	address := storetest.Postgres(t)
	refused := func(o Options) {
		t.Helper()
		start := time.Now()
		_, err := Open(t.Context(), address, o)
		require.ErrorIs(t, err, store.ErrLocked)
		require.NotContains(t, err.Error(), "\n")
		require.Less(t, time.Since(start), 10*time.Second)
	}
	alone := must(Open(t.Context(), address, Options{}))
	refused(Options{})
	refused(Options{Shared: true})
	require.NoError(t, alone.Close())

	a := must(Open(t.Context(), address, Options{Shared: true}))
	b := must(Open(t.Context(), address, Options{Shared: true}))
	require.NoError(t, a.Close())
	refused(Options{})
	scripts := fstest.MapFS{"00099_later.sql": {Data: []byte(`SELECT 1`)}}
	names := must(fs.Glob(migrations.Postgres(), "*.sql"))
	for _, name := range names {
		text := must(fs.ReadFile(migrations.Postgres(), name))
		scripts[name] = &fstest.MapFile{Data: text}
	}
	later := Options{Shared: true, Migrations: scripts}
	refused(later)
	require.NoError(t, b.Close())
	c := must(Open(t.Context(), address, later))
	require.NoError(t, c.Close())
}
