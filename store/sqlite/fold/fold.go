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

// steps each take the table, ?1. What stays keeps its id, so that the last transfer of an account stays its
// last, and of its table it gets the first numbers.
var steps = []string{
	`INSERT INTO folds (table_id) VALUES (?1)`,

	`CREATE TEMP TABLE folding AS SELECT what, seat,
			CASE what WHEN 'fastest' THEN min(n) WHEN 'streak' THEN max(n) ELSE sum(n) END AS n
		FROM tallies WHERE table_id = ?1 GROUP BY what, seat`,
	`DELETE FROM tallies WHERE table_id = ?1`,
	`INSERT INTO tallies SELECT ?1, what, (SELECT max(n) FROM lines WHERE table_id = ?1), seat, n FROM folding`,
	`DROP TABLE temp.folding`,

	`CREATE TEMP TABLE folding AS SELECT max(id) AS id, sum(amount) AS amount,
			row_number() OVER (ORDER BY max(id)) AS n
		FROM transfers WHERE line IS NOT NULL AND table_id = ?1 GROUP BY payer, payee`,
	`DELETE FROM transfers WHERE line IS NOT NULL AND table_id = ?1 AND id NOT IN (SELECT id FROM folding)`,
	// Far away first: no two have the same number on the way.
	`UPDATE transfers SET n = n + 1000000000000 WHERE line IS NOT NULL AND table_id = ?1`,
	`UPDATE transfers SET (amount, n) = (SELECT amount, n FROM folding WHERE id = transfers.id),
			(line, at) = (SELECT n, at FROM lines WHERE table_id = ?1 ORDER BY n DESC LIMIT 1)
		WHERE line IS NOT NULL AND table_id = ?1`,
	`UPDATE lines SET transfers = (SELECT count(*) FROM folding), earlier = 0
		WHERE table_id = ?1 AND n = (SELECT max(n) FROM lines WHERE table_id = ?1)
			AND (transfers <> (SELECT count(*) FROM folding) OR earlier > 0)`,
	`DROP TABLE temp.folding`,

	`DELETE FROM lines WHERE table_id = ?1 AND n < (SELECT max(n) FROM lines WHERE table_id = ?1)`,
}
