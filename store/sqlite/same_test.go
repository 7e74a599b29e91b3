package sqlite

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/gamestest"
	"settable/store"
	"settable/store/ids"
)

// The counts of the compared leaderboards.
var anyCounts = []games.Count{games.Sets, games.Wins, games.ByForfeit, games.Solved, games.Games,
	games.Fastest, games.Streak, games.Hands, "practice.sets"}

// luckyTables creates tables of three games in two months, some of them open, with all kinds of counts.
func luckyTables(t *testing.T, s *DB, r *rand.Rand) {
	t.Helper()
	for i := range 60 {
		at := noon.Add(-time.Duration(r.IntN(60*24)) * time.Hour)
		table, err := s.OpenTable(t.Context(), store.Table{Guild: guild + ids.Guild(i%2),
			Channel: channel + ids.Channel(i), Game: []string{"classic", "poker", "solitaire"}[r.IntN(3)],
			Opener: ann, Opened: at}, "")
		require.NoError(t, err)
		e := store.Entry{Table: table.ID, Over: r.IntN(4) > 0}
		for n := range 2 + r.IntN(12) {
			seat := games.Seat(1 + n%3)
			who := ann + ids.User((i+n%3)%5)
			p := store.Played{Line: store.Line{At: at, Seat: seat, Player: who, Words: "x"}}
			for range r.IntN(4) {
				p.Tallies = append(p.Tallies, games.Tally{Seat: games.Seat(1 + r.IntN(min(n+1, 3))),
					Count: anyCounts[r.IntN(len(anyCounts))], N: 1 + r.Int64N(9)})
			}
			e.Played = append(e.Played, p)
			at = at.Add(time.Duration(r.IntN(300)) * time.Minute)
		}
		require.NoError(t, s.Append(t.Context(), e))
	}
}

// formerQuery returns the query for a leaderboard from the time when each tally had its own guild, game, time and
// player.
func formerQuery(b store.Board) string {
	of, sum := `what = ?2`, `sum(n) AS n, 0 AS forfeits`
	switch b.Count {
	case games.Wins:
		sum = `sum(iif(what = 'forfeits', 0, n)) AS n, sum(iif(what = 'forfeits', n, 0)) AS forfeits`
		if of = `what IN (?2, 'forfeits')`; b.Game != "" {
			of = `what IN (?2, 'forfeits', 'solved')`
		}
	case games.Fastest:
		sum = `min(n) AS n, 0 AS forfeits`
	case games.Streak:
		sum = `max(n) AS n, 0 AS forfeits`
	}
	narrower := `game <> ?5`
	if b.Game != "" {
		narrower = `game = ?5`
	}
	return `SELECT player, n, forfeits FROM (SELECT player, ` + sum + ` FROM former_tallies WHERE guild = ?1 AND ` + of +
		` AND at >= ?3 AND at < ?4 AND ` + narrower + ` GROUP BY player)
		WHERE player IN (SELECT id FROM people WHERE discord IS NOT NULL) ORDER BY player`
}

// All leaderboards of a random history equal the results of the former queries.
func TestLeaderboardsEqualFormerQueries(t *testing.T) {
	gamestest.SkipUnderRace(t)
	for seed := range uint64(4) {
		s, ctx := newStore(t, Options{}), t.Context()
		r := rand.New(rand.NewPCG(seed, 17))
		luckyTables(t, s, r)
		require.NoError(t, s.Check(ctx))
		_, err := s.base.Tx.ExecContext(ctx, `CREATE TEMP TABLE former_tallies AS
			SELECT t.guild, t.game, y.what, y.n, l.at, s.player FROM tallies y JOIN tables t ON t.id = y.table_id
			JOIN lines l ON l.table_id = y.table_id AND l.n = y.line
			JOIN seats s ON s.table_id = y.table_id AND s.seat = y.seat`)
		require.NoError(t, err)
		asked := 0
		for _, count := range anyCounts {
			for _, game := range []string{"", "classic", "solitaire"} {
				for _, back := range []time.Duration{0, 24, 7 * 24, 30 * 24} {
					b := store.Board{Guild: guild, Count: count, Game: game}
					if back > 0 {
						b.Since = noon.Add(-back * time.Hour).Add(time.Duration(r.IntN(100)) * time.Minute)
					}
					if game == "" {
						b.Without = []string{"", "poker"}[r.IntN(2)]
					}
					asked += compareBoard(t, s, b)
				}
			}
		}
		require.Greater(t, asked, 40, "many boards have somebody on them")
	}
}

func compareBoard(t *testing.T, s *DB, b store.Board) (rows int) {
	t.Helper()
	limits := []int64{0, math.MaxInt64}
	for i, at := range []time.Time{b.Since, b.Until} {
		if !at.IsZero() {
			limits[i] = at.UnixNano()
		}
	}
	found, err := s.base.Tx.QueryContext(t.Context(), formerQuery(b), int64(b.Guild), string(b.Count),
		limits[0], limits[1], b.Game+b.Without)
	require.NoError(t, err)
	want, err := collect(found, func(r row) (text string, err error) {
		var player, n, forfeits int64
		err = r.Scan(&player, &n, &forfeits)
		return fmt.Sprintf("player %d: %d, %d", player, n, forfeits), err
	}, "a board")
	require.NoError(t, err)
	page, err := s.Leaderboard(t.Context(), b, 1, 100, ann)
	require.NoError(t, err)
	var has []string
	for _, r := range page.Rows {
		var number int64
		require.NoError(t, s.base.Readers.QueryRow(`SELECT id FROM people WHERE discord = ?`, int64(r.Player)).
			Scan(&number))
		has = append(has, fmt.Sprintf("player %d: %d, %d", number, r.N, r.Forfeits))
	}
	require.ElementsMatch(t, want, has, "%+v", b)
	return min(1, len(has))
}

// The audit compares the totals of all-time leaderboards with the counts.
func TestWrongTotalIsFound(t *testing.T) {
	gamestest.SkipUnderRace(t)
	for _, text := range []string{`UPDATE totals SET n = n + 1`, `DELETE FROM totals`,
		`INSERT INTO totals VALUES (1000, 'sets', 'classic', 99, 1)`} {
		s := newStore(t, Options{})
		luckyTables(t, s, rand.New(rand.NewPCG(5, 6)))
		require.NoError(t, s.Check(t.Context()))
		_, err := s.base.Tx.ExecContext(t.Context(), text)
		require.NoError(t, err)
		require.ErrorContains(t, s.Check(t.Context()), "a total differs from its tallies: player ")
	}
}
