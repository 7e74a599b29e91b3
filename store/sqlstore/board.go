package sqlstore

import (
	"context"
	"fmt"
	"math"

	"settable/games"
	"settable/store"
)

func (s *boards) Leaderboard(ctx context.Context, b store.Board, page, size int,
	caller store.PlayerID) (store.Page, error) {
	if page < 1 || size < 1 {
		return store.Page{}, fmt.Errorf("reading a leaderboard: page %d of %d rows", page, size)
	}
	what, narrower := ask(b)
	scan := scanRow
	if b.Count == games.DailySets {
		scan = scanDaily
	}
	args := append([]any{b.Guild, string(b.Count), size, page, caller}, narrower...)
	var out store.Page
	_, err := gathered(ctx, s, "a leaderboard", func(r row) (none struct{}, err error) {
		at, of, here, err := scan(r)
		out.Total, out.Page = of.Total, of.Page
		if here {
			out.Rows = append(out.Rows, at)
		}
		if at.Player == caller {
			out.Mine = &at
		}
		return none, err
	}, what, args...)
	if err != nil {
		return store.Page{}, err
	}
	out.Pages = (out.Total + size - 1) / size
	return out, nil
}

// ask is the query for the board, and what it takes after the first five.
func ask(b store.Board) (what query, args []any) {
	switch {
	case b.Count == games.DailySets:
		return selectDailies, append(period(b), b.Game, b.Timed)
	case b.Count == store.ChipsOwned:
		return selectChipsOwned, nil
	case b.Count == store.NightsWon:
		return selectNightsWon, period(b)
	case b.Count == store.ChipsWon && b == (store.Board{Guild: b.Guild, Count: b.Count}):
		return selectChipsEver, nil
	case b.Count == store.ChipsWon && b.Game == "":
		return selectChipsWon, period(b)
	case b.Count == store.ChipsWon:
		return selectChipsWonOf, append(period(b), b.Game)
	}
	of := sums
	switch b.Count {
	case games.Wins:
		of = wins
	case games.Fastest:
		of = fastest
	case games.Streak:
		of = streaks
	}
	if b.Since.IsZero() && b.Until.IsZero() {
		return counted(b, nil, of.ever, of.everOf)
	}
	return counted(b, period(b), of.during, of.duringOf)
}

// counted is a query of tallies of all games but one, or its twin of one game.
func counted(b store.Board, args []any, all, one query) (query, []any) {
	if b.Game == "" {
		return all, append(args, b.Without)
	}
	return one, append(args, b.Game)
}

func period(b store.Board) []any {
	since, until := int64(0), int64(math.MaxInt64-1<<50) // and a day may be added
	if !b.Since.IsZero() {
		since = b.Since.UnixNano()
	}
	if !b.Until.IsZero() {
		until = b.Until.UnixNano()
	}
	return []any{since, until}
}

// scanRow reads a row, and what it says of the page: how many rows there are, which page it is, and whether
// the row is on it.
func scanRow(r row) (at store.Row, of store.Page, here bool, err error) {
	err = r.Scan(&at.Rank, &at.Player, &at.N, &at.Forfeits, &of.Total, &of.Page, &here)
	return at, of, here, err
}

// scanDaily is the same of a board of daily deals.
func scanDaily(r row) (at store.Row, of store.Page, here bool, err error) {
	err = r.Scan(&at.Rank, &at.Player, &at.N, (*millis)(&at.Time), &at.Days, &of.Total, &of.Page, &here)
	return at, of, here, err
}

// board asks for the page ?4 of ?3 rows, or the last page where there are
// fewer, and for the row of the player ?5, of sums: a number n per player.
func board(sums string) string { return boardOf(sums, "0", "DESC") }

// leastBoard is one on which the least is best.
func leastBoard(sums string) string { return boardOf(sums, "0", "ASC") }

// winsBoard is a board of sums that say how many of them were won by forfeit, too.
func winsBoard(sums string) string { return boardOf(sums, "forfeits", "DESC") }

func boardOf(sums, forfeits, order string) string {
	return rankedBoard(sums, forfeits+` AS forfeits`, `forfeits`, `n `+order)
}

// rankedBoard is a board with further columns, as they are worked out and as they are called.
func rankedBoard(sums, more, called, order string) string {
	return `WITH sums AS (` + sums + `), ranked AS (
		SELECT player, n, ` + more + `,
			rank() OVER (ORDER BY ` + order + `) AS rank,
			row_number() OVER (ORDER BY ` + order + `, player) AS place,
			count(*) OVER () AS total
		FROM sums WHERE ?2 <> '' AND player IN (SELECT id FROM people WHERE discord IS NOT NULL)
	), paged AS (
		SELECT *, min(?4, (total + ?3 - 1) / ?3) AS page FROM ranked
	)
	SELECT rank, player, n, ` + called + `, total, page, place > (page - 1) * ?3 AND place <= page * ?3
	FROM paged
	WHERE player = ?5 OR (place > (page - 1) * ?3 AND place <= page * ?3)
	ORDER BY place`
}

// fromTables are the tallies of each table t of guild ?1, for whoever sat there: CROSS JOIN as the tables
// are few and the tallies many, whatever SQLite makes of it.
func fromTables(of string) string {
	return `FROM tables t CROSS JOIN tallies y ON y.table_id = t.id AND y.what ` + of + `
		CROSS JOIN seats s ON s.table_id = t.id AND s.seat = y.seat WHERE t.guild = ?1 `
}

// around are the tables t that may have lines from ?6 until ?7. A line is of its table's time, give or take a
// day: a clock may be set, and what people say is as old as Discord says. Open tables are asked for apart, so
// that an index leads to either.
const around = `(t.closed >= ?6 - 86400000000000 OR t.closed IS NULL) AND t.opened < ?7 + 86400000000000 `

// inPeriod narrows it to lines from ?6 until ?7. Most tables lie in that time whole: only at its two
// ends is each line looked at.
func inPeriod(of string) string {
	return fromTables(of) + `AND ` + around + `
		AND (t.opened - 86400000000000 >= ?6 AND t.closed + 86400000000000 < ?7
			OR (SELECT at FROM lines WHERE table_id = t.id AND lines.n = y.line) BETWEEN ?6 AND ?7 - 1) `
}

// ever are the totals of the tables that are closed, and the tallies of those that are open.
func ever(of, narrower string) string {
	return `FROM (SELECT player, what, n FROM totals WHERE guild = ?1 AND what ` + of + narrower + `
		UNION ALL SELECT s.player, y.what, y.n ` + fromTables(of) + `AND t.closed IS NULL ` + narrower +
		`) AS counted GROUP BY player`
}

// What is counted, ?2: a sum, the best, or the wins and how many of them are forfeits. Of one game they are
// also the solitaires that came out.
const (
	aSum  = `SELECT player, sum(n) AS n `
	aMin  = `SELECT player, min(n) AS n `
	aMax  = `SELECT player, max(n) AS n `
	aWins = `SELECT player, sum(iif(what = 'forfeits', 0, n)) AS n,
		sum(iif(what = 'forfeits', n, 0)) AS forfeits `

	ofCount  = `= ?2 `
	ofWins   = `IN (?2, 'forfeits') `
	ofWinsOf = `IN (?2, 'forfeits', 'solved') `
)

// dailyDeals sums the sets, ?2, of the daily deals of the game ?8, or of all, with their time and days.
var dailyDeals = `SELECT player, sum(iif(what = ?2, n, 0)) AS n, sum(iif(what = 'daily.time', n, 0)) AS took,
	sum(iif(what = 'daily.games', n, 0)) AS days
	` + inPeriod(`IN (?2, 'daily.time', 'daily.games') `) + `AND (?8 = '' OR game = ?8) GROUP BY player`

// chipsEver is chipsWon from the beginning, of all games, from the sums alone: a
// balance pays and is paid by its owner's seats and the house only, so what the
// seats took from others is what they took in all, less what the balance paid.
const chipsEver = `SELECT player, sum(took) - sum(gave) AS n FROM (
		SELECT player, iif(kind = 'seat', paid_in, -paid_out) AS took,
			iif(kind = 'seat', paid_out, -paid_in) AS gave
		FROM accounts WHERE guild = ?1 AND player IS NOT NULL
		UNION ALL
		SELECT player, 0, amount FROM grants WHERE guild = ?1
	) AS sides GROUP BY player HAVING sum(took) > 0 OR sum(gave) > 0`

// chipsWon sums what the seats of each player in guild ?1 took in from ?6 until ?7,
// less what they paid, with everybody but that player's own balance. Each transfer
// is read once and looked at from both sides; CROSS JOIN because the tables are few
// and the transfers many, whatever SQLite makes of it.
func chipsWon(narrower string) string {
	return `WITH played_at AS MATERIALIZED (
			SELECT t.id FROM tables t WHERE t.guild = ?1 AND ` + around + narrower + `
		), sides (sign) AS (VALUES (1), (-1))
		SELECT player, sum(n) AS n FROM (SELECT iif(sign > 0, b.player, a.player) AS player, sign * x.amount AS n
		FROM played_at
		CROSS JOIN transfers x ON x.line IS NOT NULL AND x.table_id = played_at.id AND x.at >= ?6 AND x.at < ?7
		CROSS JOIN accounts a ON a.id = x.payer AND a.kind <> 'player'
		CROSS JOIN accounts b ON b.id = x.payee AND b.kind <> 'player'
		CROSS JOIN sides ON iif(sign > 0, b.kind, a.kind) = 'seat') AS moved
		GROUP BY player`
}

// tallied are the boards of what is summed so from tallies, ever and in a period, of all games but one and of
// one.
type tallied struct{ ever, everOf, during, duringOf query }

func talliedBy(board func(sums string) string, sum, of, ofOne string) tallied {
	return tallied{
		ever:     toRead(board(sum + ever(of, `AND game <> ?6 `))),
		everOf:   toRead(board(sum + ever(ofOne, `AND game = ?6 `))),
		during:   toRead(board(sum + inPeriod(of) + `AND game <> ?8 GROUP BY player`)),
		duringOf: toRead(board(sum + inPeriod(ofOne) + `AND game = ?8 GROUP BY player`)),
	}
}

var (
	sums    = talliedBy(board, aSum, ofCount, ofCount)
	wins    = talliedBy(winsBoard, aWins, ofWins, ofWinsOf)
	fastest = talliedBy(leastBoard, aMin, ofCount, ofCount)
	streaks = talliedBy(board, aMax, ofCount, ofCount)

	selectChipsEver  = toRead(board(chipsEver))
	selectChipsWon   = toRead(board(chipsWon(``)))
	selectChipsWonOf = toRead(board(chipsWon(`AND t.game = ?8`)))
	selectDailies    = toRead(rankedBoard(dailyDeals, `took, days`, `took, days`, `n DESC, iif(?9, took, 0)`))
	selectNightsWon  = toRead(board(nightsWon))
	selectChipsOwned = toRead(board(`SELECT player, sum(paid_in - paid_out) AS n FROM accounts
		WHERE guild = ?1 AND player IS NOT NULL GROUP BY player`))
)

func (s *boards) Record(ctx context.Context, guild store.GuildID, game string) (r store.Record, err error) {
	row := s.row(ctx, selectRecord, guild, game, string(games.Games), string(games.Sets), string(games.Solved))
	if err := row.Scan(&r.Tables, &r.Won, &r.Best, &r.Sets); err != nil {
		return store.Record{}, fmt.Errorf("reading the record of %s in guild %d: %w", game, guild, err)
	}
	return r, nil
}

// record sums the tables of guild ?1 and game ?2 that have a tally of ?3: their
// sets, ?4, and whether they were won, ?5.
const record = `WITH ended AS MATERIALIZED (
		SELECT t.id AS table_id FROM tables t WHERE t.guild = ?1 AND t.game = ?2
			AND EXISTS (SELECT 1 FROM tallies WHERE table_id = t.id AND what = ?3)
	), sums AS (
		SELECT coalesce((SELECT sum(n) FROM tallies WHERE table_id = ended.table_id AND what = ?4), 0) AS sets,
			EXISTS (SELECT 1 FROM tallies WHERE table_id = ended.table_id AND what = ?5) AS won
		FROM ended
	)
	SELECT count(*), count(*) FILTER (WHERE won), coalesce(max(sets), 0), coalesce(sum(sets), 0) FROM sums`

var (
	selectRecord = toRead(record)
)
