package sqlstore

import (
	"context"
	"fmt"
	"math"

	"settable/games"
	"settable/store"
	"settable/store/ids"
)

func (s *Store) Leaderboard(ctx context.Context, b store.Board, page, size int,
	caller ids.User) (store.Page, error) {
	if page < 1 || size < 1 {
		return store.Page{}, fmt.Errorf("reading a leaderboard: invalid page number %d or page size %d", page, size)
	}
	what, narrower := boardQuery(b)
	me, err := s.base.lookUp(ctx, caller)
	if err != nil {
		return store.Page{}, wrapError(err, "reading a leaderboard")
	}
	scan := scanRow
	if b.Count == games.DailySets {
		scan = scanDaily
	}
	args := append([]any{b.Guild, string(b.Count), size, page, me}, narrower...)
	var out store.Page
	_, err = queryAll(ctx, s.base, "a leaderboard", func(r row) (none struct{}, err error) {
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

// boardQuery returns the query for a leaderboard, and all arguments of the query except the first five.
func boardQuery(b store.Board) (what query, args []any) {
	switch {
	case b.Count == games.DailySets:
		return selectDailies, append(periodArgs(b), b.Game, b.Timed)
	case b.Count == store.ChipsOwned:
		return selectChipsOwned, nil
	case b.Count == store.NightsWon:
		return selectNightsWon, periodArgs(b)
	case b.Count == store.ChipsWon && b == (store.Board{Guild: b.Guild, Count: b.Count}):
		return selectChipsEver, nil
	case b.Count == store.ChipsWon && b.Game == "":
		return selectChipsWon, periodArgs(b)
	case b.Count == store.ChipsWon:
		return selectChipsWonOf, append(periodArgs(b), b.Game)
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
		return tallyQuery(b, nil, of.ever, of.everOf)
	}
	return tallyQuery(b, periodArgs(b), of.during, of.duringOf)
}

// tallyQuery selects one of two tally queries: the query for all games, or the query for a single game.
func tallyQuery(b store.Board, args []any, all, one query) (query, []any) {
	if b.Game == "" {
		return all, append(args, b.Without)
	}
	return one, append(args, b.Game)
}

func periodArgs(b store.Board) []any {
	since, until := int64(0), int64(math.MaxInt64-1<<50) // leaves room to add a day
	if !b.Since.IsZero() {
		since = b.Since.UnixNano()
	}
	if !b.Until.IsZero() {
		until = b.Until.UnixNano()
	}
	return []any{since, until}
}

// scanRow reads a row, the number of rows of the leaderboard, the number of the page, and whether the row is on that
// page.
func scanRow(r row) (at store.Row, of store.Page, here bool, err error) {
	err = r.Scan(&at.Rank, &at.Player, &at.N, &at.Forfeits, &of.Total, &of.Page, &here)
	return at, of, here, err
}

// scanDaily is like scanRow but for a leaderboard of daily deals.
func scanDaily(r row) (at store.Row, of store.Page, here bool, err error) {
	err = r.Scan(&at.Rank, &at.Player, &at.N, (*millis)(&at.Time), &at.Days, &of.Total, &of.Page, &here)
	return at, of, here, err
}

// board returns a query for page $4 of a leaderboard, with $3 rows per page, and for the row of the player $5. If the
// page number is too high, the query returns the last page. The given subquery computes a number n for each player.
func board(sums string) string { return boardOf(sums, "0", "DESC") }

// leastBoard returns a leaderboard query that ranks the lowest number first.
func leastBoard(sums string) string { return boardOf(sums, "0", "ASC") }

// winsBoard returns a leaderboard query that also returns the number of wins by forfeit.
func winsBoard(sums string) string { return boardOf(sums, "forfeits", "DESC") }

func boardOf(sums, forfeits, order string) string {
	return rankedBoard(sums, forfeits+` AS forfeits`, `forfeits`, `n `+order)
}

// rankedBoard returns a leaderboard query with additional columns: more computes them, and called lists their names.
func rankedBoard(sums, more, called, order string) string {
	return `WITH sums AS (` + sums + `), ranked AS (
		SELECT player, n, ` + more + `,
			rank() OVER (ORDER BY ` + order + `) AS rank,
			row_number() OVER (ORDER BY ` + order + `, player) AS place,
			count(*) OVER () AS total
		FROM sums WHERE $2 <> '' AND player IN (SELECT id FROM people WHERE discord IS NOT NULL)
	), paged AS (
		SELECT *, min($4, (total + $3 - 1) / $3) AS page FROM ranked
	)
	SELECT rank, ` + playerOf(`player`) + `, n, ` + called + `, total, page, place > (page - 1) * $3 AND place <= page * $3
	FROM paged
	WHERE player = $5 OR (place > (page - 1) * $3 AND place <= page * $3)
	ORDER BY place`
}

// fromTables selects the tallies of each table t of guild $1, with the player of each tally's seat. CROSS JOIN makes
// SQLite begin with the few tables instead of the many tallies.
func fromTables(of string) string {
	return `FROM tables t CROSS JOIN tallies y CROSS JOIN seats s
		WHERE y.table_id = t.id AND y.what ` + of + ` AND s.table_id = t.id AND s.seat = y.seat AND t.guild = $1 `
}

// around is the condition for tables t that may have lines from $6 until $7. A line may be up to a day older or newer
// than its table, because clocks change and messages have Discord's time. Open tables have a separate condition, so
// that both conditions can use an index.
const around = `(t.closed >= $6 - 86400000000000 OR t.closed IS NULL) AND t.opened < $7 + 86400000000000 `

// inPeriod limits the tallies to lines from $6 until $7. Most tables are completely within this period, so the query
// compares single lines only at the two ends of the period.
func inPeriod(of string) string {
	return fromTables(of) + `AND ` + around + `
		AND (t.opened - 86400000000000 >= $6 AND t.closed + 86400000000000 < $7
			OR (SELECT at FROM lines WHERE table_id = t.id AND lines.n = y.line) BETWEEN $6 AND $7 - 1) `
}

// ever selects the totals of closed tables and the tallies of open ones.
func ever(of, narrower string) string {
	return `FROM (SELECT player, what, n FROM totals WHERE guild = $1 AND what ` + of + narrower + `
		UNION ALL SELECT s.player, y.what, y.n ` + fromTables(of) + `AND t.closed IS NULL ` + narrower +
		`) AS counted GROUP BY player`
}

// These expressions compute the count $2 on leaderboards: a sum, the best value, or the wins and how many of them were
// by forfeit. On the leaderboard of a single game, a solved solitaire also counts as a win.
const (
	aSum  = `SELECT player, sum(n) AS n `
	aMin  = `SELECT player, min(n) AS n `
	aMax  = `SELECT player, max(n) AS n `
	aWins = `SELECT player, sum(iif(what = 'forfeits', 0, n)) AS n,
		sum(iif(what = 'forfeits', n, 0)) AS forfeits `

	ofCount  = `= $2 `
	ofWins   = `IN ($2, 'forfeits') `
	ofWinsOf = `IN ($2, 'forfeits', 'solved') `
)

// dailyDeals sums the sets ($2) of the daily deals of the game $8, or of all games, with their times and days.
var dailyDeals = `SELECT player, sum(iif(what = $2, n, 0)) AS n, sum(iif(what = 'daily.time', n, 0)) AS took,
	sum(iif(what = 'daily.games', n, 0)) AS days
	` + inPeriod(`IN ($2, 'daily.time', 'daily.games') `) + `AND ($8 = '' OR game = $8) GROUP BY player`

// chipsEver is chipsWon for all games and all time, computed from the sums of accounts alone. Balances exchange chips
// only with their owner's seats and the bank. The chips that a player's seats won from others are therefore everything
// that the seats took in, minus what the balance paid.
const chipsEver = `SELECT player, sum(took) - sum(gave) AS n FROM (
		SELECT player, iif(kind = 'seat', paid_in, -paid_out) AS took,
			iif(kind = 'seat', paid_out, -paid_in) AS gave
		FROM accounts WHERE guild = $1 AND player IS NOT NULL
		UNION ALL
		SELECT player, 0, amount FROM grants WHERE guild = $1
	) AS sides GROUP BY player HAVING sum(took) > 0 OR sum(gave) > 0`

// chipsWon sums what the seats of each player in guild $1 took in from $6 until $7, minus what they paid. It leaves out
// transfers with the player's own balance. It reads each transfer once and counts the transfer for both sides. CROSS
// JOIN makes SQLite begin with the few tables instead of the many transfers.
func chipsWon(narrower string) string {
	return `WITH played_at AS MATERIALIZED (
			SELECT t.id FROM tables t WHERE t.guild = $1 AND ` + around + narrower + `
		), sides (sign) AS (VALUES (1), (-1))
		SELECT player, sum(n) AS n FROM (SELECT iif(sign > 0, b.player, a.player) AS player, sign * x.amount AS n
		FROM played_at CROSS JOIN transfers x CROSS JOIN accounts a CROSS JOIN accounts b CROSS JOIN sides
		WHERE x.line IS NOT NULL AND x.table_id = played_at.id AND x.at >= $6 AND x.at < $7
			AND a.id = x.payer AND a.kind <> 'player' AND b.id = x.payee AND b.kind <> 'player'
			AND iif(sign > 0, b.kind, a.kind) = 'seat') AS moved
		GROUP BY player`
}

// tallied has the queries of a leaderboard of tallies: for all time (ever, everOf) or a period (during, duringOf), and
// for all games (ever, during) or one game (everOf, duringOf).
type tallied struct{ ever, everOf, during, duringOf query }

func talliedBy(board func(sums string) string, sum, of, ofOne string) tallied {
	return tallied{
		ever:     toRead(board(sum + ever(of, `AND game <> $6 `))),
		everOf:   toRead(board(sum + ever(ofOne, `AND game = $6 `))),
		during:   toRead(board(sum + inPeriod(of) + `AND game <> $8 GROUP BY player`)),
		duringOf: toRead(board(sum + inPeriod(ofOne) + `AND game = $8 GROUP BY player`)),
	}
}

var (
	sums    = talliedBy(board, aSum, ofCount, ofCount)
	wins    = talliedBy(winsBoard, aWins, ofWins, ofWinsOf)
	fastest = talliedBy(leastBoard, aMin, ofCount, ofCount)
	streaks = talliedBy(board, aMax, ofCount, ofCount)

	selectChipsEver  = toRead(board(chipsEver))
	selectChipsWon   = toRead(board(chipsWon(``)))
	selectChipsWonOf = toRead(board(chipsWon(`AND t.game = $8`)))
	selectDailies    = toRead(rankedBoard(dailyDeals, `took, days`, `took, days`, `n DESC, iif($9, took, 0)`))
	selectNightsWon  = toRead(board(nightsWon))
	selectChipsOwned = toRead(board(`SELECT player, sum(paid_in - paid_out) AS n FROM accounts
		WHERE guild = $1 AND player IS NOT NULL GROUP BY player`))
)

func (s *Store) Record(ctx context.Context, guild ids.Guild, game string) (r store.Record, err error) {
	r, err = s.record(ctx, selectRecord, guild, game)
	return orError(r, err, "reading the record of %s in guild %d", game, guild)
}

func (s *Store) SoloRecord(ctx context.Context, guild ids.Guild, game string, player ids.User,
	before store.TableID) (r store.Record, err error) {
	id, err := s.base.lookUp(ctx, player)
	if err == nil {
		r, err = s.record(ctx, selectSoloRecord, guild, game, id, before)
	}
	return orError(r, err, "reading the record of player %d at %s in guild %d", player, game, guild)
}

func (s *Store) record(ctx context.Context, of query, guild ids.Guild, game string, narrower ...any) (
	r store.Record, err error) {
	args := append([]any{guild, game, string(games.Games), string(games.Sets), string(games.Solved),
		string(games.SetsAlone)}, narrower...)
	err = s.base.row(ctx, of, args...).Scan(&r.Tables, &r.Won, &r.Best, &r.Sets)
	return r, err
}

// recordOf sums up the tables of guild $1 and game $2 that have a tally of $3. It sums their sets ($4 and $6) and counts
// how many were won ($5).
func recordOf(narrower string) string {
	return `WITH ended AS MATERIALIZED (
		SELECT t.id AS table_id FROM tables t WHERE t.guild = $1 AND t.game = $2
			AND EXISTS (SELECT 1 FROM tallies WHERE table_id = t.id AND what = $3) ` + narrower + `
	), sums AS (
		SELECT coalesce((SELECT sum(n) FROM tallies WHERE table_id = ended.table_id AND what IN ($4, $6)), 0) AS sets,
			EXISTS (SELECT 1 FROM tallies WHERE table_id = ended.table_id AND what = $5) AS won
		FROM ended
	)
	SELECT count(*), count(*) FILTER (WHERE won), coalesce(max(sets), 0), coalesce(sum(sets), 0) FROM sums`
}

func (s *Store) Recent(ctx context.Context, guild ids.Guild, player ids.User, most int) ([]store.Finished, error) {
	id, err := s.base.lookUp(ctx, player)
	if err != nil {
		return nil, wrapError(err, "reading the last games of player %d in guild %d", player, guild)
	}
	return queryAll(ctx, s.base, "the last games of a player", func(r row) (f store.Finished, err error) {
		err = r.Scan(&f.Table, &f.Won)
		return f, err
	}, selectRecent, guild, id, most)
}

var (
	selectRecent = toRead(`SELECT t.id, EXISTS (
			SELECT 1 FROM tallies WHERE table_id = t.id AND seat = s.seat AND what IN ('wins', 'solved'))
		FROM seats s JOIN tables t ON t.id = s.table_id
		WHERE s.player = $2 AND t.guild = $1 AND t.closed IS NOT NULL AND t.daily IS NULL
			AND EXISTS (SELECT 1 FROM tallies WHERE table_id = t.id AND seat = s.seat AND what = 'games')
		ORDER BY t.closed DESC, t.id DESC LIMIT $3`)
	selectRecord     = toRead(recordOf(``))
	selectSoloRecord = toRead(recordOf(`AND t.id < $8 AND t.id IN (SELECT table_id FROM seats WHERE player = $7)
			AND NOT EXISTS (SELECT 1 FROM seats WHERE table_id = t.id AND player <> $7)`))
)
