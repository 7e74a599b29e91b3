package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/store"
	"settable/store/storetest"
)

// dumped is a database file with what a dump of testdata says.
func dumped(t *testing.T, name string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "settable.db")
	text, err := os.ReadFile(filepath.Join("testdata", name))
	require.NoError(t, err)
	require.NoError(t, storetest.Lay(t.Context(), path, string(text)))
	return path
}

// rowsBefore are the rows of a database that was not migrated, and by which question
// they are found again afterwards.
func rowsBefore(t *testing.T, path string) (rows map[string][]string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	require.NoError(t, err)
	defer db.Close()
	tables, err := found(t, db, `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '%version%'
		AND name NOT LIKE 'sqlite%'`)
	require.NoError(t, err)
	rows = map[string][]string{}
	for _, table := range tables {
		columns, err := found(t, db, `SELECT name FROM pragma_table_info('`+table+`')`)
		require.NoError(t, err)
		if table == "tallies" { // the rest is said by its line, its seat and its table
			columns = []string{"table_id", "line", "seat", "what", "n"}
		}
		before, after := slices.Clone(columns), slices.Clone(columns)
		for i, c := range columns {
			switch c {
			case "player", "opener", "granter": // has a number of ours
				after[i] = "(SELECT discord FROM people WHERE people.id = " + c + ")"
			case "ordinal": // is of its table, not of its line
				before[i] = `iif(line IS NULL, 1, (SELECT count(*) FROM transfers o
					WHERE o.table_id = transfers.table_id AND (o.line, o.ordinal) <= (transfers.line, transfers.ordinal)))`
				after[i] = "n"
			case "source": // is sealed, but where the table of the line is open
				before[i] = "iif(source IS NULL, NULL, seal((SELECT key FROM secret), source))"
				if table == "lines" {
					before[i] = "iif(table_id IN (SELECT id FROM tables WHERE closed IS NULL), source, " + before[i] + ")"
				}
			}
			before[i], after[i] = "quote("+before[i]+")", "quote("+after[i]+")"
		}
		ask := func(columns []string) string {
			return "SELECT " + strings.Join(columns, " || ' ' || ") + " FROM " + table + " ORDER BY 1"
		}
		rows[ask(after)], err = found(t, db, ask(before))
		require.NoError(t, err)
	}
	return rows
}

func found(t *testing.T, db *sql.DB, ask string) (all []string, err error) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), ask)
	require.NoError(t, err, ask)
	return collect(rows, aName, ask)
}

// TestAnEveningGoesOn opens an evening of chips that an older version has written, and
// lets another begin there: no row has changed, and the books are in order.
func TestAnEveningGoesOn(t *testing.T) {
	for _, dump := range []string{"former_4.sql", "former_6.sql"} {
		t.Run(dump, func(t *testing.T) {
			ctx, path := t.Context(), dumped(t, dump)
			before := rowsBefore(t, path)
			require.NotEmpty(t, before)
			s := openedAt(t, path, Options{})
			for ask, rows := range before {
				after, err := found(t, s.base.Readers, ask)
				require.NoError(t, err)
				require.Equal(t, rows, after, ask)
			}
			open, err := s.OpenTables(ctx)
			require.NoError(t, err)
			require.NotEmpty(t, open)
			for _, table := range open {
				lines, err := s.Lines(ctx, table.ID)
				require.NoError(t, err)
				away := store.Line{At: table.Opened.Add(time.Hour), Seat: games.Clock, Words: "away 1m"}
				require.NoError(t, s.Append(ctx, store.Entry{Table: table.ID, After: len(lines),
					Played: []store.Played{{Line: away}}}))
			}
			inOrder(t, s)
		})
	}
}

// TestDatabaseOfTheVersionBefore opens what the version before has written, with
// goose's table of versions in it: nothing is migrated again, its lines stand,
// and an open table of it plays on.
func TestDatabaseOfTheVersionBefore(t *testing.T) {
	ctx, path := t.Context(), dumped(t, "former.sql")
	// When the program ends half-way, no link is given, and the next start begins anew.
	o, err := Options{}.opening(path)
	require.NoError(t, err)
	o.Then = map[string]func(context.Context, *sql.Tx) error{
		chainScript: func(ctx context.Context, tx *sql.Tx) error {
			return errors.Join(chainAll(ctx, tx), errors.New("the lights went out"))
		}}
	_, err = o.open(ctx)
	require.ErrorContains(t, err, "the lights went out")

	s := openedAt(t, path, Options{})
	require.NoError(t, s.Check(ctx))
	var unlinked int
	require.NoError(t, s.base.Readers.QueryRow(`SELECT (SELECT count(*) FROM tables WHERE chain IS NULL)
		+ (SELECT count(*) FROM lines WHERE chain IS NULL) + (SELECT count(*) FROM grants WHERE chain IS NULL)`).Scan(&unlinked))
	require.Zero(t, unlinked)
	audit, err := s.Audit(ctx, 0)
	require.NoError(t, err)
	require.Empty(t, audit.Findings)

	tables, err := s.OpenTables(ctx)
	require.NoError(t, err)
	lengths := map[string]int{}
	for _, table := range tables {
		lines, err := s.Lines(ctx, table.ID)
		require.NoError(t, err)
		lengths[table.Game] = len(lines)
		away := store.Line{At: table.Opened.Add(time.Hour), Seat: games.Clock, Words: "away 1m"}
		require.NoError(t, s.Append(ctx, store.Entry{Table: table.ID, After: len(lines),
			Played: []store.Played{{Line: away}}}))
	}
	want := map[string]int{"classic": 7, "twenty": 7, "solitaire": 6, "poker": 7, "english": 8}
	require.Equal(t, want, lengths)
}
