package store

import (
	"context"
	"fmt"

	"settable/games"
)

// Record is how the tables of a game that were played to their end went on one
// server, each counted once, however many sat at it.
type Record struct {
	Tables int
	Won    int // at which a solitaire was won
	Best   int // the most sets of one table
	Sets   int // of all together
}

// Mean is how many sets a table made.
func (r Record) Mean() float64 {
	if r.Tables == 0 {
		return 0
	}
	return float64(r.Sets) / float64(r.Tables)
}

// Record adds up the tallies of a game's finished tables: those at which
// somebody played a game to its end.
func (s *Store) Record(ctx context.Context, guild GuildID, game string) (r Record, err error) {
	row := s.read[selectRecord].QueryRowContext(ctx, guild, game, string(games.Games), string(games.Sets), string(games.Solved))
	if err := row.Scan(&r.Tables, &r.Won, &r.Best, &r.Sets); err != nil {
		return Record{}, fmt.Errorf("reading the record of %s in guild %d: %w", game, guild, err)
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
