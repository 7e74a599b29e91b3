package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Tables lists all tables of a database. Each comes after the tables that it references.
var Tables = []string{"people", "secret", "guilds", "players", "names", "nights", "plans", "signups",
	"tables", "parted", "seats", "lines", "tallies", "totals", "accounts", "grants", "transfers", "folds", "departed",
	"identifies", "leftovers"}

// errNotEmpty refuses to copy into a database that has rows.
var errNotEmpty = errors.New("the database isn't empty: choose an empty one")

// CopyTo copies every row into an empty database and returns the number of rows. The target must have the same schema,
// and its triggers must be disabled. The source's key replaces the target's, because the copied data is sealed with it.
func (b *Base) CopyTo(ctx context.Context, tx *Tx) (rows int, err error) {
	if _, err := tx.ExecContext(ctx, `DELETE FROM secret`); err != nil {
		return 0, err
	}
	from, err := b.Readers.BeginTx(ctx, b.dialect.Snapshot)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, from.Rollback()) }()
	for _, table := range Tables {
		n, err := copyTable(ctx, from, tx, table)
		if err != nil {
			return rows, fmt.Errorf("copying %s: %w", table, err)
		}
		rows += n
	}
	tx.cache.forget()
	return rows, nil
}

func copyTable(ctx context.Context, from *sql.Tx, tx *Tx, table string) (n int, err error) {
	var filled bool
	if err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM `+table+`)`).Scan(&filled); err != nil {
		return 0, err
	}
	if filled {
		return 0, errNotEmpty
	}
	rows, err := from.QueryContext(ctx, `SELECT * FROM `+table)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	columns, err := rows.Columns()
	if err != nil {
		return 0, err
	}
	places := make([]string, len(columns))
	for i := range places {
		places[i] = fmt.Sprintf("$%d", i+1)
	}
	text := fmt.Sprintf(`INSERT INTO %s (%s) VALUES (%s)`, table, strings.Join(columns, ", "), strings.Join(places, ", "))
	insert, err := tx.PrepareContext(ctx, text)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, insert.Close()) }()
	goes := slices.Index(columns, "goes") // the only boolean column, which SQLite stores as a number
	cells := make([]any, len(columns))
	for rows.Next() {
		into := make([]any, len(columns))
		for i := range into {
			into[i] = &cells[i]
		}
		if err := rows.Scan(into...); err != nil {
			return n, err
		}
		if goes >= 0 {
			cells[goes] = cells[goes] == true || cells[goes] == int64(1)
		}
		if _, err := insert.ExecContext(ctx, cells...); err != nil {
			return n, err
		}
		n++
	}
	return n, rows.Err()
}
