package checkup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"

	"settable/store"
	"settable/store/postgres"
	"settable/store/sqlite"
)

// The disk needs enough space for a backup and a growing database, and fast syncs.
const (
	scarce   = 200 << 20
	fewest   = 20 << 20
	slowSync = 250 * time.Millisecond
)

func (c *Checkup) disk() {
	file, err := sqlite.FileAt(c.Database, slog.New(slog.DiscardHandler))
	if err != nil {
		c.wrong(c.Exits.Database, "disk", err.Error(), "")
		return
	}
	disk, err := file.Probe()
	if err != nil {
		c.wrong(c.Exits.Database, "disk", err.Error(), "give this user write access to "+disk.Folder+
			", or choose another file with --database")
		return
	}
	says := fmt.Sprintf("%s: writing a page takes %s", disk.Folder, disk.Sync.Round(10*time.Microsecond))
	if disk.Known {
		says += ", " + humanize.IBytes(disk.Free) + " free"
	}
	switch {
	case disk.Known && disk.Free < fewest:
		c.wrong(c.Exits.Database, "disk", says, "free some space: a move that can't be written is not played")
	case disk.Known && disk.Free < scarce:
		c.poor("disk", says, "free some space: a backup needs as much as the database")
	case disk.Sync > slowSync:
		c.poor("disk", says, "the disk is slow and every move waits for it: use a local disk, not a network drive")
	default:
		c.fine("disk", says)
	}
}

func (c *Checkup) database(ctx context.Context) {
	file, err := sqlite.FileAt(c.Database, slog.New(slog.DiscardHandler))
	if err != nil {
		return // the check of the disk reports this
	}
	switch _, err := os.Stat(file.Path); {
	case errors.Is(err, fs.ErrNotExist):
		c.fine("database", file.Path+" doesn't exist yet: the first start creates it")
		c.pass("second instance", "there is no database yet")
		return
	case err != nil:
		c.wrong(c.Exits.Database, "database", err.Error(), "give this user read access to the file and its folder")
		return
	}
	if err := file.MayWrite(); err != nil {
		c.wrong(c.Exits.Database, "database", err.Error(), "give this user write access to the file, or start the bot as the file's owner")
	} else if st, err := sqlite.Open(ctx, file.Path, sqlite.Options{ReadOnly: true}); errors.Is(err, sqlite.ErrOlder) {
		c.fine("database", file.Path+" was written by an older version: the next start saves a copy and upgrades it")
	} else if err != nil {
		c.wrong(c.Exits.Database, "database", err.Error(), "")
	} else {
		c.integrity(ctx, st, file.Path)
		if err := st.Close(); err != nil {
			c.wrong(c.Exits.Database, "database", err.Error(), "")
		}
	}
	switch used, err := file.InUse(); {
	case err != nil:
		c.poor("second instance", err.Error(), "give this user read access to "+file.Path+".lock")
	case used:
		c.poor("second instance", "another Settable has the database open", "expected if the bot is running; "+
			"a second bot can't use it")
	default:
		c.fine("second instance", "no other Settable has the database open")
	}
}

// server checks a PostgreSQL database. It doesn't check the disk, which may be on another machine.
func (c *Checkup) server(ctx context.Context) {
	c.pass("disk", "a PostgreSQL server's disk can't be checked from here")
	c.pass("second instance", "a PostgreSQL database may be shared by several processes")
	if err := postgres.Inspect(ctx, c.Address); err != nil {
		c.wrong(c.Exits.Database, "database", err.Error(), "")
		return
	}
	st, err := postgres.Open(ctx, c.Address, postgres.Options{ReadOnly: true})
	switch {
	case errors.Is(err, postgres.ErrOlder):
		c.fine("database", c.Database+" was written by an older version: the next start upgrades it")
	case errors.Is(err, postgres.ErrEmpty):
		c.fine("database", c.Database+" is empty: the first start creates the tables")
	case err != nil:
		c.wrong(c.Exits.Database, "database", err.Error(), "")
	default:
		c.integrity(ctx, st, c.Database)
		if err := st.Close(); err != nil {
			c.wrong(c.Exits.Database, "database", err.Error(), "")
		}
	}
}

// integrity checks the whole database with its ledger and hash chains.
func (c *Checkup) integrity(ctx context.Context, st interface {
	store.Store
	Flaws(context.Context) ([]store.Finding, error)
}, path string) {
	flaws, err := st.Flaws(ctx)
	if err == nil && len(flaws) == 0 {
		audit, auditErr := st.Audit(ctx, 0)
		flaws, err = audit.Findings, auditErr
	}
	if err == nil {
		c.open, err = st.OpenTables(ctx)
	}
	switch {
	case len(flaws) > 0:
		c.wrong(c.Exits.Database, "database",
			fmt.Sprintf("%s: %s (of %s)", path, flaws[0], english.Plural(len(flaws), "such problem", "")),
			"settable audit --all lists them all; settable restore restores a backup")
	case err != nil:
		c.wrong(c.Exits.Database, "database", err.Error(), "")
	default:
		c.fine("database", fmt.Sprintf("%s is intact, hash chains and ledger are correct, %s", path,
			english.Plural(len(c.open), "open table", "")))
	}
}
