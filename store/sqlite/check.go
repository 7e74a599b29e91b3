package sqlite

import (
	"context"
	"fmt"

	"settable/store/sqlite/dbfile"
)

// laws are questions that every sound database answers with no row; each row
// of an answer names what does not fit.
var laws = []struct{ says, ask string }{
	{"a row refers to one that is not there", `SELECT "table" || ' row ' || coalesce(rowid, '?') FROM pragma_foreign_key_check`},
	{"a journal has a gap", `SELECT 'table ' || table_id FROM lines
		GROUP BY table_id HAVING min(n) <> 1 OR max(n) <> count(*)`},
	{"a line is on a seat that is nobody's", `SELECT 'table ' || l.table_id || ' line ' || l.n FROM lines l
		LEFT JOIN seats s ON s.table_id = l.table_id AND s.seat = l.seat
		WHERE l.seat > 0 AND s.seat IS NULL`},
	{"a tally differs from its table, line or seat", `SELECT 'table ' || y.table_id || ' line ' || y.line FROM tallies y
		JOIN tables t ON t.id = y.table_id
		JOIN lines l ON l.table_id = y.table_id AND l.n = y.line
		JOIN seats s ON s.table_id = y.table_id AND s.seat = y.seat
		WHERE y.guild <> t.guild OR y.game <> t.game OR y.at <> l.at OR y.player <> s.player`},
	{"a source was played twice", `SELECT source FROM tables WHERE source IN (SELECT source FROM lines)
		UNION ALL SELECT source FROM grants WHERE source IN (SELECT source FROM lines)
		UNION ALL SELECT source FROM grants WHERE source IN (SELECT source FROM tables)
		UNION ALL SELECT source FROM nights WHERE source IN (SELECT source FROM tables)
		UNION ALL SELECT source FROM nights WHERE source IN (SELECT source FROM lines)
		UNION ALL SELECT source FROM nights WHERE source IN (SELECT source FROM grants)`},
	{"a night and its tables differ", `SELECT 'night ' || n.id || ' table ' || t.id FROM tables t JOIN nights n ON n.id = t.night
		WHERE t.guild <> n.guild OR t.channel <> n.channel OR (t.closed IS NULL AND n.ended IS NOT NULL)`},
	{"the nights of a guild have a gap", `SELECT 'guild ' || guild FROM nights
		GROUP BY guild HAVING min(number) <> 1 OR max(number) <> count(*)`},
}

// Check looks through the whole database, and says what is wrong with the
// first thing that is. It takes seconds where there are a million lines.
func (s *DB) Check(ctx context.Context) error {
	if err := dbfile.Sound(ctx, s.readers, "integrity_check(1)"); err != nil {
		return fmt.Errorf("checking the database %s: %w", s.path, err)
	}
	for _, law := range laws {
		rows, err := s.readers.QueryContext(ctx, law.ask)
		if err != nil {
			return fmt.Errorf("checking the database %s: %w", s.path, err)
		}
		wrong, err := collect(rows, func(r row) (where string, err error) {
			err = r.Scan(&where)
			return where, err
		}, "a check")
		if err != nil {
			return fmt.Errorf("checking the database %s: %w", s.path, err)
		}
		if len(wrong) > 0 {
			return fmt.Errorf("checking the database %s: %w: %s: %s", s.path, dbfile.ErrDamaged, law.says, wrong[0])
		}
	}
	audit, err := s.Audit(ctx, 0)
	if err == nil && len(audit.Findings) > 0 {
		err = fmt.Errorf("checking the database %s: %w: %s", s.path, dbfile.ErrDamaged, audit.Findings[0])
	}
	return err
}
