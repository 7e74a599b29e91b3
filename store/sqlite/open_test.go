package sqlite

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/gamestest"
	"settable/migrations"
	"settable/store"
	"settable/store/ids"
	"settable/store/storetest"
)

func TestFirstStart(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "some where", "100% #1?")
	if runtime.GOOS == "windows" {
		folder = filepath.Join(t.TempDir(), "some where", "100% #1")
	}
	path := filepath.Join(folder, "settable.db")
	s := openAt(t, path, Options{})
	seated(t, s, channel)
	names := must(os.ReadDir(folder))
	require.Len(t, names, 4, "the database, its WAL, its index and the lock")
	if runtime.GOOS == "windows" {
		return
	}
	at := must(os.Stat(folder))
	require.Equal(t, fs.FileMode(0o700), at.Mode().Perm())
	for _, name := range names {
		at := must(name.Info())
		require.Equal(t, fs.FileMode(0o600), at.Mode().Perm(), name.Name())
	}
}

func TestOpenAgain(t *testing.T) {
	s := newStore(t, Options{})
	table := seated(t, s, channel)
	played(t, s, table.ID, 0, said(ann, "join", "m1"))
	before := dump(t, s)
	require.NoError(t, s.Close())
	require.NoError(t, s.Close(), "closing twice is allowed")
	require.Equal(t, before, dump(t, openAt(t, s.path, Options{})))
}

func TestTwoBots(t *testing.T) {
	s := newStore(t, Options{})
	link := filepath.Join(t.TempDir(), "link.db")
	require.NoError(t, os.Symlink(s.path, link))
	for _, path := range []string{s.path, link} {
		_, err := Open(t.Context(), path, Options{})
		require.ErrorIs(t, err, store.ErrLocked)
		require.ErrorContains(t, err, "another Settable process uses this database: stop it")
	}
	require.NoError(t, s.Close())
	openAt(t, s.path, Options{})
}

func TestReadOnly(t *testing.T) {
	_, err := Open(t.Context(), filepath.Join(t.TempDir(), "none.db"), Options{ReadOnly: true})
	require.ErrorContains(t, err, "there is no such database")

	s, ctx := newStore(t, Options{}), t.Context()
	table := seated(t, s, channel)
	beside := openAt(t, s.path, Options{ReadOnly: true})
	played(t, s, table.ID, 0, dealt("deal"))
	lines := must(beside.Lines(ctx, table.ID))
	require.Len(t, lines, 1, "a reader sees the bot's writes")
	require.ErrorIs(t, beside.Append(ctx,
		store.Entry{Table: table.ID, After: 1, Played: []store.Played{dealt("deal")}}), store.ErrReadOnly)
	must(beside.Backup(ctx, filepath.Join(t.TempDir(), "copy.db")))
	require.NoError(t, beside.Check(ctx))
}

// files returns the files of a folder by name, except the lock file, which is empty.
func files(t *testing.T, folder string) map[string]string {
	t.Helper()
	names := must(os.ReadDir(folder))
	all := map[string]string{}
	for _, name := range names {
		if name.IsDir() || strings.HasSuffix(name.Name(), ".lock") {
			continue
		}
		text := must(os.ReadFile(filepath.Join(folder, name.Name())))
		all[name.Name()] = string(text)
	}
	return all
}

// filledDatabase returns a closed database with a journal.
func filledDatabase(t *testing.T) (path string) {
	t.Helper()
	s := newStore(t, Options{})
	for i := range 20 {
		table := seated(t, s, channel+ids.Channel(i))
		for n := range 20 {
			played(t, s, table.ID, n, dealt(strings.Repeat("x", 100)))
		}
	}
	require.NoError(t, s.Close())
	return s.path
}

func TestOpenRefuses(t *testing.T) {
	gamestest.SkipUnderRace(t)
	foreign := func(t *testing.T, path, text string) {
		db := must(sql.Open("sqlite", path))
		must(db.Exec(text))
		require.NoError(t, db.Close())
	}
	cases := map[string]struct {
		make func(t *testing.T) (path string)
		says string
	}{
		"a folder": {func(t *testing.T) string { return t.TempDir() },
			"not a file: choose a file for the database"},
		"a text": {func(t *testing.T) string {
			path := filepath.Join(t.TempDir(), "notes.txt")
			require.NoError(t, os.WriteFile(path, bytes.Repeat([]byte("what I wanted to say\n"), 500), 0o600))
			return path
		}, "not a Settable database: choose another file"},
		"a short text": {func(t *testing.T) string {
			path := filepath.Join(t.TempDir(), "notes.txt")
			require.NoError(t, os.WriteFile(path, []byte("hello"), 0o600))
			return path
		}, "not a Settable database: choose another file"},
		"another program's": {func(t *testing.T) string {
			path := filepath.Join(t.TempDir(), "other.db")
			foreign(t, path, `CREATE TABLE notes (words TEXT)`)
			return path
		}, "not a Settable database: choose another file"},
		"one of a version before 0.1.0": {func(t *testing.T) string {
			path := filepath.Join(t.TempDir(), "settable.db")
			require.NoError(t, storetest.Unreleased(t.Context(), path))
			return path
		}, "this database was written by a version before 0.1.0, which this version can't read: " +
			"choose another file to start afresh, or export the games with the version that wrote it"},
		"a newer one": {func(t *testing.T) string {
			path := filledDatabase(t)
			foreign(t, path, `INSERT INTO settable_migrations VALUES (99)`)
			return path
		}, "this database was written by a newer Settable: install that version, or restore a backup"},
		"a damaged page": {func(t *testing.T) string {
			path := filledDatabase(t)
			f := must(os.OpenFile(path, os.O_RDWR, 0))
			for page := int64(2); page < 12; page++ {
				must(f.WriteAt(bytes.Repeat([]byte{0xA5}, 600), page*4096))
			}
			require.NoError(t, f.Close())
			return path
		}, "this database is damaged: keep a copy and restore a backup"},
		"one cut short": {func(t *testing.T) string {
			path := filledDatabase(t)
			at := must(os.Stat(path))
			require.NoError(t, os.Truncate(path, at.Size()/2))
			return path
		}, "this database is damaged: keep a copy and restore a backup"},
		"an empty one with a WAL": {func(t *testing.T) string {
			path := filepath.Join(t.TempDir(), "settable.db")
			require.NoError(t, os.WriteFile(path, nil, 0o600))
			require.NoError(t, os.WriteFile(path+"-wal", []byte("what is left"), 0o600))
			return path
		}, "this database is damaged: keep a copy and restore a backup"},
		"a file for a folder": {func(t *testing.T) string {
			path := filepath.Join(t.TempDir(), "file")
			require.NoError(t, os.WriteFile(path, []byte("x"), 0o600))
			return filepath.Join(path, "settable.db")
		}, "creating the folder for the database"},
	}
	for _, name := range slices.Sorted(maps.Keys(cases)) {
		t.Run(name, func(t *testing.T) {
			path := cases[name].make(t)
			folder := filepath.Dir(path)
			if at, err := os.Stat(folder); err != nil || !at.IsDir() {
				folder = filepath.Dir(folder)
			}
			before := files(t, folder)
			for _, opt := range []Options{{}, {}, {ReadOnly: true}} {
				_, err := Open(t.Context(), path, opt)
				require.Error(t, err)
				require.NotContains(t, err.Error(), "\n", "the error must be a single line")
				require.ErrorContains(t, err, path)
				if !opt.ReadOnly {
					require.ErrorContains(t, err, cases[name].says)
				}
			}
			after := files(t, folder) // SQLite may have left an empty WAL next to the files
			for name, text := range before {
				require.True(t, text == after[name], "%s must not be overwritten", name)
			}
		})
	}
}

// withLaterMigration returns the migrations of a later version that has one more script.
func withLaterMigration(t *testing.T, sql string) fs.FS {
	t.Helper()
	all := fstest.MapFS{"00099_later.sql": {Data: []byte(sql)}}
	names := must(fs.Glob(migrations.SQLite(), "*.sql"))
	for _, name := range names {
		text := must(fs.ReadFile(migrations.SQLite(), name))
		all[name] = &fstest.MapFile{Data: text}
	}
	return all
}

func openWith(ctx context.Context, path string, opt Options, files fs.FS) (*DB, error) {
	opt.Migrations = files
	return Open(ctx, path, opt)
}

// currentVersion returns the version of an up-to-date database.
func currentVersion(t *testing.T) int {
	t.Helper()
	names := must(fs.Glob(migrations.SQLite(), "*.sql"))
	return must(strconv.Atoi(strings.TrimLeft(names[len(names)-1][:5], "0")))
}

func copies(t *testing.T, path string) []string {
	t.Helper()
	return must(filepath.Glob(path + ".v*.bak"))
}

func TestMigrationKeepsACopy(t *testing.T) {
	gamestest.SkipUnderRace(t)
	path, ctx := filledDatabase(t), t.Context()
	require.Empty(t, copies(t, path), "a new database needs no copy")
	s := openAt(t, path, Options{})
	before := dump(t, s)
	require.NoError(t, s.Close())

	newer := withLaterMigration(t, `ALTER TABLE players ADD COLUMN theme TEXT NOT NULL DEFAULT '';`)
	_, err := openWith(ctx, path, Options{ReadOnly: true}, newer)
	require.ErrorIs(t, err, ErrOlder)
	require.ErrorContains(t, err, "this database was written by an older Settable: start the bot once")
	require.Empty(t, copies(t, path))

	var said strings.Builder
	s = must(openWith(ctx, path, Options{Log: slog.New(slog.NewTextHandler(&said, nil))}, newer))
	queryNumber(t, s, `SELECT count(theme) FROM players`)
	require.Equal(t, before, dump(t, s))
	require.NoError(t, s.Close())
	kept := copies(t, path)
	require.Len(t, kept, 1)
	require.Contains(t, kept[0], fmt.Sprintf("settable.db.v%d-", currentVersion(t)))
	require.Contains(t, said.String(), kept[0])
	require.Contains(t, said.String(), "version=99")

	old := openAt(t, kept[0], Options{})
	require.Equal(t, before, dump(t, old), "the copy must have the old content")
	require.NoError(t, old.Check(ctx))
	_, err = Open(ctx, path, Options{})
	require.ErrorContains(t, err, "newer Settable")
}

// The next start removes and logs files of a process that was killed while copying. A complete copy and all other files
// stay. A reader removes nothing.
func TestStartRemovesPartialCopies(t *testing.T) {
	gamestest.SkipUnderRace(t)
	path := filledDatabase(t)
	part := path + ".v3-20261120T101010.000Z.bak.part"
	left := []string{part, part + "-journal", path + ".restoring",
		path + ".restoring-wal", filepath.Join(filepath.Dir(path), ".settable-probe-123")}
	stays := []string{path + ".v3-20261119T101010.000Z.bak", path + ".20261119T101010.000Z.old",
		filepath.Join(filepath.Dir(path), "other.part"), path + ".part"}
	for _, name := range slices.Concat(left, stays) {
		require.NoError(t, os.WriteFile(name, []byte("half"), 0o600))
		require.NoError(t, os.Chtimes(name, time.Time{}, time.Now().Add(-time.Hour)))
	}
	young := filepath.Join(filepath.Dir(path), ".settable-probe-124") // belongs to a running check
	require.NoError(t, os.WriteFile(young, nil, 0o600))
	stays = append(stays, young)
	reader := openAt(t, path, Options{ReadOnly: true})
	require.NoError(t, reader.Close())
	for _, name := range left {
		require.FileExists(t, name)
	}
	var said strings.Builder
	openAt(t, path, Options{Log: slog.New(slog.NewTextHandler(&said, nil))})
	for _, name := range left {
		require.NoFileExists(t, name)
		require.Contains(t, said.String(), "file="+filepath.Base(name))
	}
	for _, name := range stays {
		require.FileExists(t, name)
	}
}

func TestMigrationThatFails(t *testing.T) {
	gamestest.SkipUnderRace(t)
	path, ctx := filledDatabase(t), t.Context()
	s := openAt(t, path, Options{})
	before := dump(t, s)
	require.NoError(t, s.Close())
	_, err := openWith(ctx, path, Options{},
		withLaterMigration(t, `CREATE TABLE half (n INTEGER); DROP TABLE no_such_table;`))
	require.ErrorContains(t, err, fmt.Sprintf("migrating from version %d with", currentVersion(t)))
	require.Len(t, copies(t, path), 1)

	s = openAt(t, path, Options{})
	require.Equal(t, before, dump(t, s))
	require.Zero(t, queryNumber(t, s, `SELECT count(*) FROM sqlite_schema WHERE name = 'half'`), "a failed step must leave nothing behind")
}

// The test violates rules after it has removed the triggers, and Check finds each violation.
func TestCheckFindsViolations(t *testing.T) {
	gamestest.SkipUnderRace(t)
	for law, text := range map[string]string{
		"a row refers to a missing row":                `PRAGMA foreign_keys = OFF; DELETE FROM seats WHERE seat = 1`,
		"a journal has a gap":                          `UPDATE lines SET n = 9 WHERE n = 3`,
		"a line belongs to a seat without a player":    `UPDATE lines SET seat = 9 WHERE n = 1`,
		"a message or interaction was processed twice": `UPDATE tables SET source = seal((SELECT key FROM secret), 'm1')`,
	} {
		t.Run(law, func(t *testing.T) {
			s, ctx := newStore(t, Options{}), t.Context()
			table := seated(t, s, channel)
			played(t, s, table.ID, 0, said(ann, "join", "m1"), said(ann, "set a b c", "m2", games.Tally{Seat: 1, Count: games.Sets, N: 1}),
				dealt("deal"))
			require.NoError(t, s.Check(ctx))
			for _, name := range query[string](t, s, `SELECT name FROM sqlite_schema WHERE type = 'trigger'`) {
				must(s.base.Tx.ExecContext(ctx, `DROP TRIGGER `+name))
			}
			must(s.base.Tx.ExecContext(ctx, text))
			err := s.Check(ctx)
			require.ErrorIs(t, err, store.ErrDamaged)
			require.ErrorContains(t, err, fmt.Sprintf("%s: ", law))
		})
	}
}

// Check reports an additional trigger like a missing one.
func TestCheckFindsAdditionalTriggers(t *testing.T) {
	gamestest.SkipUnderRace(t)
	for name, text := range map[string]string{
		"trigger more of grants": `CREATE TRIGGER more AFTER INSERT ON grants BEGIN SELECT 1; END`,
		"table more of more":     `CREATE TABLE more (n)`,
	} {
		s := newStore(t, Options{})
		require.NoError(t, s.Check(t.Context()))
		raw(t, s, text)
		err := s.Check(t.Context())
		require.ErrorIs(t, err, store.ErrDamaged)
		require.ErrorContains(t, err, "the schema differs from this version's: "+name)
	}
}
