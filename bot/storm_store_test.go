package bot

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/store"
	"settable/store/disktest"
	"settable/store/ids"
	"settable/store/sqlite"
)

// A faultyStore is a storm's database. Each kind of database has its own ways to fail.
type faultyStore interface {
	open() (stormStore, error)             // opens the store for a run of the bot, without faults
	breakSoon(luck *rand.Rand) (so string) // makes the store fail soon, once or for a while
	mends()
	// crash simulates a crash: the store loses everything that is written from now on. ends must be called once the
	// store is closed.
	crash(luck *rand.Rand) (ends func() error)
	afterStop() error // called after a clean stop
	faults() int      // the number of faults so far
}

// stormStore contains the store methods that the laws use.
type stormStore interface {
	store.Store
	Audit(context.Context, ids.Guild) (store.Audit, error)
	TableAccounts(context.Context, store.TableID) (map[games.Account]games.Chips, int, error)
	Export(context.Context, store.TableID) (store.Table, []store.Line, error)
}

// A faultyDisk is an SQLite file on a disk in memory. Writes, syncs and commits can fail, and a crash keeps a random
// part of the unsynced data.
type faultyDisk struct {
	path string
	disk *disktest.Disk
	tape *disktest.Tape // the operations of this run
	was  int            // the number of faults before the disk was last repaired
}

func onADisk(t *testing.T) faultyStore {
	dir, err := os.MkdirTemp("", "storm") // for the lock file
	require.NoError(t, err)
	disk, err := disktest.NewDisk()
	require.NoError(t, err)
	c := &faultyDisk{path: filepath.Join(dir, "settable.db"), disk: disk}
	t.Cleanup(func() {
		require.NoError(t, disk.Close())
		require.NoError(t, os.RemoveAll(dir))
	})
	require.NoError(t, disk.Load(disktest.Contents{c.path: slices.Clone(emptyDatabase(t))}))
	return c
}

func (c *faultyDisk) open() (stormStore, error) {
	c.mends()
	books, err := sqlite.Open(stormCtx, c.path, sqlite.Options{VFS: c.disk.Name(), Readers: 1})
	c.tape = c.disk.Record()
	return books, err
}

func (c *faultyDisk) breakSoon(luck *rand.Rand) string {
	f := disktest.Fault{
		Op: []disktest.Op{disktest.Write, disktest.Sync, disktest.Write | disktest.Sync,
			disktest.Committed}[luck.IntN(4)],
		N: 1 + luck.IntN(20), Lasts: []int{0, 0, 3, 30, -1}[luck.IntN(5)],
		Code:   []int{disktest.IOError, disktest.Full}[luck.IntN(2)],
		Effect: []disktest.Effect{disktest.None, disktest.Half, disktest.Whole}[luck.IntN(3)],
	}
	c.disk.Break(f)
	return fmt.Sprintf("the disk: %+v", f)
}

func (c *faultyDisk) mends()      { c.was += c.disk.Mend() }
func (c *faultyDisk) faults() int { return c.was + c.disk.Faults() }

func (c *faultyDisk) afterStop() error {
	c.disk.Stop()
	return nil
}

func (c *faultyDisk) crash(luck *rand.Rand) func() error {
	var left disktest.Contents
	end := c.tape.Len() // nothing is being written now, so the bot's later operations all come after the crash
	c.tape.Walk(luck.Uint64(), func(m *disktest.Moment) bool {
		if m.At+1 == end {
			left = m.Lose(luck)
		}
		return true
	})
	return func() error {
		c.disk.Stop()
		return c.disk.Load(left)
	}
}
