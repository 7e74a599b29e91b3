package sqlstore

import (
	"context"
	"maps"
	"slices"

	"settable/store"
)

// laws are the laws of every valid database, whatever its kind.
var laws = []Law{
	{"a journal has a gap", `SELECT 'table ' || table_id FROM lines
		WHERE table_id NOT IN (SELECT table_id FROM folds)
		GROUP BY table_id HAVING min(n) <> 1 OR max(n) <> count(*)`},
	{"a journal is half compacted", `SELECT 'table ' || table_id FROM folds f
		WHERE link IS NULL OR (SELECT count(*) FROM lines WHERE table_id = f.table_id) <> 1`},
	{"a line belongs to a seat without a player", `SELECT 'table ' || l.table_id || ' line ' || l.n FROM lines l
		LEFT JOIN seats s ON s.table_id = l.table_id AND s.seat = l.seat
		WHERE l.seat > 0 AND s.seat IS NULL`},
	{"a total differs from its tallies", `WITH counted AS (
			SELECT t.guild, y.what, t.game, s.player,
				CASE y.what WHEN 'fastest' THEN min(y.n) WHEN 'streak' THEN max(y.n) ELSE sum(y.n) END AS n
			FROM tallies y JOIN tables t ON t.id = y.table_id
			JOIN seats s ON s.table_id = y.table_id AND s.seat = y.seat
			WHERE t.closed IS NOT NULL GROUP BY 1, 2, 3, 4)
		SELECT 'player ' || player || ': ' || what || ' of ' || game || ' in guild ' || guild
		FROM (SELECT * FROM counted EXCEPT SELECT * FROM totals UNION ALL SELECT * FROM (
			SELECT * FROM totals EXCEPT SELECT * FROM counted) AS missing) AS differing`},
	{"a message or interaction was processed twice", `SELECT source FROM (
			SELECT iif(substr(source, 1, 1) = '#', source, seal((SELECT key FROM secret), source)) AS source FROM lines
			UNION ALL SELECT source FROM tables UNION ALL SELECT source FROM grants
			UNION ALL SELECT source FROM nights)
			AS all_of_them
		WHERE source IS NOT NULL GROUP BY source HAVING count(*) > 1`},
	{"a Discord ID is stored unsealed", `SELECT 'table ' || id FROM tables WHERE substr(source, 1, 1) <> '#'
		UNION ALL SELECT 'night ' || id FROM nights WHERE substr(source, 1, 1) <> '#'
		UNION ALL SELECT 'plan ' || id FROM plans WHERE substr(source, 1, 1) <> '#'
		UNION ALL SELECT 'grant ' || id FROM grants WHERE substr(source, 1, 1) <> '#'
		UNION ALL SELECT 'table ' || l.table_id || ' line ' || l.n FROM lines l JOIN tables t ON t.id = l.table_id
		WHERE t.closed IS NOT NULL AND substr(l.source, 1, 1) <> '#'`},
	{"a night and its tables differ", `SELECT 'night ' || n.id || ' table ' || t.id
		FROM tables t JOIN nights n ON n.id = t.night
		WHERE t.guild <> n.guild OR t.channel <> n.channel OR (t.closed IS NULL AND n.ended IS NOT NULL)`},
	{"a seat has no lines", `SELECT 'table ' || s.table_id || ' seat ' || s.seat FROM seats s
		WHERE NOT EXISTS (SELECT 1 FROM lines l WHERE l.table_id = s.table_id AND l.seat = s.seat)
			AND s.table_id NOT IN (SELECT table_id FROM folds)`},
	{"a closed table still lists a forgotten player", `SELECT 'table ' || table_id FROM parted
		WHERE table_id IN (SELECT id FROM tables WHERE closed IS NOT NULL)`},
	{"the last line shown doesn't exist", `SELECT 'table ' || id || ' line ' || shown FROM tables
		WHERE shown > (SELECT coalesce(max(n), 0) FROM lines WHERE table_id = tables.id)`},
	// SQLite's own check skips every CHECK constraint if the database is opened read-only, so this one is repeated
	// here.
	{"what was shown of a table is inconsistent", `SELECT 'table ' || id FROM tables
		WHERE seen IS DISTINCT FROM shown + post - heard`},
}

// AllViolations returns the violations of all laws. The given laws, which are specific to one kind of database, come
// before the common ones.
func (b *Base) AllViolations(ctx context.Context, first ...Law) (all []store.Finding, err error) {
	for _, l := range slices.Concat(first, laws) {
		some, err := b.Violations(ctx, l)
		if err != nil {
			return all, err
		}
		all = append(all, some...)
	}
	return all, nil
}

// Violations returns the rows that violate a law.
func (b *Base) Violations(ctx context.Context, l Law) ([]store.Finding, error) {
	rows, err := b.Readers.QueryContext(ctx, l.Ask)
	if err != nil {
		return nil, err
	}
	return Collect(rows, func(r row) (store.Finding, error) {
		f := store.Finding{Says: l.Says}
		err := r.Scan(&f.Where)
		return f, err
	})
}

// SchemaDifferences compares two schemas. Both map the names of parts to their definitions.
func SchemaDifferences(has, want map[string]string) (all []store.Finding) {
	names := maps.Clone(has)
	maps.Copy(names, want)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if has[name] != want[name] {
			all = append(all, store.Finding{Says: "the schema differs from this version's", Where: name})
		}
	}
	return all
}

// AuditFindings returns the findings of an audit of all guilds.
func (b *Base) AuditFindings(ctx context.Context) ([]store.Finding, error) {
	audit, err := b.Store().Audit(ctx, 0)
	return audit.Findings, err
}

// BrokenChains returns the breaks in the chains of closed tables. An audit has already checked the chains of open
// tables.
func (b *Base) BrokenChains(ctx context.Context) (all []store.Finding, err error) {
	err = b.snapshot(ctx, ofJournals, func(db querier) error {
		closed, err := queryAll(ctx, db, "closed tables", ScanCell[store.TableID], selectClosed)
		for i := 0; err == nil && i < len(closed); i++ {
			all, err = addBreak(all, b.follow(ctx, db, closed[i]))
		}
		return err
	})
	return all, err
}

var selectClosed = toRead(`SELECT id FROM tables WHERE closed IS NOT NULL ORDER BY id`)
