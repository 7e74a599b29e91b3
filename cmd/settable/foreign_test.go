package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/store/postgres"
)

// The program refuses a database that it must not write. It prints a single line, exits with the status for databases,
// and leaves the database unchanged.
func TestForeignDatabasesAreRefused(t *testing.T) {
	t.Parallel()
	server := startServer(t)
	kept := func(name string) string {
		said, err := server.Ask(t.Context(), name, `SELECT count(*) FROM pg_class`)
		require.NoError(t, err)
		return said
	}
	for name, c := range map[string]struct {
		ours         bool // the bot has used the database before
		before, says string
		with         func(address string) string
	}{
		"newer":  {true, `INSERT INTO settable_versions VALUES ('00099_later.sql')`, "a newer Settable", nil},
		"theirs": {false, `CREATE TABLE theirs (id int)`, "another program's tables", nil},
		"replica": {true, `SELECT 1`, "a read-only replica", func(address string) string {
			return address + "&default_transaction_read_only=on"
		}},
		"guest": {true, `CREATE ROLE guest LOGIN`, "lacks privileges", func(address string) string {
			return strings.Replace(address, "user=settable", "user=guest", 1)
		}},
	} {
		require.NoError(t, server.Create(t.Context(), name))
		address := server.Address(name)
		if c.ours {
			db, err := postgres.Open(t.Context(), address, postgres.Options{})
			require.NoError(t, err)
			require.NoError(t, db.Close())
		}
		_, err := server.Ask(t.Context(), name, c.before)
		require.NoError(t, err)
		if c.with != nil {
			address = c.with(address)
		}
		before := kept(name)
		code, _, errs := settable(t, "", "run", "--database", address, "--token",
			strings.Repeat("x", 24)+".abcdef."+strings.Repeat("y", 38))
		require.Equal(t, exitDatabase, code, "%s: %s", name, errs)
		require.Contains(t, errs, c.says, name)
		require.Equal(t, 1, strings.Count(errs, "\n"), "%s: %s", name, errs)
		require.Equal(t, before, kept(name), name)
	}
}
