package sqlstore

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"settable/games"
	"settable/store"
)

// chainedJournal is a table's journal as the database keeps it, with its chain.
type chainedJournal struct {
	table   store.Table // only its id, guild, game, options and time of opening
	source  store.Source
	opening []byte // its first link
	lines   []chained
}

// chained is a line with the chips that it moved and the link that is stored with it.
type chained struct {
	store.Line
	moved []games.Transfer
	link  []byte
}

// proved is the last link of a journal whose chain holds; otherwise the error is a *store.Broken.
func (b chainedJournal) proved(c store.Chain) (store.Hash, error) {
	all := make([]store.Link, 0, 1+len(b.lines))
	all = append(all, b.first(c))
	for i := range b.lines {
		l := &b.lines[i]
		all = append(all, store.Link{Where: "line " + strconv.Itoa(l.N), Bears: hash(l.link),
			After: func(before store.Hash) store.Hash { return c.Line(before, l.Line, l.moved) }})
	}
	return followed(b.table.Guild, b.table.ID, all)
}

// first is the link of the table's opening.
func (b chainedJournal) first(c store.Chain) store.Link {
	return store.Link{Where: "its opening", Bears: hash(b.opening),
		After: func(store.Hash) store.Hash { return c.Opening(b.table, b.source) }}
}

// uncompacted is the journal of a table, or ErrCompacted.
func uncompacted(ctx context.Context, db asker, id store.TableID) (chainedJournal, error) {
	kept, err := compactedOf(ctx, db, id)
	if err == nil && len(kept) > 0 {
		err = store.ErrCompacted
	}
	if err != nil {
		return chainedJournal{}, err
	}
	return read(ctx, db, id)
}

// whole is the journal of a table whose chain holds. Of a compacted one it is the error ErrCompacted,
// once the link of the compaction has proved that what was left of it is unchanged.
func (b *Base) whole(ctx context.Context, db asker, id store.TableID) (chainedJournal, error) {
	all, err := uncompacted(ctx, db, id)
	if err == nil {
		_, err = all.proved(b.Chain)
	}
	if !errors.Is(err, store.ErrCompacted) {
		return all, err
	}
	kept, err := compactedOf(ctx, db, id)
	if err != nil {
		return all, err
	}
	if all, err = read(ctx, db, id); err != nil {
		return all, err
	}
	is, err := compactedLink(ctx, db, b.Chain, id)
	if err != nil {
		return all, err
	}
	links := []store.Link{all.first(b.Chain), {Where: "its compaction", Bears: hash(kept[0]),
		After: func(store.Hash) store.Hash { return is }}}
	if _, err = followed(all.table.Guild, id, links); err == nil {
		err = store.ErrCompacted
	}
	return chainedJournal{}, err
}

// counting is a tally, and the line that counted it.
type counting struct {
	line int
	games.Tally
}

func countedAt(ctx context.Context, db asker, id store.TableID) ([]counting, error) {
	return gathered(ctx, db, "the tallies", cells(func(c *counting) []any {
		return []any{&c.line, &c.Seat, &c.Count, &c.N}
	}), selectTallies, id)
}

func followed(guild store.GuildID, table store.TableID, links []store.Link) (store.Hash, error) {
	last, broken := store.Follow(store.Hash{}, links)
	if broken != nil {
		broken.Guild, broken.Table = guild, table
		return last, broken
	}
	return last, nil
}

// hash is a link that was read from the database; the zero Hash where there is none.
func hash(link []byte) (h store.Hash) {
	copy(h[:], link)
	return h
}

// link is the link of a line of a journal, and for line 0 that of the table's opening. Where there is
// none it is the zero Hash, because the schema will refuse what follows anyway.
func (tx *Tx) link(table store.TableID, line int) (store.Hash, error) {
	if at, known := tx.cache.heads[table]; known && at.line == line {
		return at.link, nil
	}
	return linkIn(tx.row(selectLink, table, line))
}

// Stands checks, on a fresh connection, that the newest link of each journal that the writer knows is
// in the database.
func (b *Base) Stands(ctx context.Context, fresh *sql.DB) error {
	text := b.dialect.texts(writes)[selectLink]
	for id, head := range b.Tx.cache.heads {
		var link []byte
		if err := fresh.QueryRowContext(ctx, text, id, head.line).Scan(&link); err != nil {
			return err
		}
		if hash(link) != head.link {
			return fmt.Errorf("line %d of table %d is another", head.line, id)
		}
	}
	return nil
}

// granted is the newest link of a guild's grants; the zero Hash where it has none.
func (tx *Tx) granted(guild store.GuildID) (store.Hash, error) {
	if link, known := tx.cache.grants[guild]; known {
		return link, nil
	}
	return linkIn(tx.row(selectGrantLink, guild))
}

// linkIn is the link in a row; the zero Hash where there is none.
func linkIn(r row) (store.Hash, error) {
	var link []byte
	if err := r.Scan(&link); err != nil && !errors.Is(err, sql.ErrNoRows) {
		return store.Hash{}, fmt.Errorf("reading the last link of a chain: %w", err)
	}
	return hash(link), nil
}

// asker is what runs a query: the readers, or a transaction that reads one snapshot.
type asker interface {
	query(context.Context, query, ...any) (*sql.Rows, error)
}

// inTransaction runs queries in a transaction.
type inTransaction struct {
	tx    *sql.Tx
	asked *asked // the statements of its readers
}

func (t inTransaction) query(ctx context.Context, q query, args ...any) (*sql.Rows, error) {
	if stmt := t.asked.known(q); stmt != nil {
		return t.tx.StmtContext(ctx, stmt).QueryContext(ctx, args...)
	}
	return t.tx.QueryContext(ctx, t.asked.texts[q], args...)
}

// gathered is all rows of the answer to a query.
func gathered[T any](ctx context.Context, db asker, what string, scan func(row) (T, error), q query,
	args ...any) (all []T, err error) {
	rows, err := db.query(ctx, q, args...)
	if err == nil {
		all, err = Collect(rows, scan)
	}
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", whoseAre(what, args), err)
	}
	return all, nil
}

// paired is the answer to a query as a map, from rows of two cells.
func paired[K comparable, V any](ctx context.Context, db asker, what string, q query, args ...any) (
	map[K]V, error) {
	all := map[K]V{}
	_, err := gathered(ctx, db, what, func(r row) (none struct{}, err error) {
		var k K
		var v V
		if err = r.Scan(&k, &v); err == nil {
			all[k] = v
		}
		return none, err
	}, q, args...)
	return all, err
}

// said are the lines without their chips and links.
func (b chainedJournal) said() []store.Line {
	all := make([]store.Line, len(b.lines))
	for i, l := range b.lines {
		all[i] = l.Line
	}
	return all
}

// read is the journal of a table, or ErrNoTable.
func read(ctx context.Context, db asker, id store.TableID) (b chainedJournal, err error) {
	const what = "the journal"
	opened, err := gathered(ctx, db, what, scanOpening, selectOpening, id)
	if err == nil && len(opened) == 0 {
		err = store.ErrNoTable
	}
	if err != nil {
		return b, err
	}
	b = opened[0]
	owed := 0
	b.lines, err = gathered(ctx, db, what, func(r row) (l chained, err error) {
		var moved int
		err = r.Scan(&l.N, (*instant)(&l.At), &l.Seat, &l.Player, &l.Words, &l.Source, &moved, &l.link)
		owed += moved
		return l, err
	}, selectChained, id)
	if err != nil || owed == 0 {
		return b, err
	}
	return b, b.settle(ctx, db, what)
}

// settle adds the chips that the lines moved. Transfers of lines that were written after the lines
// were read are left out.
func (b chainedJournal) settle(ctx context.Context, db asker, what string) error {
	type moved struct {
		line int
		games.Transfer
	}
	all, err := gathered(ctx, db, what, cells(func(m *moved) []any {
		return []any{&m.line, &m.From, &m.To, &m.Amount}
	}), selectPaid, b.table.ID)
	first := 1
	if len(b.lines) == 1 { // a compacted journal, of which only the last line is left
		first = b.lines[0].N
	}
	for _, m := range all {
		if i := m.line - first; i >= 0 && i < len(b.lines) {
			b.lines[i].moved = append(b.lines[i].moved, m.Transfer)
		}
	}
	return err
}

func scanOpening(r row) (b chainedJournal, err error) {
	var options string
	err = r.Scan(&b.table.ID, &b.table.Guild, &b.table.Game, &options, (*instant)(&b.table.Opened), &b.source,
		&b.opening)
	if err != nil {
		return b, err
	}
	return b, json.Unmarshal([]byte(options), &b.table.Options)
}

// given are the grants of a guild in order, as links of a chain.
func given(ctx context.Context, db asker, c store.Chain, guild store.GuildID) ([]store.Link, error) {
	return gathered(ctx, db, "the grants", func(r row) (store.Link, error) {
		var g store.Grant
		var link []byte
		err := r.Scan(&g.ID, &g.Kind, &g.Amount, (*instant)(&g.At), &g.Source, &link)
		return store.Link{Where: fmt.Sprintf("grant %d", g.ID), Bears: hash(link),
			After: func(before store.Hash) store.Hash { return c.Grant(before, g) }}, err
	}, selectGiven, guild)
}

var (
	selectLink = toWrite(`SELECT chain FROM lines WHERE table_id = $1 AND n = $2
		UNION ALL SELECT chain FROM tables WHERE id = $1 AND $2 = 0`)
	selectGrantLink = toWrite(`SELECT chain FROM grants WHERE guild = $1 ORDER BY id DESC LIMIT 1`)
	selectOpening   = toRead(`SELECT id, guild, game, options, opened, coalesce(source, ''), chain
		FROM tables WHERE id = $1`)
	selectChained = toRead(`SELECT l.n, l.at, l.seat, ` + playerOf(`s.player`) + `, l.words, coalesce(l.source, ''),
			l.transfers, l.chain
		FROM lines l LEFT JOIN seats s ON s.table_id = l.table_id AND s.seat = l.seat
		WHERE l.table_id = $1 ORDER BY l.n`)
	// A balance is read as that of the seat on the other side of the transfer, which is its owner's.
	selectPaid = toRead(`SELECT t.line, ` + purseOf("a", "b") + `, ` + purseOf("b", "a") + `, t.amount
		FROM transfers t JOIN accounts a ON a.id = t.payer JOIN accounts b ON b.id = t.payee
		WHERE t.line IS NOT NULL AND t.table_id = $1 ORDER BY t.n`)
	selectCompacted = toRead(`SELECT link FROM folds WHERE table_id = $1`)
	selectGiven     = toRead(`SELECT id, kind, amount, at, coalesce(source, ''), chain FROM grants
		WHERE guild = $1 ORDER BY id`)
)

// ofJournals are the queries that read a journal.
var ofJournals = []query{selectCompacted, selectOpening, selectChained, selectPaid}

// purseOf is an expression for the games.Purse of an account in a transfer with another.
func purseOf(account, other string) string {
	return fmt.Sprintf(`CASE %[1]s.kind WHEN 'seat' THEN %[1]s.seat WHEN 'pot' THEN %[3]d WHEN 'house' THEN %[4]d
		ELSE %[4]d - coalesce(%[2]s.seat, 0) END`, account, other, games.Pot, games.Bank)
}
