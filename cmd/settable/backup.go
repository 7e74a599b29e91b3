package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/dustin/go-humanize"

	"settable/store"
	"settable/store/sqlite"
)

// backupCmd copies the database beside a running bot.
type backupCmd struct {
	database
	File string `arg:"" optional:"" help:"The file to write; it must not be there yet. Default: beside the database, with the time in its name."`
}

// Run writes the copy, opens it again and proves it before it says so.
func (c backupCmd) Run(ctx context.Context, s streams) (err error) {
	st, path, err := c.open(ctx, sqlite.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	if c.File == "" {
		c.File = path + "." + time.Now().UTC().Format("20060102T150405Z") + ".bak"
	}
	audit, err := st.Backup(ctx, c.File)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.out, "Wrote %s and read it again: it is whole, and %s\n", c.File, sums(audit))
	return nil
}

// restoreCmd puts a backup in the place of the database.
type restoreCmd struct {
	database
	File string `arg:"" help:"The backup."`
}

// Run refuses while a bot runs, and keeps the former database.
func (c restoreCmd) Run(ctx context.Context, s streams) error {
	path, err := c.path()
	if err != nil {
		return err
	}
	r, err := sqlite.Restore(ctx, c.File, path, nil)
	if err != nil {
		return exitError{exitDatabase, err}
	}
	fmt.Fprintf(s.out, "Put %s in the place of %s: it is whole, and %s\n", c.File, path, sums(r.Audit))
	if r.Former != "" {
		fmt.Fprintf(s.out, "The former database is kept as %s.\n", filepath.Base(r.Former))
	}
	return nil
}

func sums(a store.Audit) string {
	return fmt.Sprintf("every server sums to zero (%s, %s, %s chips granted).",
		counted(a.Guilds, "server", "servers"), counted(a.Transfers, "transfer", "transfers"),
		humanize.Comma(int64(a.Granted)))
}
