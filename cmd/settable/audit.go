package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"

	"settable/games"
	"settable/store"
	"settable/store/ids"
	"settable/store/sqlite"
)

// auditCmd checks that no chips were created or lost. It can run while a bot is running.
type auditCmd struct {
	database
	All   bool  `help:"Also check the database itself, all hash chains and every finished game. Takes longer."`
	Guild int64 `help:"Check only this server (id). Default: all servers." placeholder:"ID"`
}

// Run compares the ledger with its transfers, checks the hash chains, and replays every open game to compare its pot
// and stacks with the ledger. It prints every mismatch. If there are any, the exit status is 1.
func (c auditCmd) Run(ctx context.Context, s streams) (err error) {
	switch {
	case c.Guild < 0:
		return exitError{Code: 2, Err: fmt.Errorf("--guild must be a server ID, not %d", c.Guild)}
	case c.All && c.Guild != 0:
		return exitError{Code: 2, Err: errors.New("--all checks every server: omit --guild")}
	}
	st, path, err := c.open(ctx, sqlite.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	var looked auditRun
	if err := looked.database(ctx, st, c); err != nil {
		return err
	}
	if err := looked.games(ctx, st, c); err != nil {
		return err
	}
	for _, f := range looked.found {
		fmt.Fprintln(s.out, f)
	}
	if n := len(looked.found); n > 0 {
		return fmt.Errorf("%s in %s: see the lines above",
			countOf(n, "problem found", "problems found"), path)
	}
	if c.Guild != 0 && looked.Accounts == 0 && looked.tables == 0 {
		return fmt.Errorf("server %d has no chips and no open tables in %s", c.Guild, path)
	}
	looked.printProof(s.out, c)
	return nil
}

// auditRun holds the state and the findings of an audit.
type auditRun struct {
	store.Audit
	tables int // number of replayed tables
	linked int // number of tables whose chain was checked without a replay
	found  []store.Finding
}

// database checks the stored data without replaying games.
func (l *auditRun) database(ctx context.Context, st openDatabase, c auditCmd) (err error) {
	if c.All {
		if l.found, err = st.Flaws(ctx); err != nil {
			return err
		}
	}
	l.Audit, err = st.Audit(ctx, ids.Guild(c.Guild))
	if err != nil && len(l.found) > 0 {
		return nil // a damaged database can't be read completely, and the damage is already reported
	}
	l.addFindings(l.Findings...)
	return err
}

// addFindings adds new findings. It skips duplicates, because the checks of games and of the ledger both follow the
// chains.
func (l *auditRun) addFindings(all ...store.Finding) {
	for _, f := range all {
		if !slices.Contains(l.found, f) {
			l.found = append(l.found, f)
		}
	}
}

// games replays the open games or, with --all, every game.
func (l *auditRun) games(ctx context.Context, st openDatabase, c auditCmd) error {
	if !c.All {
		open, err := st.OpenTables(ctx)
		if err != nil {
			return err
		}
		return l.play(ctx, st, slices.DeleteFunc(open, func(t store.Table) bool {
			return c.Guild != 0 && t.Guild != ids.Guild(c.Guild)
		}))
	}
	for last := store.TableID(0); ; {
		some, err := st.Tables(ctx, last, 100)
		if err == nil {
			err = l.play(ctx, st, some)
		}
		if err != nil && len(l.found) > 0 {
			return nil
		}
		if err != nil || len(some) == 0 {
			return err
		}
		last = some[len(some)-1].ID
	}
}

func (l *auditRun) play(ctx context.Context, st openDatabase, tables []store.Table) error {
	for _, t := range tables {
		kind, is := games.Find(kinds, t.Game)
		if !is {
			l.linked++
			l.addFindings(store.Finding{Guild: t.Guild, Table: t.ID, Says: "unknown game", Where: t.Game})
			continue
		}
		played, differs, err := store.AuditTable(ctx, st, t, kind)
		if err != nil {
			return err
		}
		if played {
			l.tables++
		} else {
			l.linked++
		}
		l.addFindings(differs...)
	}
	return nil
}

func (l *auditRun) printProof(out io.Writer, c auditCmd) {
	fmt.Fprintf(out, `%s, %s, %s, %s; %s chips granted.
Every server sums to zero, every balance matches its transfers, and every transfer has a valid cause.
`,
		countOf(l.Guilds, "server", "servers"), countOf(l.Accounts, "account", "accounts"),
		countOf(l.Transfers, "transfer", "transfers"), countOf(l.Grants, "grant", "grants"),
		humanize.Comma(int64(l.Granted)))
	which := countOf(l.tables, "open table", "open tables")
	if c.All {
		which = countOf(l.tables, "table", "tables")
	}
	fmt.Fprintf(out, "Replayed %s: every pot and stack matches the ledger. "+
		"Closed tables hold no chips.\n"+
		"All hash chains of journals and grants are intact.\n", which)
	whole := "The database is intact, and the replay produced every stored transfer and tally."
	if l.linked > 0 {
		whole = "The database is intact, and the replay produced every transfer and tally of these tables."
		fmt.Fprintf(out, "Not replayed: %s (compacted, or played by older rules).\n",
			countOf(l.linked, "game", "games"))
	}
	if c.All {
		fmt.Fprintln(out, whole)
	}
	if c.Guild != 0 {
		fmt.Fprintf(out, "The head of this server's hash chain is %s.\n", l.Head.Short())
	}
}

func countOf(n int, one, many string) string {
	return humanize.Comma(int64(n)) + " " + english.PluralWord(n, one, many)
}
