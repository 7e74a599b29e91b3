package sqlstore

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"time"

	"settable/store"
)

// Compact compacts closed tables that ended before the given time, each in its own commit. It compacts at most the
// given number of tables and starts after the given table. It returns the last compacted table, or 0 if no table was
// left. It skips tables of nights, because a night shows each of its hands.
func (s *Store) Compact(ctx context.Context, before time.Time, after store.TableID, most int) (
	last store.TableID, compacted int, err error) {
	due, err := queryAll(ctx, s.base, "the tables to be compacted", ScanCell[store.TableID], selectCompactable,
		s.base.withShard(unixNanos(before), after, most)...)
	for _, id := range due {
		if err == nil {
			err = s.base.Write(ctx, func(tx *Tx) error { return compactTable(ctx, tx, id) }, nil)
			last = id
		}
		if err == nil {
			compacted++
		}
	}
	if err != nil {
		err = fmt.Errorf("compacting old games: %w", err)
	}
	return last, compacted, err
}

// compactTable compacts one table.
func compactTable(ctx context.Context, tx *Tx, id store.TableID) error {
	// Since the table was selected, it may have been compacted or its server purged.
	if still, err := tx.isTrue(selectUncompacted, id); err != nil || !still {
		return err
	}
	if err := runSteps(ctx, tx, compaction, int64(id)); err != nil {
		return err
	}
	link, err := compactedLink(ctx, writerQuerier{tx}, tx.chain, id)
	if err != nil {
		return err
	}
	return errorOf(tx.exec(updateCompacted, link[:], id))
}

// compactedLinks returns the link of a compacted table, or nothing for any other table.
func compactedLinks(ctx context.Context, db querier, id store.TableID) ([][]byte, error) {
	return queryAll(ctx, db, "the compacted tables", ScanCell[[]byte], selectCompacted, id)
}

// runSteps runs statements. It passes n to the statements that have a parameter.
func runSteps(ctx context.Context, tx *Tx, texts []string, n int64) error {
	for _, text := range texts {
		var args []any
		if strings.Contains(text, "$1") {
			args = []any{n}
		}
		if _, err := tx.ExecContext(ctx, text, args...); err != nil {
			return tx.undoAborted(err)
		}
	}
	return nil
}

// compactedLink computes the link of a compacted table from its remaining rows.
func compactedLink(ctx context.Context, db querier, c store.Chain, id store.TableID) (h store.Hash, err error) {
	b, err := readJournal(ctx, db, id)
	if err != nil || len(b.lines) != 1 {
		return h, err // the zero Hash, which matches no link
	}
	last := store.Played{Line: b.lines[0].Line, Transfers: b.lines[0].moved}
	tallies, err := readTallies(ctx, db, id)
	for _, t := range tallies {
		last.Tallies = append(last.Tallies, t.Tally)
	}
	return c.Compacted(hashOf(b.opening), hashOf(b.lines[0].link), last), err
}

// writerQuerier runs the readers' queries in the writer's transaction.
type writerQuerier struct{ tx *Tx }

func (e writerQuerier) query(ctx context.Context, q query, args ...any) (*sql.Rows, error) {
	return e.tx.QueryContext(ctx, e.tx.reads[q], args...)
}

func (writerQuerier) explain(err error) error { return err }

var (
	selectCompactable = toRead(`SELECT id FROM tables WHERE closed < $1 AND id > $2 AND night IS NULL
		AND id NOT IN (SELECT table_id FROM folds) AND EXISTS (SELECT 1 FROM lines WHERE table_id = tables.id)
		AND ` + inShard(3) + `ORDER BY id LIMIT $3`)
	selectUncompacted = toWrite(`SELECT EXISTS (SELECT 1 FROM tables WHERE id = $1)
		AND NOT EXISTS (SELECT 1 FROM folds WHERE table_id = $1)`)
	updateCompacted = toWrite(`UPDATE folds SET link = $1 WHERE table_id = $2`)
)

// compaction has the statements that add up the counts and payments of the closed table $1, so that its journal can be
// deleted. They keep only the last line, one tally for each kind and seat, and one transfer for each pair of accounts.
// The remaining rows keep their ids, so that the last transfer of an account stays its last, and the transfers are
// numbered from 1. The table folds lists the compacted tables; folding is the old name for compacting.
var compaction = []string{
	`INSERT INTO folds (table_id) VALUES ($1)`,

	`CREATE TEMP TABLE folding (what text, seat bigint, n bigint)`,
	`INSERT INTO folding SELECT what, seat,
			CASE what WHEN 'fastest' THEN min(n) WHEN 'streak' THEN max(n) ELSE sum(n) END
		FROM tallies WHERE table_id = $1 GROUP BY what, seat`,
	`DELETE FROM tallies WHERE table_id = $1`,
	`INSERT INTO tallies
		SELECT CAST($1 AS bigint), what, (SELECT max(n) FROM lines WHERE table_id = $1), seat, n FROM folding`,
	`DROP TABLE folding`,

	`CREATE TEMP TABLE folding (id bigint, amount bigint, n bigint)`,
	`INSERT INTO folding SELECT max(id), sum(amount), row_number() OVER (ORDER BY max(id))
		FROM transfers WHERE line IS NOT NULL AND table_id = $1 GROUP BY payer, payee`,
	`DELETE FROM transfers WHERE line IS NOT NULL AND table_id = $1 AND id NOT IN (SELECT id FROM folding)`,
	// All numbers are first shifted far away, so that no two rows ever have the same number.
	`UPDATE transfers SET n = n + 1000000000000 WHERE line IS NOT NULL AND table_id = $1`,
	`UPDATE transfers SET (amount, n) = (SELECT amount, n FROM folding WHERE id = transfers.id),
			(line, at) = (SELECT n, at FROM lines WHERE table_id = $1 ORDER BY n DESC LIMIT 1)
		WHERE line IS NOT NULL AND table_id = $1`,
	`UPDATE lines SET transfers = (SELECT count(*) FROM folding), earlier = 0
		WHERE table_id = $1 AND n = (SELECT max(n) FROM lines WHERE table_id = $1)
			AND (transfers <> (SELECT count(*) FROM folding) OR earlier > 0)`,
	`DROP TABLE folding`,

	`DELETE FROM lines WHERE table_id = $1 AND n < (SELECT max(n) FROM lines WHERE table_id = $1)`,
}
