package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"text/tabwriter"

	"settable/games"
	"settable/store"
	"settable/store/sqlite"
)

// exportCmd writes a table's journal for a replay or a bug report.
type exportCmd struct {
	database
	Table int64 `arg:"" optional:"" help:"The table's number (default: list the open tables)."`
	Names bool  `help:"Write the players' names instead of p1, p2 …"`
}

// Run reads the table, even while a bot is running.
func (c exportCmd) Run(ctx context.Context, s streams) (err error) {
	st, path, err := c.open(ctx, sqlite.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	if c.Table == 0 {
		return listTables(ctx, s, st)
	}
	row, lines, err := st.Export(ctx, store.TableID(c.Table))
	if errors.Is(err, store.ErrNoTable) {
		return fmt.Errorf("table %d not found in %s", c.Table, path)
	}
	if errors.Is(err, store.ErrCompacted) {
		return fmt.Errorf("the moves of table %d are no longer stored: %w", c.Table, err)
	}
	if err != nil {
		return err
	}
	kind, is := games.Find(kinds, row.Game)
	if !is {
		return fmt.Errorf("table %d has an unknown game: %s", c.Table, row.Game)
	}
	name, err := c.namer(ctx, st, row)
	if err != nil {
		return err
	}
	if row.Closed.IsZero() && kind.Manual().Hands {
		fmt.Fprintf(s.err, "Table %d is still open: the export shows the players' hands.\n", c.Table)
	}
	_, err = fmt.Fprint(s.out, games.Journal(kind, row.Options, store.GameLines(lines), name))
	return err
}

func (c exportCmd) namer(ctx context.Context, st openDatabase, row store.Table) (func(games.Seat) string,
	error) {
	if !c.Names {
		return func(s games.Seat) string { return fmt.Sprintf("p%d", s) }, nil
	}
	seats, err := st.Seats(ctx, row.ID)
	if err != nil {
		return nil, err
	}
	known, err := st.Names(ctx, row.Guild, slices.Collect(maps.Values(seats)))
	return func(s games.Seat) string { return known[seats[s]] }, err
}

func listTables(ctx context.Context, s streams, st openDatabase) error {
	tables, err := st.OpenTables(ctx)
	if err != nil {
		return err
	}
	if len(tables) == 0 {
		_, err = fmt.Fprintln(s.out, "No table is open.")
		return err
	}
	w := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "table\tgame\tchannel\topened")
	for _, t := range tables {
		fmt.Fprintf(w, "%d\t%s\t%d\t%s\n", t.ID, t.Game, t.Channel, t.Opened.Format("2006-01-02 15:04"))
	}
	return w.Flush()
}
