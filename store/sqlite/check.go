package sqlite

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"settable/store"
	"settable/store/sqlite/code"
	"settable/store/sqlite/dbfile"
)

// laws are questions that every sound database answers with no row; each row
// of an answer names what does not fit.
var laws = []law{
	{"a row refers to one that is not there", `SELECT "table" || ' row ' || coalesce(rowid, '?') FROM pragma_foreign_key_check`},
	{"a journal has a gap", `SELECT 'table ' || table_id FROM lines WHERE table_id NOT IN (SELECT table_id FROM folds)
		GROUP BY table_id HAVING min(n) <> 1 OR max(n) <> count(*)`},
	{"a journal is half folded", `SELECT 'table ' || table_id FROM folds f
		WHERE link IS NULL OR (SELECT count(*) FROM lines WHERE table_id = f.table_id) <> 1`},
	{"a line is on a seat that is nobody's", `SELECT 'table ' || l.table_id || ' line ' || l.n FROM lines l
		LEFT JOIN seats s ON s.table_id = l.table_id AND s.seat = l.seat
		WHERE l.seat > 0 AND s.seat IS NULL`},
	{"a total differs from what was counted", `WITH counted AS (
			SELECT t.guild, y.what, t.game, s.player,
				CASE y.what WHEN 'fastest' THEN min(y.n) WHEN 'streak' THEN max(y.n) ELSE sum(y.n) END AS n
			FROM tallies y JOIN tables t ON t.id = y.table_id
			JOIN seats s ON s.table_id = y.table_id AND s.seat = y.seat
			WHERE t.closed IS NOT NULL GROUP BY 1, 2, 3, 4)
		SELECT 'player ' || player || ': ' || what || ' of ' || game || ' in guild ' || guild
		FROM (SELECT * FROM counted EXCEPT SELECT * FROM totals UNION ALL SELECT * FROM (
			SELECT * FROM totals EXCEPT SELECT * FROM counted))`},
	{"a source was played twice", `SELECT source FROM (
			SELECT iif(substr(source, 1, 1) = '#', source, seal((SELECT key FROM secret), source)) AS source FROM lines
			UNION ALL SELECT source FROM tables UNION ALL SELECT source FROM grants UNION ALL SELECT source FROM nights)
		WHERE source IS NOT NULL GROUP BY source HAVING count(*) > 1`},
	{"what Discord calls something is told", `SELECT 'table ' || id FROM tables WHERE substr(source, 1, 1) <> '#'
		UNION ALL SELECT 'night ' || id FROM nights WHERE substr(source, 1, 1) <> '#'
		UNION ALL SELECT 'plan ' || id FROM plans WHERE substr(source, 1, 1) <> '#'
		UNION ALL SELECT 'grant ' || id FROM grants WHERE substr(source, 1, 1) <> '#'
		UNION ALL SELECT 'table ' || l.table_id || ' line ' || l.n FROM lines l JOIN tables t ON t.id = l.table_id
		WHERE t.closed IS NOT NULL AND substr(l.source, 1, 1) <> '#'`},
	{"a night and its tables differ", `SELECT 'night ' || n.id || ' table ' || t.id FROM tables t JOIN nights n ON n.id = t.night
		WHERE t.guild <> n.guild OR t.channel <> n.channel OR (t.closed IS NULL AND n.ended IS NOT NULL)`},
	{"the nights of a guild have a gap", `SELECT 'guild ' || guild FROM nights
		GROUP BY guild HAVING min(number) <> 1 OR max(number) <> count(*)`},
	{"a seat is nobody's", `SELECT 'table ' || s.table_id || ' seat ' || s.seat FROM seats s
		WHERE NOT EXISTS (SELECT 1 FROM lines l WHERE l.table_id = s.table_id AND l.seat = s.seat)
			AND s.table_id NOT IN (SELECT table_id FROM folds)`},
	{"people were shown what is not there", `SELECT 'table ' || id || ' line ' || shown FROM tables
		WHERE shown > (SELECT coalesce(max(n), 0) FROM lines WHERE table_id = tables.id)`},
	// Words that have become bytes read the same, and so their chain does not break.
	{"words are none", `SELECT 'table ' || table_id || ' line ' || n FROM lines
		WHERE typeof(words) <> 'text' OR typeof(coalesce(source, '')) <> 'text' OR typeof(chain) <> 'blob'
		UNION ALL SELECT 'table ' || id FROM tables
		WHERE typeof(game) <> 'text' OR typeof(options) <> 'text' OR typeof(coalesce(source, '')) <> 'text'
			OR typeof(chain) <> 'blob'
		UNION ALL SELECT 'grant ' || id FROM grants
		WHERE typeof(kind) <> 'text' OR typeof(coalesce(source, '')) <> 'text' OR typeof(chain) <> 'blob'
		UNION ALL SELECT 'account ' || id FROM accounts WHERE typeof(kind) <> 'text'
		UNION ALL SELECT 'table ' || table_id || ' line ' || line FROM tallies WHERE typeof(what) <> 'text'`},
	// Of a database that is open for reading only, SQLite's own check passes over every CHECK.
	{"what people were shown is not what was noted", `SELECT 'table ' || id FROM tables
		WHERE seen IS NOT shown + post - heard`},
	{"the versions are counted wrong", `SELECT coalesce(group_concat(name || ' ' || seq), 'nowhere') FROM sqlite_sequence
		HAVING group_concat(name || ' ' || seq) IS NOT (SELECT 'goose_db_version ' || max(id) FROM goose_db_version)`},
}

// Flaws looks through the whole database and names all that does not fit in it: what
// SQLite finds, rows that belie each other, the ledger, the chains of all tables,
// and a schema that is not this program's. It takes seconds where there are a
// million lines. Whether games went as they are told is for store.AuditTable.
func (s *DB) Flaws(ctx context.Context) (all []store.Finding, err error) {
	for _, look := range []func(context.Context) ([]store.Finding, error){
		s.damages, s.unlawful, s.unbalanced, s.breaking, s.misshapen} {
		some, err := look(ctx)
		all = append(all, some...)
		if err != nil && len(all) > 0 && code.Damaged(err) {
			return all, nil // what is damaged can't all be read
		}
		if err != nil {
			return nil, fmt.Errorf("checking the database %s: %w", s.path, err)
		}
	}
	return all, nil
}

// Check is the first of all flaws, as an error.
func (s *DB) Check(ctx context.Context) error {
	all, err := s.Flaws(ctx)
	if err == nil && len(all) > 0 {
		err = fmt.Errorf("checking the database %s: %w: %s", s.path, dbfile.ErrDamaged, all[0])
	}
	return err
}

// damages are what SQLite finds.
func (s *DB) damages(ctx context.Context) ([]store.Finding, error) {
	all, err := s.wrong(ctx, law{"SQLite finds damage", `PRAGMA integrity_check`})
	if len(all) == 1 && all[0].Where == "ok" {
		return nil, err
	}
	return all, err
}

func (s *DB) unlawful(ctx context.Context) (all []store.Finding, err error) {
	for _, l := range laws {
		some, err := s.wrong(ctx, l)
		if err != nil {
			return all, err
		}
		all = append(all, some...)
	}
	return all, nil
}

// wrong is what a law is answered with.
func (s *DB) wrong(ctx context.Context, l law) ([]store.Finding, error) {
	rows, err := s.readers.QueryContext(ctx, l.ask)
	if err != nil {
		return nil, err
	}
	return collect(rows, func(r row) (store.Finding, error) {
		f := store.Finding{Says: l.says}
		err := r.Scan(&f.Where)
		return f, err
	}, "a check")
}

func (s *DB) unbalanced(ctx context.Context) ([]store.Finding, error) {
	audit, err := s.Audit(ctx, 0)
	return audit.Findings, err
}

// breaking follows the chains of the tables that are closed: an audit has followed
// the others.
func (s *DB) breaking(ctx context.Context) (all []store.Finding, err error) {
	err = s.glance(ctx, ofJournals, func(db asker) error {
		closed, err := gathered(ctx, db, "the closed tables", scanNumber[store.TableID], selectClosed)
		for i := 0; err == nil && i < len(closed); i++ {
			all, err = breaking(all, s.follow(ctx, db, closed[i]))
		}
		return err
	})
	return all, err
}

// misshapen is what differs from the schema that the migrations make.
func (s *DB) misshapen(ctx context.Context) (all []store.Finding, err error) {
	want, err := s.file.Schema(ctx)
	if err != nil {
		return nil, err
	}
	has, err := dbfile.SchemaOf(ctx, s.readers)
	if err != nil {
		return nil, err
	}
	differs := func(name string) {
		all = append(all, store.Finding{Says: "the schema is not that of this version", Where: name})
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if has[name] != want[name] {
			differs(name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(has)) {
		if _, known := want[name]; !known {
			differs(name)
		}
	}
	return all, nil
}

var selectClosed = toRead(`SELECT id FROM tables WHERE closed IS NOT NULL ORDER BY id`)
