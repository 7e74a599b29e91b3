package sqlite

import (
	"context"
	"crypto/rand"
	"database/sql"
	"fmt"

	"settable/store"
)

// chainScript makes room for the links.
const chainScript = "00008_chain.sql"

// chainAll gives every row that has none its link, and the database the secret
// that links are worked out with: what the script of the chain leaves to be done.
func chainAll(ctx context.Context, tx *sql.Tx) error {
	key := make([]byte, store.KeySize)
	rand.Read(key) // never fails: the program would end
	_, err := tx.ExecContext(ctx, `INSERT INTO secret (id, key) SELECT 1, ? WHERE NOT EXISTS (SELECT 1 FROM secret)`, key)
	if err != nil {
		return fmt.Errorf("making the database's key: %w", err)
	}
	if err := tx.QueryRowContext(ctx, `SELECT key FROM secret`).Scan(&key); err != nil {
		return fmt.Errorf("reading the database's key: %w", err)
	}
	db, c := inside{tx, nil, unnamed{}}, store.NewChain(key)
	tables, err := gathered(ctx, db, "the tables", scanNumber[store.TableID], selectEvery)
	for i := 0; err == nil && i < len(tables); i++ {
		err = db.chainTable(ctx, c, tables[i])
	}
	if err != nil {
		return err
	}
	guilds, err := gathered(ctx, db, "the guilds with grants", scanNumber[store.GuildID], selectGranters, 0)
	for i := 0; err == nil && i < len(guilds); i++ {
		err = db.chainGrants(ctx, c, guilds[i])
	}
	return err
}

func (tx inside) chainTable(ctx context.Context, c store.Chain, id store.TableID) error {
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
	if err != nil {
		return fmt.Errorf("chaining the journal of table %d: %w", id, err)
	}
	return nil
}

func (tx inside) chainGrants(ctx context.Context, c store.Chain, guild store.GuildID) error {
	links, ids, err := given(ctx, tx, c, guild)
	var link store.Hash
	for i := 0; err == nil && i < len(links); i++ {
		link = links[i].After(link)
		_, err = tx.ExecContext(ctx, `UPDATE grants SET chain = ? WHERE id = ?`, link[:], ids[i])
	}
	if err != nil {
		return fmt.Errorf("chaining the grants of guild %d: %w", guild, err)
	}
	return nil
}

var selectEvery = toRead(`SELECT id FROM tables ORDER BY id`)
