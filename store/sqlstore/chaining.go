package sqlstore

import (
	"context"
	"database/sql"

	"settable/store"
)

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
