package sqlstore_test

import (
	"database/sql"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/store"
	"settable/store/sqlite"
	"settable/store/sqlstore"
	"settable/store/storetest"
)

// separateConn is a separate connection to an SQLite database.
type separateConn struct{ db *sql.DB }

func opened(t *testing.T) separateConn {
	t.Helper()
	path := filepath.Join(t.TempDir(), "settable.db")
	s, err := sqlite.Open(t.Context(), path, sqlite.Options{})
	require.NoError(t, err)
	db, err := sql.Open("sqlite", path)
	require.NoError(t, err)
	t.Cleanup(func() {
		require.NoError(t, db.Close())
		require.NoError(t, s.Close())
	})
	return separateConn{db}
}

// Every statement can be prepared against the migrated schema, on a connection of the test.
func TestStatements(t *testing.T) {
	s := opened(t)
	for _, text := range slices.Concat(sqlstore.Reads, sqlstore.Writes) {
		require.NotEmpty(t, text)
		stmt, err := s.db.PrepareContext(t.Context(), text)
		require.NoError(t, err, text)
		require.NoError(t, stmt.Close())
	}
	for _, law := range slices.Concat(sqlstore.Laws, sqlstore.Audits) {
		_, err := s.db.ExecContext(t.Context(), "EXPLAIN "+law.Ask, 0)
		require.NoError(t, err, law.Says)
	}
}

// Each leaderboard uses the indices made for it: from the guild to its tables, from each table to its tallies, and from
// each tally to its seat.
func TestLeaderboardsUseIndices(t *testing.T) {
	s := opened(t)
	for name, board := range map[string]store.Board{
		"ever": {}, "ever, a game": {Game: "classic"}, "a period": {Since: storetest.Noon},
		"a period, a game": {Until: storetest.Noon, Game: "classic"}, "wins": {Count: games.Wins},
		"the fastest": {Count: games.Fastest, Since: storetest.Noon},
	} {
		t.Run(name, func(t *testing.T) {
			what, args := sqlstore.Asks(board)
			args = append([]any{1, "sets", 10, 1, 1}, args...)
			lines := strings.Join(queryPlan(t, s, sqlstore.Reads[what], args...), "\n")
			require.Contains(t, lines, "SEARCH t USING COVERING INDEX tables_guild (guild=?")
			require.Equal(t, board.Since.IsZero() && board.Until.IsZero(),
				strings.Contains(lines, "SEARCH totals USING PRIMARY KEY (guild=? AND what=?"))
			require.Contains(t, lines, "SEARCH y USING PRIMARY KEY (table_id=? AND what=?)")
			require.Contains(t, lines, "SEARCH s USING PRIMARY KEY (table_id=? AND seat=?)")
		})
	}
	for _, text := range []string{sqlstore.Reads[sqlstore.SelectTallies], sqlstore.Writes[sqlstore.InsertLine],
		sqlstore.Writes[sqlstore.SelectPlayed]} {
		lines := strings.Join(queryPlan(t, s, text, make([]any, 9)...), "\n")
		require.NotRegexp(t, `SCAN (lines|tallies)`, lines)
	}
}

// Ledger queries use the indices made for them. None scans all transfers or all accounts.
func TestChipQueriesUseIndices(t *testing.T) {
	s := opened(t)
	for what, args := range map[sqlstore.Query][]any{
		sqlstore.SelectChipsEver:     {1, "chips", 10, 1, 1},
		sqlstore.SelectChipsWon:      {1, "chips", 10, 1, 1, 0, 5},
		sqlstore.SelectChipsWonOf:    {1, "chips", 10, 1, 1, 0, 5, "poker"},
		sqlstore.SelectChipsOwned:    {1, "owned", 10, 1, 1},
		sqlstore.SelectHolding:       {1, 1},
		sqlstore.SelectSeated:        {1, 1},
		sqlstore.SelectMovements:     {1, 1, 1},
		sqlstore.SelectHowMany:       {1, 1, 1},
		sqlstore.SelectGrantsTo:      {1, 1},
		sqlstore.SelectBalance:       {1, 1},
		sqlstore.SelectTableAccounts: {1},
		sqlstore.SelectMoved:         {1},
		sqlstore.SelectStanding:      {1},
		sqlstore.SelectSettled:       {1},
		sqlstore.SelectGains:         {1},
		sqlstore.SelectWelcomed:      {1, 1},
		sqlstore.SelectGifts:         {1, 1, 10},
	} {
		for _, line := range queryPlan(t, s, sqlstore.Reads[what], args...) {
			require.NotRegexp(t, `^SCAN (a|o|t|x|l|g|m|accounts|transfers|grants|lines|tables)( |$)`, line,
				sqlstore.Reads[what])
		}
	}
	won := strings.Join(queryPlan(t, s, sqlstore.Reads[sqlstore.SelectChipsWon], 1, "chips", 10, 1, 1, 0, 5), "\n")
	require.Contains(t, won, "USING INDEX transfers_line (table_id=? AND at>? AND at<?)")
}

// Queries of nights and plans read only the rows that they need.
func TestNightQueriesUseIndices(t *testing.T) {
	s := opened(t)
	require.Contains(t, queryPlan(t, s, sqlstore.Reads[sqlstore.SelectPending], 0, 1)[0], "USING INDEX plans_due")
	require.Contains(t, queryPlan(t, s, sqlstore.Reads[sqlstore.SelectPlanned], 1, 1)[0], "USING INDEX plans_ahead")
	for _, line := range queryPlan(t, s, sqlstore.Reads[sqlstore.SelectNights], 1, 1, 10) {
		require.NotRegexp(t, `^SCAN (t|s|y|nights|tables)( |$)`, line)
	}
	for _, what := range []sqlstore.Query{sqlstore.SelectStanding, sqlstore.SelectSettled, sqlstore.SelectGains,
		sqlstore.SelectLastNight} {
		for _, line := range queryPlan(t, s, sqlstore.Reads[what], 1) {
			require.NotRegexp(t, `^SCAN (t|s|y|x|o|a|w|p|nights|tables|accounts|transfers|tallies)( |$)`, line,
				sqlstore.Reads[what])
		}
	}
}

// queryPlan returns SQLite's query plan.
func queryPlan(t *testing.T, s separateConn, text string, args ...any) (lines []string) {
	t.Helper()
	rows, err := s.db.Query("EXPLAIN QUERY PLAN "+text, args...)
	require.NoError(t, err)
	defer func() { require.NoError(t, rows.Close()) }()
	for rows.Next() {
		var id, parent, unused int
		var line string
		require.NoError(t, rows.Scan(&id, &parent, &unused, &line))
		lines = append(lines, line)
	}
	require.NoError(t, rows.Err())
	return lines
}
