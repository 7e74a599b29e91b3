package disktest

import (
	"bytes"
	"context"
	"database/sql"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
	_ "modernc.org/sqlite"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func newDisk(t *testing.T) *Disk {
	t.Helper()
	d, err := NewDisk()
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, d.Close()) })
	return d
}

// openNotes returns a database in WAL mode. Calling Conn opens another connection if all others are in use.
func openNotes(t *testing.T, d *Disk) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", "file:/notes.db?_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&vfs="+
		d.Name())
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	_, err = db.Exec(`CREATE TABLE IF NOT EXISTS notes (words TEXT)`)
	require.NoError(t, err)
	return db
}

// Several connections can read and write, but only one at a time can write.
func TestSQLiteOnAMemoryDisk(t *testing.T) {
	d, ctx := newDisk(t), t.Context()
	db := openNotes(t, d)
	a, err := db.Conn(ctx)
	require.NoError(t, err)
	b, err := db.Conn(ctx)
	require.NoError(t, err)
	count := func(c *sql.Conn) (n int) {
		require.NoError(t, c.QueryRowContext(ctx, `SELECT count(*) FROM notes`).Scan(&n))
		return n
	}
	do := func(c *sql.Conn, text string) {
		_, err := c.ExecContext(ctx, text)
		require.NoError(t, err, text)
	}
	do(a, `BEGIN IMMEDIATE`)
	do(a, `INSERT INTO notes VALUES ('one')`)
	require.Zero(t, count(b), "not committed yet")
	_, err = b.ExecContext(ctx, `BEGIN IMMEDIATE`)
	require.ErrorContains(t, err, "locked")
	do(a, `COMMIT`)
	require.Equal(t, 1, count(b))
	do(b, `BEGIN`)
	require.Equal(t, 1, count(b))
	do(a, `INSERT INTO notes VALUES ('two')`)
	require.Equal(t, 1, count(b), "a reader keeps its snapshot")
	do(b, `COMMIT`)
	require.Equal(t, 2, count(b))
	require.ErrorContains(t, d.Close(), "files are open")
	require.ErrorContains(t, d.Load(nil), "files are open")
	require.NoError(t, a.Close())
	require.NoError(t, b.Close())
	require.NoError(t, db.Close())
	require.Len(t, d.Contents(), 1, "closing the last connection makes a checkpoint")

	d2 := newDisk(t)
	require.NoError(t, d2.Load(d.Contents()))
	var n int
	require.NoError(t, openNotes(t, d2).QueryRowContext(context.Background(), `SELECT count(*) FROM notes`).Scan(&n))
	require.Equal(t, 2, n)
}

// A fault makes exactly the n-th write fail.
func TestFaults(t *testing.T) {
	d := newDisk(t)
	db := openNotes(t, d)
	d.Break(Fault{Op: Sync, N: 2, Code: IOError})
	for i, says := range []string{"", "disk I/O error (1034)", "", ""} {
		_, err := db.Exec(`INSERT INTO notes VALUES ('x')`)
		if says == "" {
			require.NoError(t, err, i)
		} else {
			require.ErrorContains(t, err, says)
		}
	}
	require.Equal(t, 4, d.Mend())
	d.Break(Fault{Op: Write, N: 1, Lasts: -1, Code: Full})
	for range 3 {
		_, err := db.Exec(`INSERT INTO notes VALUES ('x')`)
		require.ErrorContains(t, err, "full")
	}
	d.Mend()
	_, err := db.Exec(`INSERT INTO notes VALUES ('x')`)
	require.NoError(t, err)
}

// After enough power losses, every possible remainder of four two-sector writes has occurred.
func TestPowerLossCausesEveryOutcome(t *testing.T) {
	page := func(b byte) []byte { return bytes.Repeat([]byte{b}, 1024) }
	tape := &Tape{start: Contents{"a": page('0')}, events: []event{
		{kind: wrote, name: "a", data: page('1')}, {kind: synced, name: "a", sync: true},
		{kind: wrote, name: "a", data: page('2')},
		{kind: wrote, name: "a", at: 1024, data: page('3')},
		{kind: made, name: "b"}, {kind: wrote, name: "b", data: page('4')},
		{kind: deleted, name: "a"},
		{kind: synced, name: "b", sync: true},
		{kind: marked},
	}}
	left := map[int]map[string]int{}
	tape.Walk(1, func(m *Moment) bool {
		left[m.At] = map[string]int{}
		for seed := range uint64(400) {
			c := m.Lose(rand.New(rand.NewPCG(seed, 1)))
			text := ""
			for _, name := range []string{"a", "b"} {
				data, ok := c[name]
				if !ok {
					text += " none"
					continue
				}
				text += " " // one letter per sector
				for i := 0; i < len(data); i += 512 {
					require.Equal(t, bytes.Repeat(data[i:i+1], 512), data[i:i+512], "a sector is never torn")
					text += string(data[i])
				}
			}
			left[m.At][text]++
		}
		return true
	})
	some := func(at int, all ...string) {
		for _, text := range all {
			require.NotZero(t, left[at][text], "%d: %q of %v", at, text, left[at])
		}
		require.Len(t, left[at], len(all), "%v", left[at])
	}
	some(0, " 00 none")
	some(1, " 00 none", " 01 none", " 10 none", " 11 none")
	some(2, " 11 none")
	some(3, " 11 none", " 12 none", " 21 none", " 22 none")
	require.Contains(t, left[4], " 1133 none", "in any order")
	require.NotContains(t, left[4], " 00 none")
	require.Contains(t, left[6], " 2233 44")
	require.Contains(t, left[6], " 2233 none", "the new name is lost")
	require.Contains(t, left[7], " none 44")
	require.Contains(t, left[7], " 2233 44", "the deletion is lost")
	some(8, " none 44")
	some(9, " none 44")
}

// After a failed sync, unsynced data is kept or lost at random, and the result is permanent.
func TestFailedSync(t *testing.T) {
	tape := &Tape{start: Contents{"a": []byte("0")}, events: []event{
		{kind: wrote, name: "a", data: []byte("1")}, {kind: synced, name: "a"},
		{kind: synced, name: "a", sync: true},
	}}
	seen := map[string]bool{}
	for seed := range uint64(50) {
		tape.Walk(seed, func(m *Moment) bool {
			if m.At == 3 {
				seen[string(m.Lose(rand.New(rand.NewPCG(seed, 1)))["a"])] = true
			}
			return true
		})
	}
	require.Equal(t, map[string]bool{"0": true, "1": true}, seen)
}
