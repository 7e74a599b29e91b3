package books

import (
	"context"
	"fmt"

	"settable/store"
)

// History is the page (1, 2, 3 …; past the end: the last) of size movements of
// a member's chips in a guild, in the order in which they were written.
func (s *ledger) History(ctx context.Context, guild store.GuildID, player store.PlayerID, page,
	size int) (out store.History, err error) {
	if page < 1 || size < 1 {
		return out, fmt.Errorf("reading a history: page %d of %d", page, size)
	}
	rows, err := s.query(ctx, selectHistory, guild, player, page, size)
	if err != nil {
		return out, fmt.Errorf("reading the history of player %d in guild %d: %w", player, guild, err)
	}
	out.Movements, err = collect(rows, func(r row) (store.Movement, error) {
		var m store.Movement
		var at int64
		g := store.Grant{Guild: guild, Player: player}
		err := r.Scan(&at, &m.Balance, &m.OnTables, &m.After.Balance, &m.After.OnTables,
			&m.Table, &m.Game, &m.Channel, &m.Line, &m.Hand, &m.Playing,
			&g.ID, &g.Kind, &g.Amount, &g.Granter, &g.Reason, &g.Source, &out.Total, &out.Page)
		m.At = moment(at)
		if g.ID != 0 {
			g.At, m.Grant = m.At, &g
		}
		return m, err
	}, "a history")
	out.Pages = (out.Total + size - 1) / size
	return out, err
}

// history asks for page ?3 of ?4 causes that moved chips of player ?2 in guild
// ?1. What was there after each is the sum of all before. A hand is over with the line
// that counts it for those who played it, and all lines up to there are of that hand.
const history = `WITH mine AS MATERIALIZED (
		SELECT id, table_id FROM accounts WHERE guild = ?1 AND player IS NOT NULL AND player = ?2
	), played_at AS MATERIALIZED (
		SELECT DISTINCT table_id AS id FROM mine WHERE table_id IS NOT NULL
	), moved AS (
		SELECT x.id, x.table_id, x.line, NULL AS grant_id, x.at, a.kind = 'player' AS home, iif(a.id = x.payee, x.amount, -x.amount) AS n
		FROM played_at CROSS JOIN transfers x ON x.line IS NOT NULL AND x.table_id = played_at.id
			AND (x.payer IN (SELECT id FROM mine) OR x.payee IN (SELECT id FROM mine))
		CROSS JOIN accounts a ON a.id IN (x.payer, x.payee) AND a.player = ?2
		UNION ALL
		SELECT x.id, NULL, NULL, g.id, x.at, true, x.amount
		FROM grants g CROSS JOIN transfers x ON x.grant_id IS NOT NULL AND x.grant_id = g.id
		WHERE g.guild = ?1 AND g.player = ?2
	), caused AS (
		SELECT max(id) AS id, table_id, line, grant_id, at,
			sum(iif(home, n, 0)) AS balance, sum(iif(home, 0, n)) AS stacks
		FROM moved GROUP BY table_id, line, grant_id
	), followed AS (
		SELECT *, false AS ends FROM caused
		UNION ALL
		SELECT DISTINCT NULL, y.table_id, y.line, NULL, NULL, 0, 0, true
		FROM played_at CROSS JOIN tallies y ON y.table_id = played_at.id AND y.what = 'hands'
	), numbered AS (
		SELECT *, 1 + sum(ends) OVER (PARTITION BY table_id ORDER BY line, ends) AS of_hand,
			line > coalesce(max(iif(ends, line, 0)) OVER (PARTITION BY table_id), 0) AS unfinished
		FROM followed
	), summed AS (
		SELECT max(id) AS id, table_id, max(line) AS line, grant_id, max(at) AS at, sum(balance) AS balance,
			sum(stacks) AS stacks, iif(balance = 0, of_hand, 0) AS hand, balance = 0 AND unfinished AS unfinished
		FROM numbered WHERE NOT ends
		GROUP BY table_id, grant_id, iif(balance = 0, of_hand, -line)
	), run AS (
		SELECT *, sum(balance) OVER w AS has, sum(stacks) OVER w AS lies,
			row_number() OVER (ORDER BY id DESC) AS place, count(*) OVER () AS total
		FROM summed WINDOW w AS (ORDER BY id)
	), paged AS (
		SELECT *, min(?3, (total + ?4 - 1) / ?4) AS page FROM run
	)
	SELECT p.at, p.balance, p.stacks, p.has, p.lies,
		coalesce(p.table_id, 0), coalesce(t.game, ''), coalesce(t.channel, 0), coalesce(p.line, 0),
		iif(p.table_id IS NULL, 0, p.hand), p.table_id IS NOT NULL AND p.unfinished AND t.closed IS NULL,
		coalesce(g.id, 0), coalesce(g.kind, ''), coalesce(g.amount, 0), coalesce(g.granter, 0),
		coalesce(g.reason, ''), coalesce(g.source, ''), p.total, p.page
	FROM paged p
	LEFT JOIN tables t ON t.id = p.table_id
	LEFT JOIN grants g ON g.id = p.grant_id
	WHERE p.place > (p.page - 1) * ?4 AND p.place <= p.page * ?4
	ORDER BY p.place`

var (
	selectHistory = toRead(history)
)
