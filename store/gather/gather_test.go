package gather

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
	_ "modernc.org/sqlite"

	"settable/store/disktest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func newDisk(t *testing.T) *disktest.Disk {
	t.Helper()
	d, err := disktest.NewDisk()
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, d.Close()) })
	return d
}

// over is the name of a way over a disk.
func over(t *testing.T, d *disktest.Disk) string {
	t.Helper()
	name, err := Over(d.Name())
	require.NoError(t, err)
	return name
}

// conn is a connection to a database in a WAL; vfs is empty for the system's way.
func conn(t *testing.T, path, vfs string) *sql.Conn {
	t.Helper()
	dsn := "file:" + path + "?_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)"
	if vfs != "" {
		dsn += "&vfs=" + vfs
	}
	db, err := sql.Open("sqlite", dsn)
	require.NoError(t, err)
	c, err := db.Conn(context.Background())
	require.NoError(t, err)
	t.Cleanup(func() {
		require.NoError(t, c.Close())
		require.NoError(t, db.Close())
	})
	return c
}

func do(t *testing.T, c *sql.Conn, text string, args ...any) {
	t.Helper()
	_, err := c.ExecContext(context.Background(), text, args...)
	require.NoError(t, err, text)
}

func count(t *testing.T, c *sql.Conn) (n int) {
	t.Helper()
	require.NoError(t, c.QueryRowContext(context.Background(), `SELECT count(*) FROM notes`).Scan(&n))
	return n
}

const notes = `CREATE TABLE IF NOT EXISTS notes (id INTEGER PRIMARY KEY, words TEXT)`

// TestOnePiece counts what a commit of several pages writes.
func TestOnePiece(t *testing.T) {
	writes := func(vfs func(*disktest.Disk) string) int {
		d := newDisk(t)
		c := conn(t, "/notes.db", vfs(d))
		do(t, c, notes)
		d.Break(disktest.Fault{Op: disktest.Write}) // counts, and never fails
		do(t, c, `INSERT INTO notes (words) VALUES (?)`, strings.Repeat("x", 5*4096))
		return d.Mend()
	}
	require.Equal(t, 1, writes(func(d *disktest.Disk) string { return over(t, d) }))
	require.Greater(t, writes((*disktest.Disk).Name), 10, "by itself it writes each page twice")
}

// TestSameFile does the same on a disk with and without gathering: short and long
// transactions, more than fits into the cache, changes that are undone in part
// or as a whole. The databases are the same to the byte.
func TestSameFile(t *testing.T) {
	for seed := range uint64(12) {
		var files [2][]byte
		var lengths [2]int
		for i := range files {
			d := newDisk(t)
			vfs := d.Name()
			if i == 1 {
				vfs = over(t, d)
			}
			c := conn(t, "/notes.db", vfs)
			do(t, c, notes)
			do(t, c, `PRAGMA cache_size = 10`)
			do(t, c, `PRAGMA wal_autocheckpoint = 200`)
			scribble(t, c, rand.New(rand.NewPCG(seed, 7)))
			do(t, c, `PRAGMA wal_checkpoint(TRUNCATE)`)
			files[i] = d.Contents()["/notes.db"]
			require.Greater(t, len(files[i]), 100_000)
			// What was undone before the WAL was cut does not come after it.
			do(t, c, `BEGIN IMMEDIATE`)
			do(t, c, `INSERT INTO notes (words) VALUES (?)`, strings.Repeat("x", 100_000))
			do(t, c, `ROLLBACK`)
			do(t, c, `PRAGMA wal_checkpoint(TRUNCATE)`)
			do(t, c, `INSERT INTO notes (words) VALUES ('last')`)
			lengths[i] = len(d.Contents()["/notes.db-wal"])
		}
		require.True(t, string(files[0]) == string(files[1]), "seed %d", seed)
		require.Equal(t, lengths[0], lengths[1], "the WALs")
	}
}

// scribble writes, changes and deletes notes at random, and reads in between.
func scribble(t *testing.T, c *sql.Conn, r *rand.Rand) {
	write := func() {
		words := strings.Repeat(string(rune('a'+r.IntN(26))), 1+r.IntN(9000))
		switch r.IntN(4) {
		case 0:
			do(t, c, `UPDATE notes SET words = ? WHERE id % 7 = ?`, words, r.IntN(7))
		case 1:
			do(t, c, `DELETE FROM notes WHERE id % 31 = ?`, r.IntN(31))
		default:
			do(t, c, `INSERT INTO notes (words) VALUES (?)`, words)
		}
	}
	for range 40 {
		do(t, c, `BEGIN IMMEDIATE`)
		for range 1 + r.IntN(12) {
			do(t, c, `SAVEPOINT one`)
			write()
			if r.IntN(4) == 0 {
				do(t, c, `ROLLBACK TO one`)
			}
			do(t, c, `RELEASE one`)
			if r.IntN(3) == 0 {
				count(t, c)
			}
		}
		do(t, c, []string{`COMMIT`, `COMMIT`, `COMMIT`, `ROLLBACK`}[r.IntN(4)])
	}
}

// TestOthersRead has a reader on the system's way see each commit at once, and
// nothing of what is not committed, on a real disk.
func TestOthersRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notes.db")
	name, err := Over("")
	require.NoError(t, err)
	again, err := Over("")
	require.NoError(t, err)
	require.Equal(t, name, again)
	writer := conn(t, path, name)
	do(t, writer, notes)
	do(t, writer, `PRAGMA cache_size = 10`)
	reader := conn(t, path, "")
	for n := range 300 {
		require.Equal(t, n, count(t, reader))
		do(t, writer, `BEGIN IMMEDIATE`)
		do(t, writer, `INSERT INTO notes (words) VALUES (?)`, strings.Repeat("x", 1+n*300))
		require.Equal(t, n, count(t, reader), "not committed yet")
		require.Equal(t, n+1, count(t, writer))
		do(t, writer, `COMMIT`)
	}
	var sound string
	require.NoError(t, reader.QueryRowContext(t.Context(), `PRAGMA integrity_check`).Scan(&sound))
	require.Equal(t, "ok", sound)
}

// TestDiskFails has a disk refuse what was gathered: the commit fails, nothing of
// it is there, and the next one goes on.
func TestDiskFails(t *testing.T) {
	for _, fault := range []disktest.Fault{
		{Op: disktest.Write, N: 1, Code: disktest.IOError},
		{Op: disktest.Write, N: 1, Code: disktest.IOError, Effect: disktest.Half},
		{Op: disktest.Write, N: 1, Code: disktest.Full},
		{Op: disktest.Sync, N: 1, Code: disktest.IOError},
	} {
		for _, long := range []int{9_000, 300_000} { // in one piece, and in several
			t.Run(fmt.Sprintf("%+v, %d bytes", fault, long), func(t *testing.T) { failing(t, fault, long) })
		}
	}
}

func failing(t *testing.T, fault disktest.Fault, long int) {
	d := newDisk(t)
	c := conn(t, "/notes.db", over(t, d))
	do(t, c, notes)
	do(t, c, `INSERT INTO notes (words) VALUES ('one')`)
	d.Break(fault)
	_, err := c.ExecContext(t.Context(), `INSERT INTO notes (words) VALUES (?)`, strings.Repeat("x", long))
	require.Error(t, err)
	d.Mend()
	require.Equal(t, 1, count(t, c))
	do(t, c, `INSERT INTO notes (words) VALUES ('three')`)
	require.Equal(t, 2, count(t, c))
	left := newDisk(t)
	require.NoError(t, left.Load(d.Contents()))
	require.Equal(t, 2, count(t, conn(t, "/notes.db", left.Name())), "killed now, others find the same")
}

func TestNoSuchWay(t *testing.T) {
	_, err := Over("no such way")
	require.ErrorContains(t, err, `SQLite knows no way to the disk named "no such way"`)
}
