package sqlstore

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"settable/games"
	"settable/store"
	"settable/store/ids"
)

func (s *Store) History(ctx context.Context, guild ids.Guild, player ids.User, page,
	size int) (out store.History, err error) {
	if page < 1 || size < 1 {
		return out, fmt.Errorf("reading a chip history: invalid page number %d or page size %d", page, size)
	}
	id, err := s.base.lookUp(ctx, player)
	if err == nil {
		err = s.base.snapshot(ctx, inHistories, func(db querier) error {
			p := memberHistory{counts: &s.base.counts, db: db, guild: guild, member: person{id, player}}
			out, err = p.page(ctx, page, size)
			return err
		})
	}
	return orError(out, err, "reading the history of player %d in guild %d", player, guild)
}

// A memberHistory reads the movements of a member's chips. It starts with the newest one, at the current balance, and
// reads no further back than the requested page needs, because a member may have played at thousands of tables.
type memberHistory struct {
	counts *counts
	db     querier
	guild  ids.Guild
	member person
}

// A movement has the id of its last transfer, by which movements are ordered. A voided hand in which the member paid
// nothing has the id of the previous transfer.
type movement struct {
	id int64
	store.Movement
}

// seatTaken is a seat that a member has or had at a table.
type seatTaken struct {
	table     store.TableID
	game      string
	channel   ids.Channel
	open      bool
	last      int64 // the last transfer from or to the member's seat
	account   int64 // the account of the seat
	in, out   games.Chips
	compacted bool
	voided    int // how many of the table's tallies are of voided hands, which may not have moved any chips
	movement  int // the number of movements at the table
}

func (p memberHistory) page(ctx context.Context, page, size int) (out store.History, err error) {
	seats, err := queryAll(ctx, p.db, "the tables in a chip history", scanInto(func(s *seatTaken) []any {
		return []any{&s.table, &s.account, &s.last, &s.in, &s.out, &s.game, &s.channel, &s.open, &s.compacted, &s.voided}
	}), selectSeated, p.guild, p.member.id)
	if err != nil {
		return out, err
	}
	if err := p.count(ctx, seats); err != nil {
		return out, err
	}
	grants, err := queryAll(ctx, p.db, "the grants in a chip history", p.scanGrant, selectGrantsTo, p.guild, p.member.id)
	if err != nil {
		return out, err
	}
	out.Total = len(grants)
	for _, at := range seats {
		out.Total += at.movement
	}
	out.Pages = (out.Total + size - 1) / size
	out.Page = min(page, out.Pages)
	until := min(out.Page*size, out.Total)
	newest, err := p.newest(ctx, seats, grants, until)
	if err != nil {
		return out, err
	}
	has, err := queryAll(ctx, p.db, "a balance", ScanCell[games.Chips], selectBalance, p.guild, p.member.id)
	if err != nil {
		return out, err
	}
	var after store.Holding
	for _, n := range has {
		after.Balance += n
	}
	for _, at := range seats {
		after.OnTables += at.in - at.out
	}
	for i, m := range newest[:until] {
		m.After = after
		after.Balance, after.OnTables = after.Balance-m.Balance, after.OnTables-m.OnTables
		if i >= (out.Page-1)*size {
			out.Movements = append(out.Movements, m.Movement)
		}
	}
	return out, nil
}

// newest returns at least the n newest movements, newest first. The seats must be sorted by their last transfer, newest
// first.
func (p memberHistory) newest(ctx context.Context, seats []seatTaken, grants []movement, n int) (
	all []movement, err error) {
	from, there := 0, 0
	for from < len(seats) && there < n {
		there += seats[from].movement
		from++
	}
	for {
		all = slices.Clone(grants)
		if from > 0 {
			moved, err := p.moved(ctx, seats, seats[from-1].last)
			if err != nil {
				return nil, err
			}
			all = append(all, moved...)
		}
		slices.SortFunc(all, func(x, y movement) int { return cmp.Or(cmp.Compare(y.id, x.id), cmp.Compare(y.Line, x.Line)) })
		read := from
		for from < len(seats) && (len(all) < n || seats[from].last > all[n-1].id) {
			from++ // the table may have movements among the newest
		}
		if from == read {
			return all, nil
		}
	}
}

// moved returns the movements at all tables where the member's seat has had a transfer since the given transfer.
func (p memberHistory) moved(ctx context.Context, seats []seatTaken, since int64) ([]movement, error) {
	at := map[store.TableID]seatTaken{}
	for _, s := range seats {
		at[s.table] = s
	}
	return queryAll(ctx, p.db, "the movements in a chip history", func(r row) (m movement, err error) {
		err = r.Scan(&m.id, &m.Table, &m.Line, (*instant)(&m.At), &m.Balance, &m.OnTables, &m.Hand, &m.Playing,
			&m.Voided)
		s := at[m.Table]
		m.Game, m.Channel, m.Playing = s.game, s.channel, m.Playing && s.open
		return m, err
	}, selectMovements, p.guild, p.member.id, since)
}

func (p memberHistory) scanGrant(r row) (m movement, err error) {
	g := store.Grant{Guild: p.guild, Player: p.member.player}
	err = r.Scan(&m.id, (*instant)(&g.At), &g.ID, &g.Kind, &g.Amount, &g.Granter, &g.Reason, &g.Source)
	m.At, m.Balance, m.Grant = g.At, g.Amount, &g
	return m, err
}

// counts caches the number of movements at each table, by the account of the seat, until the seat gets another
// transfer. Without the cache, each count would scan all transfers of the table.
type counts struct {
	mu sync.Mutex
	of map[int64]seatTaken
}

// mostCounted is the maximum number of entries in counts, which then take about ten megabytes.
const mostCounted = 100_000

// count fills in the number of movements at each table. It queries the database only for the newest tables, up to the
// oldest one that isn't in the cache.
func (p memberHistory) count(ctx context.Context, seats []seatTaken) error {
	unknown := p.counts.recall(seats)
	if unknown < 0 {
		return nil
	}
	n, err := queryMap[store.TableID, int](ctx, p.db, "the length of a chip history", selectHowMany, p.guild, p.member.id,
		seats[unknown].last)
	if err != nil {
		return err
	}
	for i := range seats[:unknown+1] {
		seats[i].movement = n[seats[i].table]
	}
	p.counts.remember(seats[:unknown+1])
	return nil
}

// recall fills in the cached counts. It returns the index of the oldest seat that isn't cached, or -1 if all are.
func (c *counts) recall(seats []seatTaken) (unknown int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	unknown = -1
	for i, s := range seats {
		known := c.of[s.account]
		s.movement, s.open = known.movement, known.open // whether the table is closed makes no difference
		if seats[i].movement = known.movement; s != known {
			unknown = i
		}
	}
	return unknown
}

func (c *counts) remember(seats []seatTaken) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.of == nil || len(c.of) > mostCounted {
		c.of = map[int64]seatTaken{}
	}
	for _, s := range seats {
		c.of[s.account] = s
	}
}

// hands selects the movements of chips between the seat of player $2 in guild $1 and other accounts, at all tables
// where the seat has had a transfer since $3. Each row is a voided hand of the member, the chips that a line moved
// between the seat and the balance, or the chips that a hand moved between the seat and the pot. A hand ends with the
// line that counts it for its players, and includes all lines up to that line. The column ends is that line, or 0 if
// the hand is still in play. Balances exchange chips only with their owner's seats, so all movements appear at the
// seat.
const hands = `WITH home AS MATERIALIZED (
		SELECT id FROM accounts WHERE guild = $1 AND player IS NOT NULL AND player = $2 AND kind = 'player'
	), mine AS MATERIALIZED (
		SELECT id, table_id, seat FROM accounts
		WHERE guild = $1 AND player IS NOT NULL AND player = $2 AND kind = 'seat' AND table_id IN (
			SELECT table_id FROM accounts
			WHERE guild = $1 AND player IS NOT NULL AND player = $2 AND kind = 'seat' AND last >= $3)
	), caused AS (
		SELECT max(x.id) AS id, x.table_id, x.line, x.at,
			sum(CASE WHEN x.payee IN (SELECT id FROM home) THEN x.amount
				WHEN x.payer IN (SELECT id FROM home) THEN -x.amount ELSE 0 END) AS balance,
			sum(CASE WHEN x.payee = mine.id THEN x.amount ELSE -x.amount END) AS stacks
		FROM mine CROSS JOIN transfers x
		WHERE x.line IS NOT NULL AND x.table_id = mine.table_id AND (x.payer = mine.id OR x.payee = mine.id)
		GROUP BY x.table_id, x.at, x.line, x.payer IN (SELECT id FROM home) OR x.payee IN (SELECT id FROM home)
		UNION ALL
		SELECT (SELECT max(x.id) FROM transfers x WHERE x.line IS NOT NULL AND x.table_id = y.table_id
				AND x.line <= y.line AND (x.payer = mine.id OR x.payee = mine.id)), y.table_id, y.line, l.at, 0, 0
		FROM mine CROSS JOIN tallies y CROSS JOIN lines l
		WHERE y.table_id = mine.table_id AND y.what = 'voided' AND y.seat = mine.seat
			AND l.table_id = y.table_id AND l.n = y.line
			AND NOT EXISTS (SELECT 1 FROM folds f WHERE f.table_id = y.table_id)
	), hands AS (
		SELECT c.*, CASE WHEN c.balance <> 0 THEN -c.line ELSE coalesce((SELECT min(y.line) FROM tallies y
			WHERE y.table_id = c.table_id AND y.what IN ('hands', 'voided') AND y.line >= c.line), 0) END AS ends
		FROM caused c
	)`

var (
	selectSeated = toRead(`SELECT a.table_id, min(a.id), max(a.last), sum(a.paid_in), sum(a.paid_out),
		t.game, t.channel,
			t.closed IS NULL, EXISTS (SELECT 1 FROM folds f WHERE f.table_id = a.table_id),
			(SELECT count(*) FROM tallies y WHERE y.table_id = a.table_id AND y.what = 'voided')
		FROM accounts a CROSS JOIN tables t
		WHERE a.guild = $1 AND a.player IS NOT NULL AND a.player = $2 AND a.kind = 'seat' AND t.id = a.table_id
		GROUP BY a.table_id, t.game, t.channel, t.closed ORDER BY 3 DESC`)
	selectBalance = toRead(`SELECT paid_in - paid_out FROM accounts
		WHERE guild = $1 AND player IS NOT NULL AND player = $2 AND kind = 'player'`)
	selectGrantsTo = toRead(`SELECT x.id, x.at, g.id, g.kind, g.amount, ` + playerOf(`g.granter`) + `,
			coalesce(g.reason, ''), coalesce(g.source, '')
		FROM grants g CROSS JOIN transfers x
		WHERE g.guild = $1 AND g.player = $2 AND x.grant_id IS NOT NULL AND x.grant_id = g.id`)
	selectHowMany   = toRead(hands + ` SELECT table_id, count(DISTINCT ends) FROM hands GROUP BY table_id`)
	selectMovements = toRead(hands + `, summed AS (
			SELECT max(id) AS id, table_id, max(line) AS line, max(at) AS at, sum(balance) AS balance,
				sum(stacks) AS stacks, ends
			FROM hands GROUP BY table_id, ends
		)
		SELECT id, table_id, line, at, balance, stacks, CASE WHEN ends < 0 THEN 0 ELSE 1 + (
			SELECT count(DISTINCT y.line) FROM tallies y
			WHERE y.table_id = summed.table_id AND y.what IN ('hands', 'voided') AND y.line < summed.line) END,
			ends = 0, EXISTS (SELECT 1 FROM tallies y
				WHERE y.table_id = summed.table_id AND y.what = 'voided' AND y.line = ends)
		FROM summed`)
	inHistories = []query{selectSeated, selectHowMany, selectGrantsTo, selectMovements, selectBalance}
)
