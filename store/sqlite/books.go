package sqlite

import "fmt"

// law is a question that a sound ledger answers with no row; each row names a
// guild, a table (0: none) and what does not fit there.
type law struct{ says, ask string }

// question asks about the guild ?1, or all where it is 0. What is of no guild
// is everybody's.
func (l law) question() string {
	return fmt.Sprintf(`SELECT guild, at_table, place FROM (%s) WHERE ?1 = 0 OR guild IN (0, ?1) LIMIT %d`,
		l.ask, mostFindings)
}

// theAccount names an account a.
const theAccount = `'the ' || a.kind || coalesce(' on seat ' || a.seat, '') || coalesce(' of player ' || a.player, '')`

// theTransfer names a transfer x between accounts a and b.
const theTransfer = `coalesce(a.guild, b.guild, 0) AS guild, coalesce(x.table_id, 0) AS at_table,
	'transfer ' || x.id || coalesce(' of line ' || x.line, '') || coalesce(' of grant ' || x.grant_id, '') AS place
	FROM transfers x LEFT JOIN accounts a ON a.id = x.payer LEFT JOIN accounts b ON b.id = x.payee `

// books are the laws of the ledger. The schema keeps them too: they are proved
// a second time, from the other end, because chips are at stake.
var books = []law{
	{"the chips of a guild do not sum to zero", `SELECT guild, 0 AS at_table,
			'they sum to ' || sum(paid_in - paid_out) AS place
		FROM accounts GROUP BY guild HAVING sum(paid_in - paid_out) <> 0`},
	{"an account differs from its transfers", `WITH sums AS (
			SELECT account, sum(paid_in) AS paid_in, sum(paid_out) AS paid_out, max(id) AS last FROM (
				SELECT payee AS account, amount AS paid_in, 0 AS paid_out, id FROM transfers
				UNION ALL SELECT payer, 0, amount, id FROM transfers)
			GROUP BY account)
		SELECT a.guild, coalesce(a.table_id, 0) AS at_table, ` + theAccount + ` || ' says '
			|| a.paid_in || ' in and ' || a.paid_out || ' out, its transfers '
			|| coalesce(s.paid_in, 0) || ' and ' || coalesce(s.paid_out, 0) AS place
		FROM accounts a LEFT JOIN sums s ON s.account = a.id
		WHERE a.paid_in <> coalesce(s.paid_in, 0) OR a.paid_out <> coalesce(s.paid_out, 0) OR a.last <> coalesce(s.last, 0)`},
	{"an account is below zero", `SELECT a.guild, coalesce(a.table_id, 0) AS at_table,
			` + theAccount + ` || ' has ' || (a.paid_in - a.paid_out) AS place
		FROM accounts a WHERE a.kind <> 'house' AND a.paid_in < a.paid_out`},
	{"an account has no owner", `SELECT a.guild, coalesce(a.table_id, 0) AS at_table, ` + theAccount + ` AS place
		FROM accounts a
		LEFT JOIN tables t ON t.id = a.table_id
		LEFT JOIN seats s ON s.table_id = a.table_id AND s.seat = a.seat
		WHERE NOT CASE a.kind
			WHEN 'house' THEN a.player IS NULL AND a.table_id IS NULL AND a.seat IS NULL
			WHEN 'player' THEN a.player IS NOT NULL AND a.table_id IS NULL AND a.seat IS NULL
			WHEN 'seat' THEN t.guild IS a.guild AND s.player IS NOT NULL AND s.player IS a.player
			WHEN 'pot' THEN t.guild IS a.guild AND a.player IS NULL AND a.seat IS NULL
			ELSE 0 END`},
	{"chips lie on a closed table", `SELECT a.guild, a.table_id AS at_table,
			` + theAccount + ` || ' has ' || (a.paid_in - a.paid_out) AS place
		FROM accounts a JOIN tables t ON t.id = a.table_id
		WHERE t.closed IS NOT NULL AND a.paid_in <> a.paid_out`},
	{"a transfer is none", `SELECT ` + theTransfer + `
		WHERE x.amount NOT BETWEEN 1 AND 1000000000000 OR x.payer = x.payee OR a.guild IS NULL OR a.guild IS NOT b.guild`},
	{"a transfer has no cause", `SELECT ` + theTransfer + `
		WHERE (x.line IS NULL) = (x.grant_id IS NULL)`},
	{"a line does not cause its transfer", `SELECT ` + theTransfer + `
		LEFT JOIN tables t ON t.id = x.table_id
		LEFT JOIN lines l ON l.table_id = x.table_id AND l.n = x.line
		WHERE x.line IS NOT NULL AND NOT coalesce(l.at = x.at AND x.ordinal BETWEEN 1 AND l.transfers
			AND t.guild = a.guild AND coalesce(a.table_id, t.id) = t.id AND coalesce(b.table_id, t.id) = t.id
			AND (a.kind <> 'player' OR (b.kind = 'seat' AND b.player = a.player))
			AND (b.kind <> 'player' OR (a.kind = 'seat' AND a.player = b.player)), 0)`},
	{"a grant does not cause its transfer", `SELECT ` + theTransfer + `
		LEFT JOIN grants g ON g.id = x.grant_id
		WHERE x.grant_id IS NOT NULL AND NOT coalesce(g.at = x.at AND g.amount = x.amount AND g.guild = a.guild
			AND a.kind = 'house' AND b.kind = 'player' AND b.player = g.player, 0)`},
	{"a line lacks transfers", `SELECT t.guild, l.table_id AS at_table,
			'line ' || l.n || ' has ' || coalesce(x.n, 0) || ' of ' || l.transfers AS place
		FROM lines l JOIN tables t ON t.id = l.table_id
		LEFT JOIN (SELECT table_id, line, count(*) AS n FROM transfers WHERE line IS NOT NULL GROUP BY table_id, line) x
			ON x.table_id = l.table_id AND x.line = l.n
		WHERE l.transfers <> coalesce(x.n, 0)`},
	{"a grant was not paid", `SELECT g.guild, 0 AS at_table, 'grant ' || g.id || ' to player ' || g.player AS place
		FROM grants g LEFT JOIN transfers x ON x.grant_id IS NOT NULL AND x.grant_id = g.id
		WHERE x.id IS NULL`},
	{"transfers are missing", `SELECT 0 AS guild, 0 AS at_table, n || ' of ' || last AS place
		FROM (SELECT count(*) AS n, coalesce(max(id), 0) AS last FROM transfers) WHERE n <> last`},
}

// auditSize counts what an audit of the guild ?1 (0: of all) looks at.
const auditSize = `WITH mine AS (SELECT * FROM accounts WHERE ?1 IN (0, guild))
	SELECT (SELECT count(DISTINCT guild) FROM mine),
		(SELECT count(*) FROM mine),
		(SELECT count(*) FROM transfers WHERE payer IN (SELECT id FROM mine)),
		(SELECT count(*) FROM grants WHERE ?1 IN (0, guild)),
		(SELECT coalesce(sum(paid_out), 0) FROM mine WHERE kind = 'house')`
