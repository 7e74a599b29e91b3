package main

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/cmd/settable/postgrestest"
	"settable/store/postgres"
)

// If the database server rejects the password, the program prints a single line without the password, exits with the
// status for databases, and leaves the data unchanged.
func TestWrongPasswordIsNotPrinted(t *testing.T) {
	t.Parallel()
	server := startServer(t)
	const right, wrong = "the-right-one-9", "a-canary-that-is-wrong"
	address := requirePassword(t, server, right)
	db, err := postgres.Open(t.Context(), address(right), postgres.Options{})
	require.NoError(t, err)
	require.NoError(t, db.Close())
	code, _, errs := settable(t, "", "audit", "--database", address(right))
	require.Zero(t, code, errs)

	kept := func() string {
		said, err := server.Ask(t.Context(), "locked", `SELECT schema_to_xml('public', true, false, '')`)
		require.NoError(t, err)
		return said
	}
	before := kept()
	require.Contains(t, before, "<secret")
	token := strings.Repeat("x", 24) + ".abcdef." + strings.Repeat("y", 38)
	for name, args := range map[string][]string{"audit": nil, "run": {"--token", token},
		"check": {"--token", token}} {
		for _, password := range []string{wrong, ""} {
			code, out, errs := settable(t, "", append([]string{name, "--database", address(password)}, args...)...)
			told := out + errs
			require.Equal(t, exitDatabase, code, "%s: %s", name, told)
			require.NotContains(t, told, wrong, name)
			var lines []string
			for line := range strings.Lines(told) {
				if strings.Contains(line, "wrong password") {
					lines = append(lines, line)
				}
			}
			require.Len(t, lines, 1, "%s: %s", name, told)
			if name != "check" { // it prints a line for each check
				require.Equal(t, 1, strings.Count(told, "\n"), "%s: %s", name, told)
			}
		}
	}
	require.Equal(t, before, kept())
}

// requirePassword makes a server require a password for a separate database. It returns a function that builds the
// database's address with a given password.
func requirePassword(t *testing.T, server *postgrestest.Cluster, right string) func(password string) string {
	t.Helper()
	require.NoError(t, server.Create(t.Context(), "locked"))
	for _, statement := range []string{`CREATE ROLE guest LOGIN PASSWORD '` + right + `'`,
		`ALTER DATABASE locked OWNER TO guest`} {
		_, err := server.Ask(t.Context(), "postgres", statement)
		require.NoError(t, err)
	}
	rules := filepath.Join(filepath.Dir(server.Log()), "data", "pg_hba.conf")
	trusting, err := os.ReadFile(rules)
	require.NoError(t, err)
	require.NoError(t, server.Stop()) // the server reads the rules when it starts
	// The first matching rule applies: https://www.postgresql.org/docs/current/auth-pg-hba-conf.html
	strict := "local all guest scram-sha-256\n" + string(trusting)
	require.NoError(t, os.WriteFile(rules, []byte(strict), 0o600))
	require.NoError(t, server.Start(t.Context()))
	return func(password string) string {
		where, err := url.Parse(server.Address("locked"))
		require.NoError(t, err)
		how := where.Query()
		how.Set("user", "guest")
		how.Set("password", password)
		where.RawQuery = how.Encode()
		return where.String()
	}
}

// The commands run, check and config refuse a database that can't store every name, in one line each.
func TestDatabaseWithAnotherEncodingIsRefused(t *testing.T) {
	t.Parallel()
	server := startServer(t)
	_, err := server.Ask(t.Context(), "postgres", `CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`)
	require.NoError(t, err)
	token := strings.Repeat("x", 24) + ".abcdef." + strings.Repeat("y", 38)
	for _, name := range []string{"run", "check", "config"} {
		code, out, errs := settable(t, "", name, "--database", server.Address("latin"), "--token", token)
		require.Equal(t, exitDatabase, code, "%s: %s", name, out+errs)
		require.Equal(t, 1, strings.Count(out+errs, "this database has the encoding LATIN1, but Settable needs UTF8"), name)
	}
}
