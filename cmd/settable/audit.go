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
	"settable/store/sqlite"
)

// auditCmd proves that no chip was made or lost, beside a running bot.
type auditCmd struct {
	database
	Guild int64 `help:"Look at this server alone, by its id. Default: at all." placeholder:"ID"`
}

// Run looks at the ledger from its transfers on and plays every open game
// again to compare its pot and stacks with the ledger's. It names all that does
// not fit, and then the exit status is 1.
func (c auditCmd) Run(ctx context.Context, s streams) (err error) {
	if c.Guild < 0 {
		return exitError{Code: 2, Err: fmt.Errorf("--guild takes the id of a server, not %d", c.Guild)}
	}
	path, err := c.path()
	if err != nil {
		return err
	}
	st, err := sqlite.Open(ctx, path, sqlite.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	audit, err := st.Audit(ctx, store.GuildID(c.Guild))
	if err != nil {
		return err
	}
	tables, found, err := c.tables(ctx, st)
	if err != nil {
		return err
	}
	found = append(audit.Findings, found...)
	for _, f := range found {
		fmt.Fprintln(s.out, f)
	}
	if len(found) > 0 {
		return fmt.Errorf("%s in %s: the lines above name them",
			counted(len(found), "thing does not fit", "things do not fit"), path)
	}
	if c.Guild != 0 && audit.Accounts == 0 && tables == 0 {
		return fmt.Errorf("server %d has neither chips nor open tables in %s", c.Guild, path)
	}
	proved(s.out, audit, tables)
	return nil
}

// tables plays the open games again, and says how many there are.
func (c auditCmd) tables(ctx context.Context, st *sqlite.DB) (n int, found []store.Finding, err error) {
	tables, err := st.OpenTables(ctx)
	if err != nil {
		return 0, nil, err
	}
	for _, t := range tables {
		if c.Guild != 0 && t.Guild != store.GuildID(c.Guild) {
			continue
		}
		n++
		i := slices.IndexFunc(kinds, func(r games.Kind) bool { return r.Name() == t.Game })
		if i < 0 {
			found = append(found, store.Finding{
				Guild: t.Guild, Table: t.ID, Says: "nobody knows the rules", Where: t.Game})
			continue
		}
		differs, err := store.AuditTable(ctx, st, t, kinds[i])
		if err != nil {
			return n, nil, err
		}
		found = append(found, differs...)
	}
	return n, found, nil
}

func proved(out io.Writer, a store.Audit, tables int) {
	fmt.Fprintf(out, `%s, %s, %s, %s; the houses gave %s chips.
Every server sums to zero, every balance equals its transfers, and every transfer has its cause.
%s played again: every pot and every stack is what the ledger says. Closed tables hold nothing.
`,
		counted(a.Guilds, "server", "servers"), counted(a.Accounts, "account", "accounts"),
		counted(a.Transfers, "transfer", "transfers"), counted(a.Grants, "grant", "grants"),
		humanize.Comma(int64(a.Granted)),
		counted(tables, "open table", "open tables"))
}

func counted(n int, one, many string) string {
	return humanize.Comma(int64(n)) + " " + english.PluralWord(n, one, many)
}
