package sqlite

import (
	"context"
	"fmt"

	"settable/games"
	"settable/store"
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
