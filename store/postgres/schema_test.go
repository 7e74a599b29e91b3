package postgres

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/store"
	"settable/store/ids"
	"settable/store/storetest"
)

// playedDatabase returns a database with a finished game, in which the players' numbers equal their Discord ids.
func playedDatabase(t *testing.T) *DB {
	t.Helper()
	s := openedAt(t, storetest.Postgres(t), Options{})
	for _, who := range []ids.User{storetest.Ann, storetest.Bob, storetest.Cat} {
		must(s.base.Readers.Exec(`INSERT INTO people (id, discord) VALUES ($1, $1)`, int64(who)))
	}
	storetest.Evening(t, s)
	return s
}

// The server refuses manual writes that the store would never make.
func TestIllegalWritesAreRefused(t *testing.T) {
	s := playedDatabase(t)
	at := "(SELECT at FROM lines WHERE table_id = 1 AND n = 4)"
	for text, says := range map[string]string{
		`UPDATE transfers SET amount = 2`:                                           "never changed",
		`DELETE FROM transfers`:                                                     "never deleted",
		`UPDATE accounts SET paid_in = paid_in + 1 WHERE id = 2`:                    "follow its transfers",
		`DELETE FROM accounts WHERE id = 2`:                                         "never deleted",
		`UPDATE lines SET words = 'x'`:                                              "never changed",
		`UPDATE lines SET earlier = 1 WHERE n = 4`:                                  "never changed",
		`DELETE FROM lines`:                                                         "never deleted",
		`DELETE FROM grants`:                                                        "never deleted",
		`UPDATE grants SET amount = 1`:                                              "never changed",
		`UPDATE tables SET closed = 1`:                                              "there are chips on the table",
		`UPDATE tables SET guild = 5`:                                               "a table is not changed",
		`UPDATE seats SET player = 13`:                                              "never changed",
		`UPDATE secret SET key = key`:                                               "never changed",
		`INSERT INTO lines VALUES (1, 6, 1, -1, 'x', NULL, 0, NULL, 5)`:             "without gaps",
		`INSERT INTO lines VALUES (1, 5, 1, -1, 'x', NULL, 0, NULL, 4)`:             "goes on where the transfers",
		`INSERT INTO transfers VALUES (99, 4, 6, 1, 1, 4, NULL, 6, ` + at + `)`:     "does not cause",
		`INSERT INTO transfers VALUES (99, 4, 6, 1, 1, 4, NULL, 5, ` + at + `)`:     "stands already",
		`INSERT INTO accounts (guild, kind) VALUES (1000, 'house')`:                 "this account exists",
		`INSERT INTO accounts (guild, kind, paid_in) VALUES (7, 'house', 5)`:        "begins empty",
		`INSERT INTO grants VALUES (99, 1000, 11, 'start', 5, 1, NULL, NULL, NULL)`: "the start was granted",
		`INSERT INTO grants VALUES (99, 1000, 13, 'start', 0, 1, NULL, NULL, NULL)`: "between 1 and 100000",
		`INSERT INTO people (id, discord) VALUES (99, 11)`:                          "people_discord_key",
		`UPDATE people SET discord = 77 WHERE id = 11`:                              "stays the same person",
	} {
		_, err := s.base.Readers.Exec(text)
		require.ErrorContains(t, err, says, text)
	}
	storetest.RequireValid(t, s)
}

// The audit finds falsified data that was written with the triggers disabled.
func TestFalsifiedDataIsFound(t *testing.T) {
	s := playedDatabase(t)
	for _, table := range []string{"accounts", "transfers", "lines"} {
		must(s.base.Readers.Exec(`ALTER TABLE ` + table + ` DISABLE TRIGGER USER`))
	}
	for _, c := range []struct{ text, says string }{
		{`UPDATE accounts SET paid_in = paid_in + 1 WHERE id = 2`, "don't sum to zero"},
		{`DELETE FROM transfers WHERE n = 3 AND line = 3`, "transfers are missing: table 1: 4 of 5"},
		{`UPDATE lines SET earlier = 9 WHERE n = 2`, "don't follow those"},
		{`UPDATE lines SET words = 'pass' WHERE n = 4`, "a hash chain is broken"},
	} {
		must(s.base.Readers.Exec(c.text))
		require.Contains(t, findings(t, s), c.says)
	}
}

func findings(t *testing.T, s *DB) string {
	t.Helper()
	all := must(s.Flaws(t.Context()))
	return fmt.Sprintln(all)
}

// If a trigger, constraint or unique index is missing, the check names it.
func TestMissingGuardIsFound(t *testing.T) {
	s := openedAt(t, storetest.Postgres(t), Options{})
	require.NoError(t, s.Check(t.Context()))
	rows := must(s.base.Readers.Query(`SELECT 'trigger ' || tgname,
			'ALTER TABLE ' || tgrelid::regclass || ' DISABLE TRIGGER ' || tgname
		FROM pg_trigger WHERE NOT tgisinternal
		UNION ALL SELECT 'index ' || c.relname, 'DROP INDEX ' || c.relname FROM pg_index i
			JOIN pg_class c ON c.oid = i.indexrelid WHERE indisunique AND relnamespace = current_schema()::regnamespace
				AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = c.oid)
		UNION ALL SELECT 'constraint ' || conname || ' of ' || conrelid::regclass,
			'ALTER TABLE ' || conrelid::regclass || ' DROP CONSTRAINT ' || conname || ' CASCADE'
		FROM pg_constraint WHERE connamespace = current_schema()::regnamespace AND contype IN ('c', 'f')`))
	guards := map[string]string{}
	for rows.Next() {
		var name, away string
		require.NoError(t, rows.Scan(&name, &away))
		guards[name] = away
	}
	require.NoError(t, rows.Err())
	require.Greater(t, len(guards), 100)
	for _, away := range guards {
		_, err := s.base.Readers.Exec(away)
		require.NoError(t, err, away)
	}
	found := must(s.schemaDifferences(t.Context()))
	missed := map[string]bool{}
	for _, f := range found {
		missed[f.Where] = true
	}
	for name := range guards {
		require.True(t, missed[name], "the check doesn't notice that %s is missing", name)
	}
	require.Len(t, found, len(guards), "the check must find nothing else")
}

// The server can parse every statement.
func TestStatements(t *testing.T) {
	s := openedAt(t, storetest.Postgres(t), Options{})
	for _, text := range append(dialect.Writes(), dialect.Reads()...) {
		stmt, err := s.base.Readers.PrepareContext(t.Context(), text)
		require.NoError(t, err, text)
		require.NoError(t, stmt.Close())
	}
	for source, key := range map[store.Source][]byte{"m1": make([]byte, 32),
		"i77": []byte("0123456789abcdef0123456789abcdef")} {
		var sealed store.Source
		require.NoError(t, s.base.Readers.QueryRow(`SELECT seal($1, $2)`, key, string(source)).Scan(&sealed))
		require.Equal(t, store.NewChain(key).Seal(source), sealed)
	}
}
