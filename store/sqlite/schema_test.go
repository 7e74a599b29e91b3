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
	"settable/store"
	"settable/store/sqlite/dbfile"
)

// TestStatements prepares every statement against the migrated schema, on a
// connection that the store did not prepare them on.
func TestStatements(t *testing.T) {
	s, ctx := opened(t, Options{}), t.Context()
	for i, text := range reads {
		require.NotEmpty(t, text, "query %d has no words", i)
		stmt, err := s.readers.PrepareContext(ctx, text)
		require.NoError(t, err, text)
		require.NoError(t, stmt.Close())
	}
	require.NoError(t, s.write(ctx, func(tx *transaction) error {
		for i, text := range writes {
			require.NotEmpty(t, text, "write %d has no words", i)
			stmt, err := tx.PrepareContext(ctx, text)
			require.NoError(t, err, text)
			require.NoError(t, stmt.Close())
		}
		return nil
	}, nil))
	for _, law := range laws {
		_, err := s.readers.ExecContext(ctx, "EXPLAIN "+law.ask)
		require.NoError(t, err, law.says)
	}
	for _, law := range books {
		_, err := s.readers.ExecContext(ctx, "EXPLAIN "+law.question(), 0)
		require.NoError(t, err, law.says)
	}
}

// TestBoardsReadTheirIndices holds each leaderboard to the way that is made for it: from the guild to its
// tables, and from each to what is counted there, whoever sits on the seat.
func TestBoardsReadTheirIndices(t *testing.T) {
	s := opened(t, Options{})
	for name, board := range map[string]store.Board{
		"ever": {}, "ever, a game": {Game: "classic"}, "a period": {Since: noon},
		"a period, a game": {Until: noon, Game: "classic"}, "wins": {Count: games.Wins},
		"the fastest": {Count: games.Fastest, Since: noon},
	} {
		t.Run(name, func(t *testing.T) {
			what, args := ask(board)
			lines := strings.Join(plan(t, s, reads[what], append([]any{1, "sets", 10, 1, 1}, args...)...), "\n")
			require.Contains(t, lines, "SEARCH t USING COVERING INDEX tables_guild (guild=?")
			require.Equal(t, board.Since.IsZero() && board.Until.IsZero(),
				strings.Contains(lines, "SEARCH totals USING PRIMARY KEY (guild=? AND what=?"))
			require.Contains(t, lines, "SEARCH y USING PRIMARY KEY (table_id=? AND what=?)")
			require.Contains(t, lines, "SEARCH s USING PRIMARY KEY (table_id=? AND seat=?)")
		})
	}
	for _, text := range []string{reads[selectTallies], writes[insertLine], writes[selectPlayed]} {
		lines := strings.Join(plan(t, s, text, make([]any, strings.Count(text, "?"))...), "\n")
		require.NotRegexp(t, `SCAN (lines|tallies)`, lines)
	}
}

// TestChipsReadTheirIndices holds what is asked of the ledger to the indices
// made for it: nothing looks through all transfers or all accounts.
func TestChipsReadTheirIndices(t *testing.T) {
	s := opened(t, Options{})
	for what, args := range map[query][]any{
		selectChipsEver:  {1, "chips", 10, 1, 1},
		selectChipsWon:   {1, "chips", 10, 1, 1, 0, 5},
		selectChipsWonOf: {1, "chips", 10, 1, 1, 0, 5, "poker"},
		selectChipsOwned: {1, "owned", 10, 1, 1},
		selectHolding:    {1, 1},
		selectHistory:    {1, 1, 1, 10},
		selectPurses:     {1},
		selectMoved:      {1},
		selectStanding:   {1},
		selectSettled:    {1},
		selectGains:      {1},
		selectWelcomed:   {1, 1},
		selectGifts:      {1, 1, 10},
	} {
		for _, line := range plan(t, s, reads[what], args...) {
			require.NotRegexp(t, `^SCAN (a|o|t|x|l|g|m|accounts|transfers|grants|lines|tables)( |$)`, line,
				reads[what])
		}
	}
	won := strings.Join(plan(t, s, reads[selectChipsWon], 1, "chips", 10, 1, 1, 0, 5), "\n")
	require.Contains(t, won, "USING INDEX transfers_line (table_id=? AND at>? AND at<?)")
}

// TestNightsReadTheirIndices holds what is asked of nights and plans to the few that are meant, not all.
func TestNightsReadTheirIndices(t *testing.T) {
	s := opened(t, Options{})
	require.Contains(t, plan(t, s, reads[selectPending])[0], "USING INDEX plans_due")
	require.Contains(t, plan(t, s, reads[selectPlanned], 1, 1)[0], "USING INDEX plans_ahead")
	for _, line := range plan(t, s, reads[selectNights], 1, 1, 10) {
		require.NotRegexp(t, `^SCAN (t|s|y|nights|tables)( |$)`, line)
	}
	for _, what := range []query{selectStanding, selectSettled, selectGains, selectLastNight} {
		for _, line := range plan(t, s, reads[what], 1) {
			require.NotRegexp(t, `^SCAN (t|s|y|x|o|a|w|p|nights|tables|accounts|transfers|tallies)( |$)`, line,
				reads[what])
		}
	}
}

// plan is how SQLite goes about a query.
func plan(t *testing.T, s *DB, text string, args ...any) []string {
	t.Helper()
	rows, err := s.readers.Query("EXPLAIN QUERY PLAN "+text, args...)
	require.NoError(t, err)
	lines, err := collect(rows, func(r row) (text string, err error) {
		var id, parent, unused int
		err = r.Scan(&id, &parent, &unused, &text)
		return text, err
	}, "a plan")
	require.NoError(t, err)
	return lines
}

// pragma reads one setting of a connection.
func pragma(t *testing.T, conn *sql.Conn, name string) (value string) {
	t.Helper()
	require.NoError(t, conn.QueryRowContext(context.Background(), "PRAGMA "+name).Scan(&value))
	return value
}

func TestEveryConnection(t *testing.T) {
	const readers = 5
	s, ctx := opened(t, Options{Readers: readers}), t.Context()
	want := map[string]string{
		"foreign_keys": "1", "synchronous": "2", "journal_mode": "wal",
		"recursive_triggers": "1", "busy_timeout": "5000", "application_id": fmt.Sprint(dbfile.ApplicationID),
	}
	for name, value := range want {
		require.Equal(t, value, pragma(t, s.tx.Conn.Conn, name), name)
	}
	require.Equal(t, "1000", pragma(t, s.tx.Conn.Conn, "wal_autocheckpoint"))
	require.Equal(t, "2", pragma(t, s.tx.Conn.Conn, "temp_store"))
	require.Equal(t, "0", pragma(t, s.tx.Conn.Conn, "query_only"))

	conns := make([]*sql.Conn, readers) // held all at once, so that they are different ones
	for i := range conns {
		var err error
		conns[i], err = s.readers.Conn(ctx)
		require.NoError(t, err)
	}
	for _, conn := range conns {
		for name, value := range want {
			require.Equal(t, value, pragma(t, conn, name), name)
		}
		require.Equal(t, "1", pragma(t, conn, "query_only"))
		_, err := conn.ExecContext(ctx, `INSERT INTO guilds (guild) VALUES (1)`)
		require.ErrorContains(t, err, "readonly")
		_, err = conn.ExecContext(ctx, `PRAGMA query_only = 0`)
		require.NoError(t, err)
		_, err = conn.ExecContext(ctx, `INSERT INTO guilds (guild) VALUES (1)`)
		require.ErrorContains(t, err, "readonly", "the file itself is open for reading only")
		require.NoError(t, conn.Close())
	}
	require.Equal(t, readers, s.readers.Stats().OpenConnections)
}

func TestTablesAreStrict(t *testing.T) {
	s := opened(t, Options{})
	rows, err := s.readers.Query(`SELECT name FROM pragma_table_list
		WHERE schema = 'main' AND type = 'table' AND NOT strict
		AND name NOT LIKE 'sqlite_%' AND name <> 'goose_db_version'`)
	require.NoError(t, err)
	loose, err := collect(rows, aName, "tables")
	require.NoError(t, err)
	require.Empty(t, loose)
}

// TestIllegalWrites tries by hand what the store never does.
func TestIllegalWrites(t *testing.T) {
	s, ctx := opened(t, Options{}), t.Context()
	table, other := seated(t, s, channel), seated(t, s, channel+1)
	require.Equal(t, []store.TableID{1, 2}, []store.TableID{table.ID, other.ID})
	require.NoError(t, s.Append(ctx, store.Entry{Table: 1, Played: []store.Played{
		said(ann, "join", "m1"), said(bob, "set a b c", "m2", games.Tally{Seat: 2, Count: games.Sets, N: 1}),
	}}))
	require.NoError(t, s.CloseTable(ctx, 2, noon))
	_, err := s.OpenTable(ctx, store.Table{
		Guild: guild, Channel: 5, Game: "classic", Opener: ann, Opened: noon}, "i1")
	require.NoError(t, err)
	before := dump(t, s)

	for _, c := range []struct{ sql, says string }{
		{`UPDATE lines SET words = 'set d e f' WHERE n = 2`, "a line is never changed"},
		{`UPDATE OR REPLACE lines SET n = 1 WHERE n = 2`, "a line is never changed"},
		{`DELETE FROM lines`, "a line is never deleted"},
		{`INSERT OR REPLACE INTO lines VALUES (1, 2, 1, 1, 'x', NULL, 0, NULL, 0)`, "without gaps"},
		{`INSERT OR REPLACE INTO lines VALUES (1, 3, 1, 1, 'x', 'm1', 0, NULL, 0)`, "this source was played"},
		{`INSERT OR IGNORE INTO lines VALUES (1, 3, 1, 1, 'x', 'i1', 0, NULL, 0)`, "this source was played"},
		{`INSERT INTO lines VALUES (1, 4, 1, 1, 'x', NULL, 0, NULL, 0)`, "without gaps"},
		{`INSERT INTO lines VALUES (1, 3, 1, 9, 'x', NULL, 0, NULL, 0)`, "nobody sits there"},
		{`INSERT INTO lines VALUES (1, 3, 1, 0, 'x', NULL, 0, NULL, 0)`, "CHECK"},
		{`INSERT INTO lines VALUES (1, 3, 1, -3, 'x', NULL, 0, NULL, 0)`, "CHECK"},
		{`INSERT INTO lines VALUES (1, 3, 0, -1, 'x', NULL, 0, NULL, 0)`, "CHECK"},
		{`INSERT INTO lines VALUES (1, 3, 1, -1, 'x', '', 0, NULL, 0)`, "CHECK"},
		{`INSERT INTO lines VALUES (1, 3, 'soon', -1, 'x', NULL, 0, NULL, 0)`, "cannot store TEXT value"},
		{`INSERT INTO lines VALUES (2, 1, 1, -1, 'x', NULL, 0, NULL, 0)`, "the table is closed"},
		{`INSERT INTO lines VALUES (404, 1, 1, -1, 'x', NULL, 0, NULL, 0)`, "FOREIGN KEY"},

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
			`INSERT OR REPLACE INTO tables (id, guild, channel, game, options, opener, opened) VALUES (2, 1, 1, 'x', '{}', 1, 1)`, "this table exists"},
		{
			`INSERT OR REPLACE INTO tables (guild, channel, game, options, opener, opened) VALUES (1, 2000, 'x', '{}', 1, 1)`, "the channel has an open table"},
		{
			`INSERT INTO tables (guild, channel, game, options, opener, opened, source) VALUES (1, 9, 'x', '{}', 1, 1, 'm1')`, "this source was played"},
		{
			`INSERT OR REPLACE INTO tables (guild, channel, game, options, opener, opened, source) VALUES (1, 9, 'x', '{}', 1, 1, 'i1')`, "this source was played"},
		{`INSERT INTO tables (guild, channel, game, options, opener, opened) VALUES (1, 9, 'x', 'none', 1, 1)`,
			"CHECK"},
		{`INSERT INTO tables (guild, channel, game, options, opener, opened) VALUES (0, 9, 'x', '{}', 1, 1)`,
			"CHECK"},
	} {
		refused(t, s, c.sql, c.says)
	}
	require.Equal(t, before, dump(t, s), "what was refused changed nothing")
	require.NoError(t, s.Check(ctx))
}

// refused tries a write with and without recursive triggers.
func refused(t *testing.T, s *DB, sql, says string) {
	t.Helper()
	ctx := t.Context()
	// What opened a table or a night, or was granted, is sealed.
	sql = regexp.MustCompile(`'i\d+'`).ReplaceAllStringFunc(sql, func(source string) string {
		return "'" + string(s.chain.Seal(store.Source(strings.Trim(source, "'")))) + "'"
	})
	for _, recursive := range []string{"ON", "OFF"} {
		_, err := s.tx.ExecContext(ctx, "PRAGMA recursive_triggers = "+recursive)
		require.NoError(t, err)
		err = s.write(ctx, func(tx *transaction) error {
			_, err := tx.ExecContext(ctx, sql)
			return err
		}, nil)
		require.ErrorContains(t, err, says, "%s (recursive_triggers %s)", sql, recursive)
	}
}

// dump is all that a database holds, table by table.
func dump(t *testing.T, s *DB) (all []string) {
	t.Helper()
	for _, table := range []string{"tables", "seats", "lines", "tallies", "guilds", "players", "names",
		"accounts", "grants", "transfers", "nights", "identifies", "secret"} {
		rows, err := s.readers.Query(`SELECT * FROM ` + table)
		require.NoError(t, err)
		columns, err := rows.Columns()
		require.NoError(t, err)
		some, err := collect(rows, func(r row) (string, error) {
			cells := make([]any, len(columns))
			for i := range cells {
				cells[i] = new(any)
			}
			err := r.Scan(cells...)
			text := table
			for i := range cells {
				text += fmt.Sprintf(" %s=%v", columns[i], *cells[i].(*any))
			}
			return text, err
		}, table)
		require.NoError(t, err)
		all = append(all, some...)
	}
	return all
}

func aName(r row) (name string, err error) {
	err = r.Scan(&name)
	return name, err
}

// TestEveryQuestionCanBeAsked prepares what the readers may ask, which a start does not.
func TestEveryQuestionCanBeAsked(t *testing.T) {
	s := opened(t, Options{})
	for q := range reads {
		_, err := s.asked.prepared(t.Context(), s.readers, query(q))
		require.NoError(t, err)
	}
}
