package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/gamestest"
	"settable/store"
	"settable/store/sqlstore"
)

// pragma reads one setting of a connection.
func pragma(t *testing.T, conn *sql.Conn, name string) (value string) {
	t.Helper()
	require.NoError(t, conn.QueryRowContext(context.Background(), "PRAGMA "+name).Scan(&value))
	return value
}

func TestEveryConnection(t *testing.T) {
	const readers = 5
	s, ctx := newStore(t, Options{Readers: readers}), t.Context()
	want := map[string]string{
		"foreign_keys": "1", "synchronous": "2", "journal_mode": "wal",
		"recursive_triggers": "1", "application_id": fmt.Sprint(applicationID),
	}
	for name, value := range want {
		require.Equal(t, value, pragma(t, s.base.Tx.Conn.Conn, name), name)
	}
	require.Equal(t, "1000", pragma(t, s.base.Tx.Conn.Conn, "wal_autocheckpoint"))
	require.Equal(t, "2", pragma(t, s.base.Tx.Conn.Conn, "temp_store"))
	require.Equal(t, "0", pragma(t, s.base.Tx.Conn.Conn, "query_only"))
	require.Equal(t, "0", pragma(t, s.base.Tx.Conn.Conn, "busy_timeout"), "the writer waits for locks itself")

	conns := make([]*sql.Conn, readers) // all connections are held at once, so that they differ
	for i := range conns {
		var err error
		conns[i], err = s.base.Readers.Conn(ctx)
		require.NoError(t, err)
	}
	for _, conn := range conns {
		for name, value := range want {
			require.Equal(t, value, pragma(t, conn, name), name)
		}
		require.Equal(t, "1", pragma(t, conn, "query_only"))
		require.Equal(t, "5000", pragma(t, conn, "busy_timeout"))
		_, err := conn.ExecContext(ctx, `INSERT INTO guilds (guild) VALUES (1)`)
		require.ErrorContains(t, err, "readonly")
		must(conn.ExecContext(ctx, `PRAGMA query_only = 0`))
		_, err = conn.ExecContext(ctx, `INSERT INTO guilds (guild) VALUES (1)`)
		require.ErrorContains(t, err, "readonly", "the file is opened read-only")
		require.NoError(t, conn.Close())
	}
	require.Equal(t, readers, s.base.Readers.Stats().OpenConnections)
}

func TestTablesAreStrict(t *testing.T) {
	s := newStore(t, Options{})
	require.Empty(t, query[string](t, s, `SELECT name FROM pragma_table_list
		WHERE schema = 'main' AND type = 'table' AND NOT strict
		AND name NOT LIKE 'sqlite_%'`))
}

// SQLite refuses manual writes that the store would never make.
func TestIllegalWrites(t *testing.T) {
	gamestest.SkipUnderRace(t)
	s, ctx := newStore(t, Options{}), t.Context()
	table, other := seated(t, s, channel), seated(t, s, channel+1)
	require.Equal(t, []store.TableID{1, 2}, []store.TableID{table.ID, other.ID})
	played(t, s, 1, 0, said(ann, "join", "m1"), said(bob, "set a b c", "m2", games.Tally{Seat: 2, Count: games.Sets, N: 1}))
	require.NoError(t, s.CloseTable(ctx, 2, noon))
	must(s.OpenTable(ctx, store.Table{
		Guild: guild, Channel: 5, Game: "classic", Opener: ann, Opened: noon}, "i1"))
	before := dump(t, s)

	for _, c := range []struct{ sql, says string }{
		{`UPDATE lines SET words = 'set d e f' WHERE n = 2`, "a line is never changed"},
		{`UPDATE OR REPLACE lines SET n = 1 WHERE n = 2`, "a line is never changed"},
		{`DELETE FROM lines`, "a line is never deleted"},
		{`INSERT OR REPLACE INTO lines VALUES (1, 2, 1, 1, 'x', NULL, 0, zeroblob(16), 0)`, "without gaps"},
		{`INSERT OR REPLACE INTO lines VALUES (1, 3, 1, 1, 'x', 'm1', 0, zeroblob(16), 0)`, "this source was played"},
		{`INSERT OR IGNORE INTO lines VALUES (1, 3, 1, 1, 'x', 'i1', 0, zeroblob(16), 0)`, "this source was played"},
		{`INSERT INTO lines VALUES (1, 4, 1, 1, 'x', NULL, 0, zeroblob(16), 0)`, "without gaps"},
		{`INSERT INTO lines VALUES (1, 3, 1, 9, 'x', NULL, 0, zeroblob(16), 0)`, "nobody sits there"},
		{`INSERT INTO lines VALUES (1, 3, 1, 0, 'x', NULL, 0, zeroblob(16), 0)`, "CHECK"},
		{`INSERT INTO lines VALUES (1, 3, 1, -3, 'x', NULL, 0, zeroblob(16), 0)`, "CHECK"},
		{`INSERT INTO lines VALUES (1, 3, 0, -1, 'x', NULL, 0, zeroblob(16), 0)`, "CHECK"},
		{`INSERT INTO lines VALUES (1, 3, 1, -1, 'x', '', 0, zeroblob(16), 0)`, "CHECK"},
		{`INSERT INTO lines VALUES (1, 3, 'soon', -1, 'x', NULL, 0, zeroblob(16), 0)`, "cannot store TEXT value"},
		{`INSERT INTO lines VALUES (2, 1, 1, -1, 'x', NULL, 0, zeroblob(16), 0)`, "the table is closed"},
		{`INSERT INTO lines VALUES (404, 1, 1, -1, 'x', NULL, 0, zeroblob(16), 0)`, "FOREIGN KEY"},

		{`UPDATE seats SET player = 13`, "a seat is never changed"},
		{`DELETE FROM seats`, "a seat is never deleted"},
		{`INSERT OR REPLACE INTO seats VALUES (1, 1, 13)`, "this seat is taken"},
		{`INSERT INTO seats VALUES (404, 1, 13)`, "FOREIGN KEY"},
		{`INSERT INTO seats VALUES (1, 0, 13)`, "CHECK"},
		{`INSERT INTO seats VALUES (1, 3, 0)`, "CHECK"},

		{`UPDATE tallies SET n = 100`, "a tally is never changed"},
		{`DELETE FROM tallies`, "a tally is never deleted"},
		{`INSERT OR REPLACE INTO tallies SELECT table_id, what, line, seat, 100 FROM tallies`, "stands already"},
		{`INSERT INTO tallies SELECT table_id, 'wins', line, seat, 0 FROM tallies`, "CHECK"},
		{`INSERT INTO tallies SELECT table_id, 'wins', line, seat + 1, 1 FROM tallies`, "of a line and a seat"},
		{`INSERT INTO tallies SELECT table_id, 'wins', line + 1, seat, 1 FROM tallies`, "of a line and a seat"},

		{`DELETE FROM tables WHERE id = 2`, "a table is never deleted"},
		{`UPDATE tables SET guild = 7`, "a table is not changed"},
		{`UPDATE tables SET options = '{"penalty":"none"}'`, "a table is not changed"},
		{`UPDATE tables SET closed = NULL WHERE id = 2`, "nor opened again"},
		{`UPDATE tables SET closed = 5 WHERE id = 2`, "nor opened again"},
		{`UPDATE tables SET shown = -1`, "CHECK"},
		{
			`INSERT OR REPLACE INTO tables (id, guild, channel, game, options, opener, opened, chain) VALUES (2, 1, 1, 'x', '{}', 1, 1, zeroblob(16))`, "this table exists"},
		{
			`INSERT OR REPLACE INTO tables (guild, channel, game, options, opener, opened, chain) VALUES (1, 2000, 'x', '{}', 1, 1, zeroblob(16))`, "the channel has an open table"},
		{
			`INSERT INTO tables (guild, channel, game, options, opener, opened, source, chain) VALUES (1, 9, 'x', '{}', 1, 1, 'm1', zeroblob(16))`, "this source was played"},
		{
			`INSERT OR REPLACE INTO tables (guild, channel, game, options, opener, opened, source, chain) VALUES (1, 9, 'x', '{}', 1, 1, 'i1', zeroblob(16))`, "this source was played"},
		{`INSERT INTO tables (guild, channel, game, options, opener, opened, chain) VALUES (1, 9, 'x', 'none', 1, 1, zeroblob(16))`,
			"CHECK"},
		{`INSERT INTO tables (guild, channel, game, options, opener, opened, chain) VALUES (0, 9, 'x', '{}', 1, 1, zeroblob(16))`,
			"CHECK"},
	} {
		requireRefused(t, s, c.sql, c.says)
	}
	require.Equal(t, before, dump(t, s), "refused statements must change nothing")
	require.NoError(t, s.Check(ctx))
}

// requireRefused tries a write with and without recursive triggers.
func requireRefused(t *testing.T, s *DB, sql, says string) {
	t.Helper()
	ctx := t.Context()
	// The sources of tables, nights and grants are sealed.
	sql = regexp.MustCompile(`'i\d+'`).ReplaceAllStringFunc(sql, func(source string) string {
		return "'" + string(s.base.Chain.Seal(store.Source(strings.Trim(source, "'")))) + "'"
	})
	for _, recursive := range []string{"ON", "OFF"} {
		must(s.base.Tx.ExecContext(ctx, "PRAGMA recursive_triggers = "+recursive))
		err := s.base.Write(ctx, func(tx *sqlstore.Tx) error {
			_, err := tx.ExecContext(ctx, sql)
			return err
		}, nil)
		require.ErrorContains(t, err, says, "%s (recursive_triggers %s)", sql, recursive)
	}
}
