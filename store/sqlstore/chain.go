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
	"settable/store/ids"
)

// chainedJournal is a table's stored journal with its chain.
type chainedJournal struct {
	table   store.Table // only its id, guild, game, options and time of opening
	source  store.Source
	opening []byte // its first link
	lines   []chained
}

// chained is a line with its stored link and the chips that it moved.
type chained struct {
	store.Line
	moved []games.Transfer
	link  []byte
}

// verify returns the last link of a journal. It returns a *store.Broken if the chain is broken.
func (b chainedJournal) verify(c store.Chain) (store.Hash, error) {
	all := make([]store.Link, 0, 1+len(b.lines))
	all = append(all, b.openingLink(c))
	for i := range b.lines {
		l := &b.lines[i]
		all = append(all, store.Link{Where: "line " + strconv.Itoa(l.N), Bears: hashOf(l.link),
			After: func(before store.Hash) store.Hash { return c.Line(before, l.Line, l.moved) }})
	}
	return followLinks(b.table.Guild, b.table.ID, all)
}

// openingLink returns the link of the table's opening.
func (b chainedJournal) openingLink(c store.Chain) store.Link {
	return store.Link{Where: "its opening", Bears: hashOf(b.opening),
		After: func(store.Hash) store.Hash { return c.Opening(b.table, b.source) }}
}

// readUncompacted reads the journal of a table. It returns ErrCompacted if the table was compacted.
func readUncompacted(ctx context.Context, db querier, id store.TableID) (chainedJournal, error) {
	kept, err := compactedLinks(ctx, db, id)
	if err == nil && len(kept) > 0 {
		err = store.ErrCompacted
	}
	if err != nil {
		return chainedJournal{}, err
	}
	return readJournal(ctx, db, id)
}

// readVerified reads the journal of a table and checks its chain. For a compacted table, it checks that the rest of the
// journal matches the link of the compaction, and returns ErrCompacted.
func (b *Base) readVerified(ctx context.Context, db querier, id store.TableID) (chainedJournal, error) {
	all, err := readUncompacted(ctx, db, id)
	if err == nil {
		_, err = all.verify(b.Chain)
	}
	if !errors.Is(err, store.ErrCompacted) {
		return all, err
	}
	kept, err := compactedLinks(ctx, db, id)
	if err != nil {
		return all, err
	}
	if all, err = readJournal(ctx, db, id); err != nil {
		return all, err
	}
	is, err := compactedLink(ctx, db, b.Chain, id)
	if err != nil {
		return all, err
	}
	links := []store.Link{all.openingLink(b.Chain), {Where: "its compaction", Bears: hashOf(kept[0]),
		After: func(store.Hash) store.Hash { return is }}}
	if _, err = followLinks(all.table.Guild, id, links); err == nil {
		err = store.ErrCompacted
	}
	return chainedJournal{}, err
}

// lineTally is a tally with the line that counted it.
type lineTally struct {
	line int
	games.Tally
}

func readTallies(ctx context.Context, db querier, id store.TableID) ([]lineTally, error) {
	return queryAll(ctx, db, "the tallies", scanInto(func(c *lineTally) []any {
		return []any{&c.line, &c.Seat, &c.Count, &c.N}
	}), selectTallies, id)
}

func followLinks(guild ids.Guild, table store.TableID, links []store.Link) (store.Hash, error) {
	last, broken := store.Follow(store.Hash{}, links)
	if broken != nil {
		broken.Guild, broken.Table = guild, table
		return last, broken
	}
	return last, nil
}

// hashOf returns a link that was read from the database, or the zero Hash if the link is empty.
func hashOf(link []byte) (h store.Hash) {
	copy(h[:], link)
	return h
}

// lineLink returns the link of a line of a journal. Line 0 stands for the table's opening. If the link doesn't exist,
// lineLink returns the zero Hash, because the schema will refuse the next line anyway.
func (tx *Tx) lineLink(table store.TableID, line int) (store.Hash, error) {
	if at, known := tx.cache.heads[table]; known && at.line == line {
		return at.link, nil
	}
	return scanLink(tx.row(selectLink, table, line))
}

// VerifyNewestLinks checks on a fresh connection that the database contains the newest link of each journal that the
// writer knows.
func (b *Base) VerifyNewestLinks(ctx context.Context, fresh *sql.DB) error {
	text := b.dialect.texts(writes)[selectLink]
	for id, head := range b.Tx.cache.heads {
		var link []byte
		if err := fresh.QueryRowContext(ctx, text, id, head.line).Scan(&link); err != nil {
			return err
		}
		if hashOf(link) != head.link {
			return fmt.Errorf("line %d of table %d differs", head.line, id)
		}
	}
	return nil
}

// lastGrantLink returns the newest link of a guild's grants, or the zero Hash if the guild has no grants.
func (tx *Tx) lastGrantLink(guild ids.Guild) (store.Hash, error) {
	if link, known := tx.cache.grants[guild]; known {
		return link, nil
	}
	return scanLink(tx.row(selectGrantLink, guild))
}

// scanLink returns the link in a row, or the zero Hash if the row doesn't exist.
func scanLink(r row) (store.Hash, error) {
	var link []byte
	if err := r.Scan(&link); err != nil && !errors.Is(err, sql.ErrNoRows) {
		return store.Hash{}, fmt.Errorf("reading the last link of a chain: %w", err)
	}
	return hashOf(link), nil
}

// querier runs queries, either on the readers or in a transaction that reads one snapshot.
type querier interface {
	query(context.Context, query, ...any) (*sql.Rows, error)
	explain(error) error
}

// snapshot runs queries in a transaction on a reader connection.
type snapshot struct {
	tx         *sql.Tx
	statements *statements // the statements of its readers
}

func (t snapshot) query(ctx context.Context, q query, args ...any) (*sql.Rows, error) {
	if stmt := t.statements.find(q); stmt != nil {
		return t.tx.StmtContext(ctx, stmt).QueryContext(ctx, args...)
	}
	return t.tx.QueryContext(ctx, t.statements.texts[q], args...)
}

// explain returns the error unchanged, because the end of the transaction will explain it.
func (snapshot) explain(err error) error { return err }

// queryAll returns all rows of a query.
func queryAll[T any](ctx context.Context, db querier, what string, scan func(row) (T, error), q query,
	args ...any) (all []T, err error) {
	rows, err := db.query(ctx, q, args...)
	if err == nil {
		all, err = Collect(rows, scan)
	}
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", describe(what, args), db.explain(err))
	}
	return all, nil
}

// queryMap returns the result of a query with two columns as a map.
func queryMap[K comparable, V any](ctx context.Context, db querier, what string, q query, args ...any) (
	map[K]V, error) {
	all := map[K]V{}
	_, err := queryAll(ctx, db, what, func(r row) (none struct{}, err error) {
		var k K
		var v V
		if err = r.Scan(&k, &v); err == nil {
			all[k] = v
		}
		return none, err
	}, q, args...)
	return all, err
}

// plainLines returns the lines without their chips and links.
func (b chainedJournal) plainLines() []store.Line {
	all := make([]store.Line, len(b.lines))
	for i, l := range b.lines {
		all[i] = l.Line
	}
	return all
}

// readJournal reads the journal of a table. It returns ErrNoTable if the table doesn't exist.
func readJournal(ctx context.Context, db querier, id store.TableID) (b chainedJournal, err error) {
	const what = "the journal"
	opened, err := queryAll(ctx, db, what, scanOpening, selectOpening, id)
	if err == nil && len(opened) == 0 {
		err = store.ErrNoTable
	}
	if err != nil {
		return b, err
	}
	b = opened[0]
	owed := 0
	b.lines, err = queryAll(ctx, db, what, func(r row) (l chained, err error) {
		var moved int
		err = r.Scan(&l.N, (*instant)(&l.At), &l.Seat, &l.Player, &l.Words, &l.Source, &moved, &l.link)
		owed += moved
		return l, err
	}, selectChained, id)
	if err != nil || owed == 0 {
		return b, err
	}
	return b, b.addTransfers(ctx, db, what)
}

// addTransfers adds the chips that the lines moved. It ignores lines that were written after the journal was read.
func (b chainedJournal) addTransfers(ctx context.Context, db querier, what string) error {
	type moved struct {
		line int
		games.Transfer
	}
	all, err := queryAll(ctx, db, what, scanInto(func(m *moved) []any {
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

// grantLinks returns the grants of a guild in order, as links of a chain.
func grantLinks(ctx context.Context, db querier, c store.Chain, guild ids.Guild) ([]store.Link, error) {
	return queryAll(ctx, db, "the grants", func(r row) (store.Link, error) {
		var g store.Grant
		var link []byte
		err := r.Scan(&g.ID, &g.Kind, &g.Amount, (*instant)(&g.At), &g.Source, &link)
		return store.Link{Where: fmt.Sprintf("grant %d", g.ID), Bears: hashOf(link),
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
	// The seat on the other side of a transfer identifies a balance, because it belongs to the balance's owner.
	selectPaid = toRead(`SELECT t.line, ` + gamesAccount("a", "b") + `, ` + gamesAccount("b", "a") + `, t.amount
		FROM transfers t JOIN accounts a ON a.id = t.payer JOIN accounts b ON b.id = t.payee
		WHERE t.line IS NOT NULL AND t.table_id = $1 ORDER BY t.n`)
	selectCompacted = toRead(`SELECT link FROM folds WHERE table_id = $1`)
	selectGiven     = toRead(`SELECT id, kind, amount, at, coalesce(source, ''), chain FROM grants
		WHERE guild = $1 ORDER BY id`)
)

// ofJournals are the queries that read a journal.
var ofJournals = []query{selectCompacted, selectOpening, selectChained, selectPaid}

// gamesAccount returns an expression for the games.Account of an account. It needs the account on the other side of the
// transfer.
func gamesAccount(account, other string) string {
	return fmt.Sprintf(`CASE %[1]s.kind WHEN 'seat' THEN %[1]s.seat WHEN 'pot' THEN %[3]d WHEN 'house' THEN %[4]d
		ELSE %[4]d - coalesce(%[2]s.seat, 0) END`, account, other, games.Pot, games.Bank)
}
