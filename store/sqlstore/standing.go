package sqlstore

import (
	"context"

	"settable/games"
	"settable/store"
	"settable/store/ids"
)

func (s *Store) Standing(ctx context.Context, id store.NightID) (out store.Standing, err error) {
	out.Players, err = queryAll(ctx, s.base, "the standings", func(r row) (p store.Result, err error) {
		err = r.Scan(&p.Player, &p.Bought, &p.Cashed, &p.Won, &p.Hands, &p.Pots, &p.Wins, &p.Sets,
			(*millis)(&p.Fastest), &out.Games)
		return p, err
	}, selectStanding, id)
	if err != nil {
		return out, err
	}
	shares, err := queryAll(ctx, s.base, "the hands", scanShare, selectSettled, id)
	if err != nil {
		return out, err
	}
	addHands(&out, shares)
	gains, err := queryAll(ctx, s.base, "the chip gains", scanShare, selectGains, id)
	addCourse(&out, shares, gains)
	return out, err
}

// share is a player's winnings in a hand that was played to its end.
type share struct {
	hand   linePlace
	player ids.User
	won    games.Chips
}

var scanShare = scanInto(func(x *share) []any {
	return []any{&x.hand.table, &x.hand.line, &x.player, &x.won}
})

// linePlace is a line of a table.
type linePlace struct {
	table store.TableID
	line  int
}

func (m linePlace) after(o linePlace) bool {
	return m.table > o.table || m.table == o.table && m.line > o.line
}

// addHands adds the shares to the standing. The shares must be ordered by hand.
func addHands(s *store.Standing, shares []share) {
	best := map[ids.User]games.Chips{}
	for from := 0; from < len(shares); {
		to, pot, by := from, games.Chips(0), []ids.User(nil)
		for ; to < len(shares) && shares[to].hand == shares[from].hand; to++ {
			x := shares[to]
			if x.won > 0 {
				pot, by = pot+x.won, append(by, x.player)
				best[x.player] = max(best[x.player], x.won)
			}
		}
		s.Hands++
		if pot > s.Biggest {
			s.Biggest, s.By = pot, by
		}
		from = to
	}
	for i := range s.Players {
		s.Players[i].Best = best[s.Players[i].Player]
	}
}

// addCourse adds each player's winnings after each hand. Both hands and gains must be in order, which is possible
// because a channel has only one table at a time.
func addCourse(s *store.Standing, hands, gains []share) {
	won := map[ids.User]games.Chips{}
	for i, h := range hands {
		if i+1 < len(hands) && hands[i+1].hand == h.hand {
			continue // another player's share of the same hand
		}
		for len(gains) > 0 && !gains[0].hand.after(h.hand) {
			won[gains[0].player] += gains[0].won
			gains = gains[1:]
		}
		for i, p := range s.Players {
			s.Players[i].Course = append(p.Course, won[p.Player])
		}
	}
}

// standing sums the stack movements and the counts of the night $1. Players who only joined have a row too.
var standing = `WITH mine AS MATERIALIZED (
		SELECT id, night FROM tables WHERE night IS NOT NULL AND night = $1
	), ` + nightFacts + `
	SELECT ` + playerOf(`player`) + `, sum(bought), sum(cashed), sum(won), sum(hands), sum(pots), sum(wins), sum(sets),
		coalesce(min(fastest), 0),
		(SELECT count(DISTINCT y.table_id) FROM mine CROSS JOIN tallies y
			WHERE y.table_id = mine.id AND y.what = 'games')
	FROM facts GROUP BY player ORDER BY sum(won) DESC, sum(wins) DESC, sum(sets) DESC, player`

// nightFacts selects facts about the tables of the subquery mine, with their nights.
const nightFacts = `moved AS NOT MATERIALIZED (
		SELECT x.*, mine.night FROM mine CROSS JOIN transfers x WHERE x.line IS NOT NULL AND x.table_id = mine.id
	), facts AS NOT MATERIALIZED (
		SELECT mine.night, s.player, 0 AS bought, 0 AS cashed, 0 AS won, 0 AS hands, 0 AS pots, 0 AS wins,
			0 AS sets, CAST(NULL AS bigint) AS fastest
		FROM mine CROSS JOIN seats s WHERE s.table_id = mine.id
		UNION ALL
		SELECT x.night, b.player, iif(a.kind = 'player', x.amount, 0), 0,
			iif(a.kind = 'player', 0, x.amount), 0, 0, 0, 0, NULL
		FROM moved x CROSS JOIN accounts b CROSS JOIN accounts a
		WHERE b.id = x.payee AND b.kind = 'seat' AND a.id = x.payer
		UNION ALL
		SELECT x.night, a.player, 0, iif(b.kind = 'player', x.amount, 0),
			iif(b.kind = 'player', 0, -x.amount), 0, 0, 0, 0, NULL
		FROM moved x CROSS JOIN accounts a CROSS JOIN accounts b
		WHERE a.id = x.payer AND a.kind = 'seat' AND b.id = x.payee
		UNION ALL
		SELECT mine.night, s.player, 0, 0, 0, iif(y.what = 'hands', y.n, 0), iif(y.what = 'pots', y.n, 0),
			iif(y.what = 'wins', y.n, 0), iif(y.what = 'sets', y.n, 0), iif(y.what = 'fastest', y.n, NULL)
		FROM mine CROSS JOIN tallies y CROSS JOIN seats s
		WHERE y.table_id = mine.id AND s.table_id = mine.id AND s.seat = y.seat
	)`

// nightsWon counts the nights that each player of guild $1 won. A night counts if it ended from $6 until $7 and had at
// least two players. Its winner is the first player in the order of a standing.
const nightsWon = `WITH mine AS MATERIALIZED (
		SELECT t.id, t.night FROM nights g CROSS JOIN tables t
		WHERE t.night IS NOT NULL AND t.night = g.id AND g.guild = $1 AND g.ended >= $6 AND g.ended < $7
	), ` + nightFacts + `, results AS (
		SELECT night, player, sum(won) AS won, sum(wins) AS wins, sum(sets) AS sets FROM facts
			GROUP BY night, player
	)
	SELECT player, count(*) AS n FROM (
		SELECT *, count(*) OVER (PARTITION BY night) AS players,
			rank() OVER (PARTITION BY night ORDER BY won DESC, wins DESC, sets DESC) AS place
		FROM results
	) AS placed WHERE place = 1 AND players > 1 AND (won > 0 OR wins > 0 OR sets > 0) GROUP BY player`

// settled selects the players of the finished hands of the night $1, and what each of them won. The winnings are the
// last payment from the pot to the seat in the line that ends the hand; an earlier payment returns a bet that no one
// could call.
var settled = `SELECT y.table_id, y.line, ` + playerOf(`s.player`) + `, iif(
		EXISTS (SELECT 1 FROM tallies w
			WHERE w.table_id = y.table_id AND w.line = y.line AND w.seat = y.seat AND w.what = 'pots'),
		coalesce((SELECT x.amount FROM transfers x CROSS JOIN accounts a CROSS JOIN accounts p
			WHERE a.id = x.payee AND a.kind = 'seat' AND a.seat = y.seat AND p.id = x.payer AND p.kind = 'pot'
			AND x.table_id = y.table_id AND x.at = l.at AND x.line = y.line
			ORDER BY x.n DESC LIMIT 1), 0), 0)
	FROM tables t CROSS JOIN tallies y CROSS JOIN lines l CROSS JOIN seats s
	WHERE y.table_id = t.id AND y.what = 'hands' AND l.table_id = t.id AND l.n = y.line
		AND s.table_id = t.id AND s.seat = y.seat AND t.night IS NOT NULL AND t.night = $1
	ORDER BY y.table_id, y.line, y.seat`

// gains selects the movements between seats and pots in the night $1, as Won counts them.
var gains = `WITH moved AS NOT MATERIALIZED (
		SELECT x.* FROM tables t CROSS JOIN transfers x
		WHERE x.line IS NOT NULL AND x.table_id = t.id AND t.night IS NOT NULL AND t.night = $1
	)
	SELECT x.table_id, x.line, ` + playerOf(`b.player`) + `, x.amount
	FROM moved x CROSS JOIN accounts b CROSS JOIN accounts a
	WHERE b.id = x.payee AND b.kind = 'seat' AND a.id = x.payer AND a.kind <> 'player'
	UNION ALL
	SELECT x.table_id, x.line, ` + playerOf(`a.player`) + `, -x.amount
	FROM moved x CROSS JOIN accounts a CROSS JOIN accounts b
	WHERE a.id = x.payer AND a.kind = 'seat' AND b.id = x.payee AND b.kind <> 'player'
	ORDER BY 1, 2`

var (
	selectGains    = toRead(gains)
	selectStanding = toRead(standing)
	selectSettled  = toRead(settled)
)
