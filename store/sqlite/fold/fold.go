// Package fold adds up what a closed table counted and paid, so that its journal may go: of the lines the
// last stays, of the tallies one of each kind and seat, of the transfers one of each two accounts.
package fold

import (
	"context"
	"database/sql"
	"fmt"
)

// Conn is the connection of the writer, in the middle of a transaction.
type Conn interface {
	ExecContext(ctx context.Context, text string, args ...any) (sql.Result, error)
}

// Table folds the table of that number: the caller writes the link of what stays.
func Table(ctx context.Context, c Conn, id int64) error {
	for _, text := range steps {
		if _, err := c.ExecContext(ctx, text, id); err != nil {
			return fmt.Errorf("folding table %d: %w", id, err)
		}
	}
	return nil
}

// steps each take the table, ?1. Nothing that stays gets another number, so that the last transfer of an
// account stays its last, and the newest of all the newest.
var steps = []string{
	`INSERT INTO folds (table_id) VALUES (?1)`,

	`CREATE TEMP TABLE folding AS SELECT what, seat,
			CASE what WHEN 'fastest' THEN min(n) WHEN 'streak' THEN max(n) ELSE sum(n) END AS n
		FROM tallies WHERE table_id = ?1 GROUP BY what, seat`,
	`DELETE FROM tallies WHERE table_id = ?1`,
	`INSERT INTO tallies SELECT ?1, what, (SELECT max(n) FROM lines WHERE table_id = ?1), seat, n FROM folding`,
	`DROP TABLE temp.folding`,

	`CREATE TEMP TABLE folding AS SELECT max(id) AS id, sum(amount) AS amount,
			row_number() OVER (ORDER BY max(id)) AS ordinal
		FROM transfers WHERE line IS NOT NULL AND table_id = ?1 GROUP BY payer, payee`,
	`UPDATE purged SET transfers = transfers - (SELECT count(*) FROM folding)
		+ (SELECT count(*) FROM transfers WHERE line IS NOT NULL AND table_id = ?1)`,
	`DELETE FROM transfers WHERE line IS NOT NULL AND table_id = ?1 AND id NOT IN (SELECT id FROM folding)`,
	// Far away first: no two have the same place on the way.
	`UPDATE transfers SET ordinal = 1001 - (SELECT ordinal FROM folding WHERE id = transfers.id)
		WHERE line IS NOT NULL AND table_id = ?1`,
	`UPDATE transfers SET (amount, ordinal) = (SELECT amount, ordinal FROM folding WHERE id = transfers.id),
			(line, at) = (SELECT n, at FROM lines WHERE table_id = ?1 ORDER BY n DESC LIMIT 1)
		WHERE line IS NOT NULL AND table_id = ?1`,
	`UPDATE lines SET transfers = (SELECT count(*) FROM folding)
		WHERE table_id = ?1 AND n = (SELECT max(n) FROM lines WHERE table_id = ?1)
			AND transfers <> (SELECT count(*) FROM folding)`,
	`DROP TABLE temp.folding`,

	`DELETE FROM lines WHERE table_id = ?1 AND n < (SELECT max(n) FROM lines WHERE table_id = ?1)`,
}
