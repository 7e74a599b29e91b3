package sqlite

import (
	"bytes"
	"database/sql"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games/gamestest"
	"settable/store"
)

func TestBackup(t *testing.T) {
	s, ctx := newStore(t, Options{}), t.Context()
	table := seated(t, s, channel)
	welcomed(t, s, ann)
	path := filepath.Join(t.TempDir(), "copy.db")
	for n := range 50 {
		played(t, s, table.ID, n, dealt("deal"))
	}
	letGo := blockWriter(t, s) // a backup doesn't wait for the writer
	audit := must(s.Backup(ctx, path))
	require.Equal(t, store.Audit{Guilds: 1, Accounts: 2, Transfers: 1, Grants: 1, Granted: store.StartGrant},
		audit)
	letGo()
	played(t, s, table.ID, 50, dealt("deal"))

	before := must(os.ReadFile(path))
	_, err := s.Backup(ctx, path)
	require.ErrorContains(t, err, "already exists: choose another file")
	after := must(os.ReadFile(path))
	require.True(t, bytes.Equal(before, after))
	_, err = s.Backup(ctx, filepath.Join(path, "copy.db"))
	require.Error(t, err)
	if runtime.GOOS != "windows" {
		at := must(os.Stat(path))
		require.Equal(t, fs.FileMode(0o600), at.Mode().Perm())
	}
	names := must(os.ReadDir(filepath.Dir(path)))
	require.Len(t, names, 1, "the folder has only the backup: %v", names)

	back := openAt(t, path, Options{})
	lines := must(back.Lines(ctx, table.ID))
	require.Len(t, lines, 50)
	require.NoError(t, back.Check(ctx))
}

// A backup of a damaged database fails, because its copy is checked, and leaves no copy behind.
func TestBackupOfADamagedDatabaseFails(t *testing.T) {
	gamestest.SkipUnderRace(t)
	s := newStore(t, Options{})
	welcomed(t, s, ann)
	for _, text := range []string{
		`DROP TRIGGER accounts_update`, `UPDATE accounts SET paid_in = 101 WHERE kind = 'player'`} {
		must(s.base.Tx.ExecContext(t.Context(), text))
	}
	path := filepath.Join(t.TempDir(), "copy.db")
	_, err := s.Backup(t.Context(), path)
	require.ErrorIs(t, err, store.ErrDamaged)
	names := must(os.ReadDir(filepath.Dir(path)))
	require.Empty(t, names)
}

func TestOldCopiesAreRemoved(t *testing.T) {
	gamestest.SkipUnderRace(t)
	path := filledDatabase(t)
	for i := range 5 {
		old := fmt.Sprintf("%s.v%d-2020010%dT000000.000Z.bak", path, 109-i, i)
		require.NoError(t, os.WriteFile(old, nil, 0o600))
	}
	require.NoError(t, os.WriteFile(path+".20250101T000000.000Z.bak", nil, 0o600)) // like one from settable backup
	s := must(openWith(t.Context(), path, Options{}, withLaterMigration(t, `ALTER TABLE players ADD COLUMN theme TEXT;`)))
	require.NoError(t, s.Close())
	left := copies(t, path)
	require.Len(t, left, 3)
	require.Contains(t, left, path+".v105-20200104T000000.000Z.bak")
	require.Contains(t, left, path+".v106-20200103T000000.000Z.bak")
	require.FileExists(t, path+".20250101T000000.000Z.bak")
}

// databaseAndBackup returns a database with 55 lines, and a backup that has the first 50 of them.
func databaseAndBackup(t *testing.T) (path, backup string, table store.Table) {
	t.Helper()
	s, ctx := newStore(t, Options{}), t.Context()
	table = seated(t, s, channel)
	welcomed(t, s, ann)
	for n := range 55 {
		if n == 50 {
			backup = filepath.Join(t.TempDir(), "copy.db")
			must(s.Backup(ctx, backup))
		}
		played(t, s, table.ID, n, dealt("deal"))
	}
	require.NoError(t, s.Close())
	return s.path, backup, table
}

func holds(t *testing.T, path string, table store.TableID, lines int) {
	t.Helper()
	s := openAt(t, path, Options{})
	all := must(s.Lines(t.Context(), table))
	require.Len(t, all, lines)
	require.NoError(t, s.Check(t.Context()))
	require.NoError(t, s.Close())
}

func TestRestore(t *testing.T) {
	gamestest.SkipUnderRace(t)
	path, backup, table := databaseAndBackup(t)
	before := files(t, filepath.Dir(backup))
	r := must(Restore(t.Context(), backup, path, nil))
	require.Equal(t, store.StartGrant, r.Audit.Granted)
	require.Regexp(t, `settable\.db\.\d{8}T\d{6}\.\d{3}Z\.old$`, r.Former)
	require.Len(t, files(t, filepath.Dir(path)), 2, "the two databases")
	holds(t, path, table.ID, 50)
	holds(t, r.Former, table.ID, 55)
	require.Equal(t, before, files(t, filepath.Dir(backup)), "a restore must not change the backup")

	r, err := Restore(t.Context(), r.Former, path, nil)
	require.NoError(t, err, "restoring the former database")
	holds(t, path, table.ID, 55)

	other := filepath.Join(t.TempDir(), "new", "settable.db")
	r = must(Restore(t.Context(), backup, other, nil))
	require.Empty(t, r.Former, "there was no former database")
	holds(t, other, table.ID, 50)
}

// A restore keeps the WAL of a killed bot as a separate file, so that it can't get into the restored database.
func TestRestoreAfterACrash(t *testing.T) {
	gamestest.SkipUnderRace(t)
	path, backup, table := databaseAndBackup(t)
	s := openAt(t, path, Options{})
	played(t, s, table.ID, 55, dealt("deal"))
	killed := filepath.Join(t.TempDir(), "settable.db")
	for name, text := range files(t, filepath.Dir(path)) {
		require.NoError(t, os.WriteFile(filepath.Join(filepath.Dir(killed), name), []byte(text), 0o600))
	}
	r := must(Restore(t.Context(), backup, killed, nil))
	holds(t, r.Former, table.ID, 56)
	holds(t, killed, table.ID, 50)
}

// A backup can replace an unreadable database.
func TestRestoreReplacesADamagedDatabase(t *testing.T) {
	gamestest.SkipUnderRace(t)
	path, backup, table := databaseAndBackup(t)
	broken := bytes.Repeat([]byte{0xA5}, 8192)
	for name, spoil := range map[string]func(){
		"noise": func() { require.NoError(t, os.WriteFile(path, broken, 0o600)) },
		"empty, with a WAL": func() {
			require.NoError(t, os.WriteFile(path, nil, 0o600))
			require.NoError(t, os.WriteFile(path+"-wal", broken, 0o600))
		},
		"gone, but for its WAL": func() {
			require.NoError(t, os.Remove(path))
			require.NoError(t, os.WriteFile(path+"-wal", broken, 0o600))
		},
	} {
		t.Run(name, func(t *testing.T) {
			spoil()
			_, err := Open(t.Context(), path, Options{})
			require.Error(t, err)
			if name == "gone, but for its WAL" {
				require.NoError(t, os.Remove(path)) // Open has created an empty one
			}
			must(Restore(t.Context(), backup, path, nil))
			holds(t, path, table.ID, 50)
		})
	}
}

// A backup of an earlier version is migrated before it replaces the database.
func TestRestoreMigratesAnOlderBackup(t *testing.T) {
	gamestest.SkipUnderRace(t)
	path, _, _ := databaseAndBackup(t)
	old, _, table := databaseAndBackup(t)
	newer := Options{Migrations: withLaterMigration(t, `ALTER TABLE players ADD COLUMN theme TEXT NOT NULL DEFAULT '';`)}
	must(newer.restore(t.Context(), old, path))
	s := openAt(t, path, newer)
	queryNumber(t, s, `SELECT count(theme) FROM players`)
	must(s.Table(t.Context(), table.ID))
	require.NoError(t, s.Check(t.Context()))
	require.NoError(t, s.Close())
	require.Empty(t, copies(t, path+".restoring"))
}

func TestRestoreRefuses(t *testing.T) {
	gamestest.SkipUnderRace(t)
	path, backup, table := databaseAndBackup(t)
	folder := t.TempDir()
	text := func(name, words string) string {
		at := filepath.Join(folder, name)
		require.NoError(t, os.WriteFile(at, []byte(words), 0o600))
		return at
	}
	whole := must(os.ReadFile(backup))
	newer := text("newer.db", string(whole))
	db := must(sql.Open("sqlite", newer))
	must(db.Exec(`INSERT INTO settable_migrations VALUES (99)`))
	require.NoError(t, db.Close())
	cooked := text("cooked.db", string(whole))
	db = must(sql.Open("sqlite", cooked))
	for _, text := range []string{
		`DROP TRIGGER accounts_update`, `UPDATE accounts SET paid_in = 101 WHERE kind = 'player'`} {
		must(db.Exec(text))
	}
	require.NoError(t, db.Close())

	before := files(t, filepath.Dir(path))
	for from, says := range map[string]string{
		path:                                "is the database itself: choose a backup",
		filepath.Join(folder, "none.db"):    "there is no such database",
		folder:                              "not a file",
		text("empty.db", ""):                "not a Settable database: choose another file",
		text("notes.txt", "hello, it's me"): "not a Settable database: choose another file",
		text("cut.db",
			string(whole[:len(whole)/2])): "this backup is damaged, so nothing was changed: choose another one",
		newer:  "this database was written by a newer Settable",
		cooked: "the chips of a guild don't sum to zero",
	} {
		_, err := Restore(t.Context(), from, path, nil)
		require.ErrorContains(t, err, says)
		require.NotContains(t, err.Error(), "\n", "the error must be a single line")
		require.Equal(t, before, files(t, filepath.Dir(path)), "%s: a refused restore must change nothing", from)
	}
	s := openAt(t, path, Options{})
	_, err := Restore(t.Context(), backup, path, nil)
	require.ErrorIs(t, err, store.ErrLocked)
	require.NoError(t, s.Close())
	holds(t, path, table.ID, 55)
}
