package sqlstore

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"settable/store"
	"settable/store/ids"
)

// mostFindings is how many findings are reported for each law.
const mostFindings = 100

func (s *Store) Audit(ctx context.Context, guild ids.Guild) (a store.Audit, err error) {
	err = s.base.snapshot(ctx, inAudits, func(db querier) (err error) {
		a, err = s.audit(ctx, db, guild)
		return err
	})
	if err != nil {
		err = fmt.Errorf("auditing the database %s: %w", s.base.name, err)
	}
	return a, err
}

func (s *Store) audit(ctx context.Context, db querier, guild ids.Guild) (a store.Audit, err error) {
	sizes, err := queryAll(ctx, db, "the size of the ledger", scanInto(func(a *store.Audit) []any {
		return []any{&a.Guilds, &a.Accounts, &a.Transfers, &a.Grants, &a.Granted}
	}), audits[0], guild)
	if err != nil {
		return a, err
	}
	a = sizes[0]
	if a.Findings, err = findings(ctx, db, guild); err != nil {
		return a, err
	}
	breaks, err := s.breaks(ctx, db, guild)
	if err != nil {
		return a, err
	}
	a.Findings = append(a.Findings, breaks...)
	if guild != 0 {
		a.Head, err = readHead(ctx, db, guild)
	}
	return a, err
}

// breaks returns the breaks in the chains of the grants and open tables of a guild, or of all guilds if guild is 0.
func (s *Store) breaks(ctx context.Context, db querier, guild ids.Guild) (all []store.Finding, err error) {
	guilds, err := queryAll(ctx, db, "guilds with grants", ScanCell[ids.Guild], selectGranters, guild)
	for i := 0; err == nil && i < len(guilds); i++ {
		var links []store.Link
		if links, err = grantLinks(ctx, db, s.base.Chain, guilds[i]); err == nil {
			_, err = followLinks(guilds[i], 0, links)
		}
		all, err = addBreak(all, err)
	}
	if err != nil {
		return nil, err
	}
	open, err := queryAll(ctx, db, "the open tables", ScanCell[store.TableID], selectOpenOf, guild)
	for i := 0; err == nil && i < len(open); i++ {
		all, err = addBreak(all, s.base.follow(ctx, db, open[i]))
	}
	return all, err
}

// follow checks the chain of a table. It doesn't report a compacted table as an error.
func (b *Base) follow(ctx context.Context, db querier, id store.TableID) error {
	if _, err := b.readVerified(ctx, db, id); !errors.Is(err, store.ErrCompacted) {
		return err
	}
	return nil
}

// addBreak adds a break to the findings. It returns any other error.
func addBreak(all []store.Finding, err error) ([]store.Finding, error) {
	if broken, is := errors.AsType[*store.Broken](err); is {
		return append(all, broken.Finding()), nil
	}
	return all, err
}

// readHead returns one link for everything that was played and granted in a guild.
func readHead(ctx context.Context, db querier, guild ids.Guild) (h store.Hash, err error) {
	aLink := func(r row) (store.Hash, error) {
		link, err := ScanCell[[]byte](r)
		return hashOf(link), err
	}
	grants, err := queryAll(ctx, db, "the newest grant", aLink, selectGrantsHead, guild)
	if err != nil {
		return h, err
	}
	tables, err := queryAll(ctx, db, "the newest lines", aLink, selectHeads, guild)
	if err != nil || len(grants)+len(tables) == 0 {
		return h, err
	}
	return store.Head(append(grants, h)[0], tables), nil
}

var (
	selectGranters = toRead(`SELECT DISTINCT guild FROM grants WHERE (guild = $1 OR $1 = 0) ORDER BY guild`)
	selectOpenOf   = toRead(`SELECT id FROM tables WHERE closed IS NULL AND (guild = $1 OR $1 = 0)
		ORDER BY id`)
	selectGrantsHead = toRead(`SELECT chain FROM grants WHERE guild = $1 ORDER BY id DESC LIMIT 1`)
	selectHeads      = toRead(`SELECT coalesce(
			(SELECT chain FROM lines WHERE table_id = tables.id ORDER BY n DESC LIMIT 1), chain)
		FROM tables WHERE guild = $1 ORDER BY id`)
)

func findings(ctx context.Context, db querier, guild ids.Guild) (all []store.Finding, err error) {
	for i, law := range books {
		some, err := queryAll(ctx, db, "an audit", func(r row) (store.Finding, error) {
			f := store.Finding{Says: law.Says}
			err := r.Scan(&f.Guild, &f.Table, &f.Where)
			return f, err
		}, audits[1+i], guild)
		if err != nil {
			return nil, fmt.Errorf("checking whether %s: %w", law.Says, err)
		}
		all = append(all, some...)
	}
	return all, nil
}

// A Law is a query that returns no rows for a sound database. Each row names a guild, a table (or 0) and a problem.
type Law struct{ Says, Ask string }

// question limits the law to the guild $1, unless $1 is 0. Findings of guild 0 belong to no guild and are always
// included.
func (l Law) question() string {
	return fmt.Sprintf(`SELECT guild, at_table, place FROM (%s) AS found WHERE guild IN (0, $1) OR $1 = 0
		LIMIT %d`,
		l.Ask, mostFindings)
}

// theAccount is an expression that names the account a.
const theAccount = `'the ' || a.kind || coalesce(' on seat ' || a.seat, '')
	|| coalesce(' of player ' || a.player, '')`

// theTransfer selects a transfer x between accounts a and b, with its guild, table and name.
const theTransfer = `coalesce(a.guild, b.guild, 0) AS guild, coalesce(x.table_id, 0) AS at_table,
	'transfer ' || x.n || coalesce(' of line ' || x.line, '')
		|| coalesce(' of grant ' || x.grant_id, '') AS place
	FROM transfers x LEFT JOIN accounts a ON a.id = x.payer LEFT JOIN accounts b ON b.id = x.payee `

// books are the laws of the ledger. The schema enforces them too, but because chips are at stake, an audit checks them
// again independently.
var books = []Law{
	{"the chips of a guild don't sum to zero", `SELECT guild, 0 AS at_table,
			'they sum to ' || sum(paid_in - paid_out) AS place
		FROM accounts GROUP BY guild HAVING sum(paid_in - paid_out) <> 0`},
	{"an account differs from its transfers", `WITH sums AS (
			SELECT account, sum(paid_in) AS paid_in, sum(paid_out) AS paid_out, max(id) AS last FROM (
				SELECT payee AS account, amount AS paid_in, 0 AS paid_out, id FROM transfers
				UNION ALL SELECT payer, 0, amount, id FROM transfers) AS sides
			GROUP BY account)
		SELECT a.guild, coalesce(a.table_id, 0) AS at_table, ` + theAccount + ` || ' says '
			|| a.paid_in || ' in and ' || a.paid_out || ' out, its transfers '
			|| coalesce(s.paid_in, 0) || ' and ' || coalesce(s.paid_out, 0) AS place
		FROM accounts a LEFT JOIN sums s ON s.account = a.id
		WHERE a.paid_in <> coalesce(s.paid_in, 0) OR a.paid_out <> coalesce(s.paid_out, 0)
			OR a.last <> coalesce(s.last, 0)`},
	{"an account is overdrawn", `SELECT a.guild, coalesce(a.table_id, 0) AS at_table,
			` + theAccount + ` || ' has ' || (a.paid_in - a.paid_out) AS place
		FROM accounts a WHERE a.kind <> 'house' AND a.paid_in < a.paid_out`},
	{"an account has no owner", `SELECT a.guild, coalesce(a.table_id, 0) AS at_table, ` + theAccount + ` AS place
		FROM accounts a
		LEFT JOIN tables t ON t.id = a.table_id
		LEFT JOIN seats s ON s.table_id = a.table_id AND s.seat = a.seat
		WHERE NOT CASE a.kind
			WHEN 'house' THEN a.player IS NULL AND a.table_id IS NULL AND a.seat IS NULL
			WHEN 'player' THEN a.player IS NOT NULL AND a.table_id IS NULL AND a.seat IS NULL
			WHEN 'seat' THEN t.guild IS NOT DISTINCT FROM a.guild AND s.player IS NOT NULL
				AND s.player IS NOT DISTINCT FROM a.player
			WHEN 'pot' THEN t.guild IS NOT DISTINCT FROM a.guild AND a.player IS NULL AND a.seat IS NULL
			ELSE false END`},
	{"a closed table still holds chips", `SELECT a.guild, a.table_id AS at_table,
			` + theAccount + ` || ' has ' || (a.paid_in - a.paid_out) AS place
		FROM accounts a JOIN tables t ON t.id = a.table_id
		WHERE t.closed IS NOT NULL AND a.paid_in <> a.paid_out`},
	{"a transfer is invalid", `SELECT ` + theTransfer + `
		WHERE x.amount NOT BETWEEN 1 AND 1000000000000 OR x.payer = x.payee OR a.guild IS NULL
			OR a.guild IS DISTINCT FROM b.guild`},
	{"a transfer has no cause", `SELECT ` + theTransfer + `
		WHERE (x.line IS NULL) = (x.grant_id IS NULL)`},
	{"a transfer doesn't match its line", `SELECT ` + theTransfer + `
		LEFT JOIN tables t ON t.id = x.table_id
		LEFT JOIN lines l ON l.table_id = x.table_id AND l.n = x.line
		WHERE x.line IS NOT NULL AND NOT coalesce(l.at = x.at AND x.n > l.earlier AND x.n <= l.earlier + l.transfers
			AND t.guild = a.guild AND coalesce(a.table_id, t.id) = t.id AND coalesce(b.table_id, t.id) = t.id
			AND (a.kind <> 'player' OR (b.kind = 'seat' AND b.player = a.player))
			AND (b.kind <> 'player' OR (a.kind = 'seat' AND a.player = b.player)), false)`},
	{"a transfer doesn't match its grant", `SELECT ` + theTransfer + `
		LEFT JOIN grants g ON g.id = x.grant_id
		WHERE x.grant_id IS NOT NULL AND NOT coalesce(g.at = x.at AND g.amount = x.amount AND g.guild = a.guild
			AND a.kind = 'house' AND b.kind = 'player' AND b.player = g.player, false)`},
	{"a line's transfers are missing", `SELECT t.guild, l.table_id AS at_table,
			'line ' || l.n || ' has ' || coalesce(x.n, 0) || ' of ' || l.transfers AS place
		FROM lines l JOIN tables t ON t.id = l.table_id
		LEFT JOIN (SELECT table_id, line, count(*) AS n FROM transfers WHERE line IS NOT NULL
			GROUP BY table_id, line) x
			ON x.table_id = l.table_id AND x.line = l.n
		WHERE l.transfers <> coalesce(x.n, 0)`},
	{"a grant was not paid", `
		SELECT g.guild, 0 AS at_table, 'grant ' || g.id || ' to player ' || g.player AS place
		FROM grants g LEFT JOIN transfers x ON x.grant_id IS NOT NULL AND x.grant_id = g.id
		WHERE x.id IS NULL`},
	{"a line's transfers don't follow those of the line before", `SELECT t.guild, l.table_id AS at_table,
			'line ' || l.n || ' after ' || l.earlier || ' of ' || coalesce(b.earlier + b.transfers, 0) AS place
		FROM lines l JOIN tables t ON t.id = l.table_id
		LEFT JOIN lines b ON b.table_id = l.table_id AND b.n = l.n - 1
		WHERE l.earlier <> coalesce(b.earlier + b.transfers, 0)`},
	{"transfers are missing", `SELECT t.guild, t.id AS at_table, count(*) || ' of ' || max(x.n) AS place
		FROM transfers x JOIN tables t ON t.id = x.table_id WHERE x.line IS NOT NULL
		GROUP BY t.id HAVING count(*) <> max(x.n)`},
	{"transfers are out of order", `SELECT t.guild, t.id AS at_table,
			'transfer ' || x.n || ' before transfer ' || x.ahead AS place
		FROM (SELECT table_id, n, lag(n) OVER w AS ahead, id < lag(id) OVER w AS early
			FROM transfers WHERE line IS NOT NULL WINDOW w AS (PARTITION BY table_id ORDER BY n)) x
		JOIN tables t ON t.id = x.table_id WHERE x.early`},
}

// audits are the queries of an audit: one for the size of the ledger, and one for each law.
var audits = func() []query {
	all := []query{toRead(auditSize)}
	for _, law := range books {
		all = append(all, toRead(law.question()))
	}
	return all
}()

// inAudits are all queries that an audit of every guild uses.
var inAudits = slices.Concat(audits, ofJournals, []query{selectGranters, selectGiven, selectOpenOf})

// auditSize counts the rows that an audit of the guild $1 checks, or an audit of all guilds if $1 is 0.
const auditSize = `WITH mine AS (SELECT * FROM accounts WHERE (guild = $1 OR $1 = 0))
	SELECT (SELECT count(DISTINCT guild) FROM mine),
		(SELECT count(*) FROM mine),
		(SELECT count(*) FROM transfers WHERE payer IN (SELECT id FROM mine)),
		(SELECT count(*) FROM grants WHERE (guild = $1 OR $1 = 0)),
		(SELECT coalesce(sum(paid_out), 0) FROM mine WHERE kind = 'house')`
