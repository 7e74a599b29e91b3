package sqlite

import (
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/migrations"
	"settable/store"
)

// former are the migrations up to one of them.
func former(t *testing.T, last string) fs.FS {
	t.Helper()
	names, err := fs.Glob(migrations.SQLite(), "*.sql")
	require.NoError(t, err)
	all := fstest.MapFS{}
	for _, name := range names {
		if name <= last {
			text, err := fs.ReadFile(migrations.SQLite(), name)
			require.NoError(t, err)
			all[name] = &fstest.MapFile{Data: text}
		}
	}
	require.Contains(t, all, last)
	return all
}

// TestAnEveningGoesOn has an evening of chips begin on a database of a former
// version and go on in the present one: nothing that was written or is told of
// it has changed, and its tables play on.
func TestAnEveningGoesOn(t *testing.T) {
	for _, last := range []string{"00004_identifies.sql", "00005_fewer_looks.sql"} {
		t.Run(last, func(t *testing.T) {
			ctx, path := t.Context(), filepath.Join(t.TempDir(), "settable.db")
			s, err := openWith(ctx, path, Options{}, former(t, last))
			require.NoError(t, err)
			g := &gathering{s: s, append: s.Append}
			all, err := g.begin(3)
			require.NoError(t, err)
			play := func(deeds int) {
				for i := range deeds {
					require.Equal(t, done, all[i%3].step(ctx))
				}
				require.NoError(t, g.stop)
				require.NoError(t, g.kept(ctx, g.s, -1))
			}
			told := func(s *DB) (all []any) {
				for player := ann; player < ann+6; player++ {
					history, err := s.History(ctx, guild, player, 1, 1000)
					require.NoError(t, err)
					require.NotEmpty(t, history.Movements)
					all = append(all, history)
				}
				for _, b := range []store.Board{{}, {Game: "poker"}, {Since: noon}} {
					b.Guild, b.Count = guild, store.ChipsWon
					page, err := s.Leaderboard(ctx, b, 1, 10, ann)
					require.NoError(t, err)
					require.NotEmpty(t, page.Rows)
					all = append(all, page)
				}
				return all
			}
			play(170)
			before, says := dump(t, s), told(s)
			require.NoError(t, s.Close())

			s = openedAt(t, path, Options{})
			require.Equal(t, before, dump(t, s))
			require.Equal(t, says, told(s))
			g.s, g.append = s, s.Append
			play(170)
			audit, err := s.Audit(ctx, 0)
			require.NoError(t, err)
			require.Empty(t, audit.Findings)
		})
	}
}

// TestDatabaseOfTheVersionBefore opens what the version before has written, with
// goose's table of versions in it: nothing is migrated again, its lines stand,
// and an open table of it plays on.
func TestDatabaseOfTheVersionBefore(t *testing.T) {
	ctx, path := t.Context(), filepath.Join(t.TempDir(), "settable.db")
	text, err := os.ReadFile(filepath.Join("testdata", "former.sql"))
	require.NoError(t, err)
	db, err := sql.Open("sqlite", path)
	require.NoError(t, err)
	_, err = db.ExecContext(ctx, string(text))
	require.NoError(t, errors.Join(err, db.Close()))

	s := openedAt(t, path, Options{})
	require.NoError(t, s.Check(ctx))
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
