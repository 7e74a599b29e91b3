package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"settable/store"
)

// Tables are all tables of a database, each after those that it refers to.
var Tables = []string{"people", "secret", "guilds", "players", "names", "nights", "plans", "signups",
	"tables", "parted", "seats", "lines", "tallies", "totals", "accounts", "grants", "transfers", "folds", "departed",
	"identifies", "leftovers"}

// errNotEmpty refuses to copy into a database that has rows already.
var errNotEmpty = errors.New("something is kept there already: name a database that is new")

// CopyTo copies every row into an empty database of the same shape whose guards are disabled, and
// returns how many there were. The target's own key is replaced by the source's, with which copied
// data is sealed.
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
		n, err := copied(ctx, from, tx, table)
		if err != nil {
			return rows, fmt.Errorf("copying %s: %w", table, err)
		}
		rows += n
	}
	tx.cache.forget()
	return rows, nil
}

func copied(ctx context.Context, from *sql.Tx, tx *Tx, table string) (n int, err error) {
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
	holes := strings.TrimSuffix(strings.Repeat("?, ", len(columns)), ", ")
	text := fmt.Sprintf(`INSERT INTO %s (%s) VALUES (%s)`, table, strings.Join(columns, ", "), holes)
	insert, err := tx.PrepareContext(ctx, tx.dialect.said(text))
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, insert.Close()) }()
	goes := slices.Index(columns, "goes") // the only boolean column, which SQLite keeps as a number
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

// KeyOf is the secret of a database, read in a migration from before people had numbers.
func KeyOf(ctx context.Context, tx *sql.Tx) ([]byte, error) {
	return keyOf(ctx, inTransaction{tx, nil, rawNumbers{}})
}

// ChainAll computes the links of every journal and of all grants anew, and writes them.
func ChainAll(ctx context.Context, tx *sql.Tx) error {
	key, err := KeyOf(ctx, tx)
	if err != nil {
		return err
	}
	db, c := inTransaction{tx, nil, rawNumbers{}}, store.NewChain(key)
	tables, err := gathered(ctx, db, "the tables", Alone[store.TableID], selectEvery)
	for i := 0; err == nil && i < len(tables); i++ {
		err = db.chainTable(ctx, c, tables[i])
	}
	if err != nil {
		return err
	}
	guilds, err := gathered(ctx, db, "the guilds with grants", Alone[store.GuildID], selectGranters, 0)
	for i := 0; err == nil && i < len(guilds); i++ {
		err = db.chainGrants(ctx, c, guilds[i])
	}
	return err
}

func (tx inTransaction) chainTable(ctx context.Context, c store.Chain, id store.TableID) error {
	b, err := read(ctx, tx, id)
	if err != nil {
		return err
	}
	link := c.Opening(b.table, b.source)
	_, err = tx.ExecContext(ctx, `UPDATE tables SET chain = ? WHERE id = ?`, link[:], id)
	for i := 0; err == nil && i < len(b.lines); i++ {
		l := b.lines[i]
		link = c.Line(link, l.Line, l.moved)
		_, err = tx.ExecContext(ctx, `UPDATE lines SET chain = ? WHERE table_id = ? AND n = ?`, link[:], id, l.N)
	}
	return doing(err, "chaining the journal of table %d", id)
}

func (tx inTransaction) chainGrants(ctx context.Context, c store.Chain, guild store.GuildID) error {
	links, ids, err := given(ctx, tx, c, guild)
	var link store.Hash
	for i := 0; err == nil && i < len(links); i++ {
		link = links[i].After(link)
		_, err = tx.ExecContext(ctx, `UPDATE grants SET chain = ? WHERE id = ?`, link[:], ids[i])
	}
	return doing(err, "chaining the grants of guild %d", guild)
}

var selectEvery = toRead(`SELECT id FROM tables ORDER BY id`)
