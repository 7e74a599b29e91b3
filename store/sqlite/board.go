package sqlite

import (
	"context"
	"errors"
	"fmt"
	"math"

	"settable/games"
	"settable/store"
)

// Leaderboard is the page (1, 2, 3 …; past the end: the last) of size rows
// with the most of what the board counts, or the least time, summed from the tallies or, for ChipsWon
// and ChipsOwned, from the ledger. A win is one against others; of one game alone
// it is a solitaire that came out, too. Players with equal numbers stand in the order in
// which they came first; who was forgotten stands on none.
func (s *boards) Leaderboard(ctx context.Context, b store.Board, page, size int,
	caller store.PlayerID) (store.Page, error) {
	if page < 1 || size < 1 {
		return store.Page{}, fmt.Errorf("reading a leaderboard: page %d of %d rows", page, size)
	}
	what, narrower := ask(b)
	args := append([]any{b.Guild, string(b.Count), size, page, caller}, narrower...)
	rows, err := s.query(ctx, what, args...)
	if err != nil {
		return store.Page{}, fmt.Errorf("reading a leaderboard: %w", err)
	}
	out, err := readPage(rows, size, caller)
	if err = errors.Join(err, rows.Close()); err != nil {
		return store.Page{}, fmt.Errorf("reading a leaderboard: %w", err)
	}
	return out, nil
}

// ask is the query for the board, and what it takes after the first five.
func ask(b store.Board) (what query, args []any) {
	from := !b.Since.IsZero() || !b.Until.IsZero()
	switch {
	case b.Count == store.ChipsOwned:
		return selectChipsOwned, nil
	case b.Count == store.NightsWon:
		return selectNightsWon, period(b)
	case b.Count == store.ChipsWon && b == (store.Board{Guild: b.Guild, Count: b.Count}):
		return selectChipsEver, nil
	case b.Count == store.ChipsWon:
		return ofGame(b, period(b), selectChipsWon, selectChipsWonOf)
	case b.Count == games.Fastest:
		return counted(b, period(b), selectFastest, selectFastestOf)
	case b.Count == games.Streak:
		return counted(b, period(b), selectStreak, selectStreakOf)
	case from && b.Count == games.Wins:
		return counted(b, period(b), selectPeriodWins, selectPeriodWinsOf)
	case from:
		return counted(b, period(b), selectPeriod, selectPeriodOf)
	case b.Count == games.Wins:
		return counted(b, nil, selectWins, selectWinsOf)
	}
	return counted(b, nil, selectEver, selectEverOf)
}

// ofGame is a query of all games, or its twin of one.
func ofGame(b store.Board, args []any, all, one query) (query, []any) {
	if b.Game == "" {
		return all, args
	}
	return one, append(args, b.Game)
}

// counted is a query of tallies of all games but one, or its twin of one game.
func counted(b store.Board, args []any, all, one query) (query, []any) {
	if b.Game == "" {
		return all, append(args, b.Without)
	}
	return one, append(args, b.Game)
}

func period(b store.Board) []any {
	since, until := int64(0), int64(math.MaxInt64)
	if !b.Since.IsZero() {
		since = b.Since.UnixNano()
	}
	if !b.Until.IsZero() {
		until = b.Until.UnixNano()
	}
	return []any{since, until}
}

func readPage(rows rows, size int, caller store.PlayerID) (store.Page, error) {
	var out store.Page
	for rows.Next() {
		var r store.Row
		var here bool
		if err := rows.Scan(&r.Rank, &r.Player, &r.N, &r.Forfeits, &out.Total, &out.Page, &here); err != nil {
			return store.Page{}, err
		}
		if here {
			out.Rows = append(out.Rows, r)
		}
		if r.Player == caller {
			out.Mine = &r
		}
	}
	out.Pages = (out.Total + size - 1) / size
	return out, rows.Err()
}

// board asks for the page ?4 of ?3 rows, or the last page where there are
// fewer, and for the row of the player ?5, of sums: a number n per player.
func board(sums string) string { return boardOf(sums, "0", "DESC") }

// leastBoard is one on which the least is best.
func leastBoard(sums string) string { return boardOf(sums, "0", "ASC") }

// winsBoard is a board of sums that say how many of them were won by forfeit, too.
func winsBoard(sums string) string { return boardOf(sums, "forfeits", "DESC") }

func boardOf(sums, forfeits, order string) string {
	return `WITH sums AS (` + sums + `), ranked AS (
		SELECT player, n, ` + forfeits + ` AS forfeits,
			rank() OVER (ORDER BY n ` + order + `) AS rank,
			row_number() OVER (ORDER BY n ` + order + `, player) AS place,
			count(*) OVER () AS total
		FROM sums WHERE player IN (SELECT id FROM people WHERE discord IS NOT NULL)
	), paged AS (
		SELECT *, min(?4, (total + ?3 - 1) / ?3) AS page FROM ranked
	)
	SELECT rank, player, n, forfeits, total, page, place > (page - 1) * ?3 AND place <= page * ?3
	FROM paged
	WHERE player = ?5 OR (place > (page - 1) * ?3 AND place <= page * ?3)
	ORDER BY place`
}

// ofTallies counts ?2 in guild ?1.
const ofTallies = `SELECT player, sum(n) AS n FROM tallies WHERE guild = ?1 AND what = ?2 `

// ofFeats takes of the feats ?2 of each player in guild ?1 the best, from ?6 until ?7.
func ofFeats(best string) string {
	return `SELECT player, ` + best + `(n) AS n FROM tallies WHERE guild = ?1 AND what = ?2 AND at >= ?6 AND at < ?7 `
}

// ofWins counts the wins, ?2, and how many of them are forfeits.
const ofWins = `SELECT player, sum(iif(what = 'forfeits', 0, n)) AS n, sum(iif(what = 'forfeits', n, 0)) AS forfeits
	FROM tallies WHERE guild = ?1 AND what IN (?2, 'forfeits') `

// ofWinsOf are those of one game, and solitaires that came out.
const ofWinsOf = `SELECT player, sum(iif(what = 'forfeits', 0, n)) AS n,
		sum(iif(what = 'forfeits', n, 0)) AS forfeits
	FROM tallies WHERE guild = ?1 AND what IN (?2, 'forfeits', 'solved') `

// chipsEver is chipsWon from the beginning, of all games, from the sums alone: a
// balance pays and is paid by its owner's seats and the house only, so what the
// seats took from others is what they took in all, less what the balance paid.
const chipsEver = `SELECT player, sum(took) - sum(gave) AS n FROM (
		SELECT player, iif(kind = 'seat', paid_in, -paid_out) AS took, iif(kind = 'seat', paid_out, -paid_in) AS gave
		FROM accounts WHERE guild = ?1 AND player IS NOT NULL
		UNION ALL
		SELECT player, 0, amount FROM grants WHERE guild = ?1
	) GROUP BY player HAVING sum(took) > 0 OR sum(gave) > 0`

// chipsWon sums what the seats of each player in guild ?1 took in from ?6 until ?7,
// less what they paid, with everybody but that player's own balance. Each transfer
// is read once and looked at from both sides; CROSS JOIN because the tables are few
// and the transfers many, whatever SQLite makes of it.
func chipsWon(narrower string) string {
	return `WITH played_at AS MATERIALIZED (
			SELECT DISTINCT a.table_id AS id FROM accounts a
			WHERE a.guild = ?1 AND a.player IS NOT NULL AND a.kind = 'seat' ` + narrower + `
		), sides (sign) AS (VALUES (1), (-1))
		SELECT player, sum(n) AS n FROM (SELECT iif(sign > 0, b.player, a.player) AS player, sign * x.amount AS n
		FROM played_at
		CROSS JOIN transfers x ON x.line IS NOT NULL AND x.table_id = played_at.id AND x.at >= ?6 AND x.at < ?7
		CROSS JOIN accounts a ON a.id = x.payer AND a.kind <> 'player'
		CROSS JOIN accounts b ON b.id = x.payee AND b.kind <> 'player'
		CROSS JOIN sides ON iif(sign > 0, b.kind, a.kind) = 'seat')
		GROUP BY player`
}

var (
	selectEver         = toRead(board(ofTallies + `AND game <> ?6 GROUP BY player`))
	selectEverOf       = toRead(board(ofTallies + `AND game = ?6 GROUP BY player`))
	selectPeriod       = toRead(board(ofTallies + `AND at >= ?6 AND at < ?7 AND game <> ?8 GROUP BY player`))
	selectPeriodOf     = toRead(board(ofTallies + `AND at >= ?6 AND at < ?7 AND game = ?8 GROUP BY player`))
	selectWins         = toRead(winsBoard(ofWins + `AND game <> ?6 GROUP BY player`))
	selectWinsOf       = toRead(winsBoard(ofWinsOf + `AND game = ?6 GROUP BY player`))
	selectPeriodWins   = toRead(winsBoard(ofWins + `AND at >= ?6 AND at < ?7 AND game <> ?8 GROUP BY player`))
	selectPeriodWinsOf = toRead(winsBoard(ofWinsOf + `AND at >= ?6 AND at < ?7 AND game = ?8 GROUP BY player`))
	selectFastest      = toRead(leastBoard(ofFeats("min") + `AND game <> ?8 GROUP BY player`))
	selectFastestOf    = toRead(leastBoard(ofFeats("min") + `AND game = ?8 GROUP BY player`))
	selectStreak       = toRead(board(ofFeats("max") + `AND game <> ?8 GROUP BY player`))
	selectStreakOf     = toRead(board(ofFeats("max") + `AND game = ?8 GROUP BY player`))
	selectChipsEver    = toRead(board(chipsEver))
	selectChipsWon     = toRead(board(chipsWon(``)))
	selectNightsWon    = toRead(board(nightsWon))
	selectChipsOwned   = toRead(board(`SELECT player, sum(paid_in - paid_out) AS n FROM accounts
		WHERE guild = ?1 AND player IS NOT NULL GROUP BY player`))
)

var (
	selectChipsWonOf = toRead(board(chipsWon(`AND (SELECT game FROM tables WHERE id = a.table_id) = ?8`)))
)

// Record adds up the tallies of a game's finished tables: those at which
// somebody played a game to its end.
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
		SELECT DISTINCT table_id FROM tallies WHERE guild = ?1 AND what = ?3 AND game = ?2
	), sums AS (
		SELECT coalesce((SELECT sum(n) FROM tallies WHERE table_id = ended.table_id AND what = ?4), 0) AS sets,
			EXISTS (SELECT 1 FROM tallies WHERE table_id = ended.table_id AND what = ?5) AS won
		FROM ended
	)
	SELECT count(*), coalesce(sum(won), 0), coalesce(max(sets), 0), coalesce(sum(sets), 0) FROM sums`

var (
	selectRecord = toRead(record)
)
