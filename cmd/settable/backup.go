package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/dustin/go-humanize"

	"settable/store"
	"settable/store/sqlite"
)

// backupCmd copies the database, even while a bot is running.
type backupCmd struct {
	database
	File string `arg:"" optional:"" help:"The file to write; it must not exist yet. Default: next to the database, with the time in its name."`
}

// Run writes the copy and checks it. It reports success only after the check.
func (c backupCmd) Run(ctx context.Context, s streams) (err error) {
	st, path, err := c.openFile(ctx, sqlite.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	c.File = cmp.Or(c.File, path+"."+time.Now().UTC().Format("20060102T150405Z")+".bak")
	audit, err := st.Backup(ctx, c.File)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.out, "Wrote and verified %s: %s\n", c.File, summary(audit))
	return nil
}

// restoreCmd replaces the database with a backup.
type restoreCmd struct {
	database
	File string `arg:"" help:"The backup file."`
}

// Run restores the backup and keeps the former database under another name. It fails while a bot is running.
func (c restoreCmd) Run(ctx context.Context, s streams) error {
	if c.isPostgres() {
		_, _, err := c.openFile(ctx, sqlite.Options{})
		return err
	}
	path, err := c.path()
	if err != nil {
		return err
	}
	r, err := sqlite.Restore(ctx, c.File, path, nil)
	if err != nil {
		return exitError{exitDatabase, err}
	}
	fmt.Fprintf(s.out, "Verified %s and restored it as %s: %s\n", c.File, path, summary(r.Audit))
	if r.Former != "" {
		fmt.Fprintf(s.out, "The old database is kept as %s.\n", filepath.Base(r.Former))
	}
	return nil
}

// moveCmd copies a database into another one. Both may be SQLite or PostgreSQL.
type moveCmd struct {
	From string `arg:"" help:"The existing database: a file or postgres://…"`
	To   string `arg:"" help:"The new database: a file or postgres://…"`
}

// Run copies all rows in one transaction, and then checks the copy like `settable audit --all`.
func (c moveCmd) Run(ctx context.Context, s streams) (err error) {
	if c.isSameDatabase() {
		return exitError{exitUsage, errors.New("source and target are the same database: choose another target")}
	}
	rows, name, err := c.copyAll(ctx)
	if err != nil {
		return err
	}
	st, _, err := database{c.To}.open(ctx, sqlite.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	looked, all := auditRun{}, auditCmd{All: true}
	if err = looked.database(ctx, st, all); err == nil {
		err = looked.games(ctx, st, all)
	}
	if err == nil && len(looked.found) > 0 {
		err = fmt.Errorf("verifying the copy in %s failed; the original may be damaged too: %s", name, looked.found[0])
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(s.out, "Copied and verified %s in %s.\n", countOf(rows, "row", "rows"), name)
	looked.printProof(s.out, all)
	fmt.Fprintln(s.out, "The old database is unchanged. From now on, use the new one with --database.")
	return nil
}

// isSameDatabase reports whether source and target are the same.
func (c moveCmd) isSameDatabase() bool {
	from, err1 := os.Stat(c.From)
	to, err2 := os.Stat(c.To)
	return c.From == c.To || err1 == nil && err2 == nil && os.SameFile(from, to)
}

// copyAll copies all rows into the new database.
func (c moveCmd) copyAll(ctx context.Context) (rows int, name string, err error) {
	from, _, err := database{c.From}.existing(ctx)
	if err != nil {
		return 0, "", err
	}
	defer func() { err = errors.Join(err, from.Close()) }()
	to, name, err := database{c.To}.open(ctx, sqlite.Options{})
	if err != nil {
		return 0, name, err
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	if rows, err = to.Fill(ctx, from.Base()); err != nil {
		return rows, name, exitError{exitDatabase, err}
	}
	return rows, name, c.keepMode()
}

// keepMode gives the new database the mode of the old one if both are files.
func (c moveCmd) keepMode() error {
	from, err1 := os.Stat(c.From)
	_, err2 := os.Stat(c.To)
	if err1 != nil || err2 != nil {
		return nil // PostgreSQL
	}
	return os.Chmod(c.To, from.Mode().Perm())
}

// existing opens a database that must exist and must not be in use by a bot.
func (d database) existing(ctx context.Context) (st openDatabase, name string, err error) {
	if st, name, err = d.open(ctx, sqlite.Options{ReadOnly: true}); err != nil { // read-only mode doesn't create a missing database
		return nil, name, err
	}
	if err = st.Close(); err != nil {
		return nil, name, err
	}
	return d.open(ctx, sqlite.Options{})
}

func summary(a store.Audit) string {
	return fmt.Sprintf("every server sums to zero (%s, %s, %s chips granted).",
		countOf(a.Guilds, "server", "servers"), countOf(a.Transfers, "transfer", "transfers"),
		humanize.Comma(int64(a.Granted)))
}
