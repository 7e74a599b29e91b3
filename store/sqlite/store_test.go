package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"settable/store/ids"
	"settable/store/storetest"
)

func TestMain(m *testing.M) {
	if runAsBot() {
		return
	}
	goleak.VerifyTestMain(m)
}

// newStore returns a store in a file of its own, closed when the test ends.
func newStore(t testing.TB, opt Options) *DB {
	t.Helper()
	s := openAt(t, newPath(t), opt)
	// Here a player's number equals their Discord id, so that a test can write rows about them manually.
	for _, who := range []ids.User{ann, bob, cat} {
		must(s.base.Tx.ExecContext(t.Context(), `INSERT INTO people (id, discord) VALUES (?1, ?1)`, int64(who)))
	}
	return s
}

// row and collect let tests read what is written.
type row interface{ Scan(...any) error }

func collect[T any](rows *sql.Rows, scan func(row) (T, error), what string) (all []T, err error) {
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		one, err := scan(rows)
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", what, err)
		}
		all = append(all, one)
	}
	return all, rows.Err()
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

// openAt returns a store in this file, closed when the test ends.
func openAt(t testing.TB, path string, opt Options) *DB {
	t.Helper()
	s := must(Open(context.Background(), path, opt))
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	return s
}

// queryColumn returns the only column of a query's rows.
func queryColumn(t *testing.T, db *sql.DB, ask string) (all []string, err error) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), ask)
	require.NoError(t, err, ask)
	return collect(rows, scanName, ask)
}

// must returns the result of a call that succeeds.
func must[T any](of T, err error) T {
	if err != nil {
		panic(err)
	}
	return of
}
