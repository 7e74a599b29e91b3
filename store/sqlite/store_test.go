package sqlite

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"settable/store/ids"
	"settable/store/sqlstore"
	"settable/store/storetest"
)

func TestMain(m *testing.M) {
	if runAsBot() {
		return
	}
	goleak.VerifyTestMain(m)
}

// newStore returns a store in its own file, which closes when the test ends.
func newStore(t testing.TB, opt Options) *DB {
	t.Helper()
	s := openAt(t, newPath(t), opt)
	// In these tests a player's number equals their Discord id, so that a test can write rows about the player by hand.
	for _, who := range []ids.User{ann, bob, cat} {
		must(s.base.Tx.ExecContext(t.Context(), `INSERT INTO people (id, discord) VALUES (?1, ?1)`, int64(who)))
	}
	return s
}

// newPath returns the path of a new database.
func newPath(t testing.TB) string {
	path := filepath.Join(t.TempDir(), "settable.db")
	require.NoError(t, os.WriteFile(path, unplayed(t), 0o600))
	return path
}

var unplayed = storetest.EmptyDatabase(func(path string) error {
	s, err := Open(context.Background(), path, Options{})
	if err != nil {
		return err
	}
	return s.Close()
})

// openAt returns a store in the given file, which closes when the test ends.
func openAt(t testing.TB, path string, opt Options) *DB {
	t.Helper()
	s := must(Open(context.Background(), path, opt))
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	return s
}

// query returns the rows of a query with one column.
func query[T any](t testing.TB, s *DB, ask string, args ...any) []T {
	t.Helper()
	return must(sqlstore.Collect(must(s.base.Readers.QueryContext(t.Context(), ask, args...)), sqlstore.ScanCell[T]))
}

func queryNumber(t testing.TB, s *DB, ask string, args ...any) int {
	t.Helper()
	return query[int](t, s, ask, args...)[0]
}

// dump returns every row of a database.
func dump(t testing.TB, s *DB) (all []string) {
	t.Helper()
	for _, table := range sqlstore.Tables {
		cells := query[string](t, s, `SELECT 'quote(' || name || ')' FROM pragma_table_info(?)`, table)
		all = append(all, query[string](t, s, `SELECT '`+table+` ' || `+strings.Join(cells, " || ' ' || ")+` FROM `+table)...)
	}
	return all
}

// must returns the result of a call that must succeed.
func must[T any](of T, err error) T {
	if err != nil {
		panic(err)
	}
	return of
}
