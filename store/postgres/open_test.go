package postgres

import (
	"context"
	"io/fs"
	"net/url"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"settable/migrations"
	"settable/store"
	"settable/store/storetest"
)

// The error about an invalid address is one line that says what to do and doesn't contain the password.
func TestBadAddresses(t *testing.T) {
	address := storetest.Postgres(t)
	where := must(url.Parse(address))
	with := func(change func(url.Values, *url.URL)) string {
		other, values := *where, where.Query()
		change(values, &other)
		other.RawQuery = values.Encode()
		return other.String()
	}
	for name, c := range map[string]struct{ address, says string }{
		"no address":  {"postgres://bot:s3cret@host:port/x", "invalid PostgreSQL address"},
		"no server":   {"postgres://bot:s3cret@127.0.0.1:1/x", "nothing listens at this address"},
		"no database": {with(func(_ url.Values, u *url.URL) { u.Path = "/nothing_here" }), "create it with createdb"},
		"no user":     {with(func(v url.Values, _ *url.URL) { v.Set("user", "nobody_known") }), "refuses this user"},
	} {
		_, err := Open(t.Context(), c.address, Options{})
		require.ErrorContains(t, err, c.says, name)
		require.NotContains(t, err.Error(), "s3cret", name)
		require.NotContains(t, err.Error(), "\n", name)
	}
}

// Open leaves databases of other programs unchanged.
func TestForeignDatabases(t *testing.T) {
	address := storetest.Postgres(t)
	_, err := Open(t.Context(), address, Options{ReadOnly: true})
	require.ErrorContains(t, err, "this database is empty")

	s := openedAt(t, address, Options{})
	storetest.Evening(t, s)
	_, err = Open(t.Context(), address, Options{})
	require.ErrorIs(t, err, store.ErrLocked)
	beside := openedAt(t, address, Options{ReadOnly: true})
	storetest.RequireValid(t, beside)
	require.ErrorIs(t, beside.CloseTable(t.Context(), 1, storetest.Noon), store.ErrReadOnly)

	must(s.base.Readers.Exec(`INSERT INTO settable_versions VALUES ('00099_later.sql')`))
	require.NoError(t, s.Close())
	_, err = Open(t.Context(), address, Options{})
	require.ErrorContains(t, err, "a newer Settable (00099_later.sql)")

	must(beside.base.Readers.Exec(`DROP TABLE settable_versions`))
	_, err = Open(t.Context(), address, Options{})
	require.ErrorContains(t, err, "another program's tables")
	require.NotContains(t, err.Error(), "\n")
}

// Open leaves a database unchanged if a different first script created it.
func TestUnreleasedDatabases(t *testing.T) {
	address := storetest.Postgres(t)
	s := openedAt(t, address, Options{})
	must(s.base.Readers.Exec(`UPDATE settable_versions SET name = '00001_schema.sql' WHERE name = '00001_tables.sql'`))
	require.NoError(t, s.Close())
	for _, opt := range []Options{{}, {ReadOnly: true}, {Shared: true}} {
		_, err := Open(t.Context(), address, opt)
		require.ErrorContains(t, err, "this database was written by a version before 0.1.0, which this version can't read: "+
			"use another database to start afresh, or export the games with the version that wrote it")
		require.NotContains(t, err.Error(), "\n")
	}
}

// withLaterMigration returns the migrations of a later version that has one more script.
func withLaterMigration(t *testing.T, text string) fs.FS {
	t.Helper()
	all := fstest.MapFS{"00099_later.sql": {Data: []byte(text)}}
	for _, name := range must(fs.Glob(migrations.Postgres(), "*.sql")) {
		all[name] = &fstest.MapFile{Data: must(fs.ReadFile(migrations.Postgres(), name))}
	}
	return all
}

// A failing script changes nothing, and a successful one keeps every row. Afterwards, an older version refuses the
// database.
func TestMigrationsAreAtomic(t *testing.T) {
	address := storetest.Postgres(t)
	s := openedAt(t, address, Options{})
	storetest.Evening(t, s)
	require.NoError(t, s.Close())

	broken := withLaterMigration(t, `CREATE TABLE half (n int); SELECT nothing`)
	_, err := Open(t.Context(), address, Options{Migrations: broken})
	require.ErrorContains(t, err, "running migration 00099_later.sql")
	s = openedAt(t, address, Options{})
	storetest.RequireValid(t, s)
	require.NoError(t, s.Check(t.Context()), "the failed script must leave no table behind")
	require.NoError(t, s.Close())

	newer := withLaterMigration(t, `ALTER TABLE players ADD COLUMN theme text NOT NULL DEFAULT ''`)
	_, err = Open(t.Context(), address, Options{Migrations: newer, ReadOnly: true})
	require.ErrorContains(t, err, "this database was written by an older Settable: start the bot once")
	s = openedAt(t, address, Options{Migrations: newer})
	storetest.RequireValid(t, s)
	require.NoError(t, s.Check(t.Context()))
	require.NoError(t, s.Close())
	_, err = Open(t.Context(), address, Options{})
	require.ErrorContains(t, err, "a newer Settable (00099_later.sql)")
}

// If the user or the server may only read the database, Open says that it can't be written to.
func TestReadOnlyDatabases(t *testing.T) {
	address := storetest.Postgres(t)
	s := openedAt(t, address, Options{})
	role := strings.TrimPrefix(s.config.Database, "settable") + "_guest"
	must(s.base.Readers.Exec(`CREATE ROLE "` + role + `" LOGIN`))
	require.NoError(t, s.Close())
	t.Cleanup(func() {
		s := must(Open(context.Background(), address, Options{}))
		must(s.base.Readers.Exec(`DROP ROLE "` + role + `"`))
		require.NoError(t, s.Close())
	})
	where := must(url.Parse(address))
	values := where.Query()
	values.Set("user", role)
	where.RawQuery = values.Encode()
	_, err := Open(t.Context(), where.String(), Options{})
	require.ErrorContains(t, err, "this user lacks privileges")

	values.Del("user")
	_, err = Open(t.Context(), address+"&default_transaction_read_only=on", Options{})
	require.ErrorContains(t, err, "this is a read-only replica")
}

func TestOldServers(t *testing.T) {
	for number, says := range map[string]string{"120017": "PostgreSQL 12 is too old: Settable needs 14",
		"90624": "PostgreSQL 9", "x": "reading the version", "140000": "", "170002": ""} {
		if err := checkVersion(number); says == "" {
			require.NoError(t, err)
		} else {
			require.ErrorContains(t, err, says)
		}
	}
}

func TestNamesHaveNoSecret(t *testing.T) {
	name, err := Name("postgres://bot:s3cret@db.example/cards")
	require.NoError(t, err)
	require.Equal(t, "PostgreSQL cards on db.example", name)
}

// A database can be opened again immediately after it was closed.
func TestReopeningAtOnce(t *testing.T) {
	address := storetest.Postgres(t)
	for range 40 {
		require.NoError(t, openedAt(t, address, Options{}).Close())
	}
}
