package sqlite

import (
	"context"
	"fmt"

	"settable/store"
	"settable/store/sqlstore"
)

// laws are the checks that only SQLite needs. Each row of a result is a violation.
var laws = []sqlstore.Law{
	{Says: "a row refers to a missing row", Ask: `SELECT "table" || ' row ' || coalesce(rowid, '?')
		FROM pragma_foreign_key_check`},
	// Text that has become a blob still reads the same, so it does not break the chain.
	{Says: "a column has the wrong type", Ask: `SELECT 'table ' || table_id || ' line ' || n FROM lines
		WHERE typeof(words) <> 'text' OR typeof(coalesce(source, '')) <> 'text' OR typeof(chain) <> 'blob'
		UNION ALL SELECT 'table ' || id FROM tables
		WHERE typeof(game) <> 'text' OR typeof(options) <> 'text' OR typeof(coalesce(source, '')) <> 'text'
			OR typeof(chain) <> 'blob'
		UNION ALL SELECT 'grant ' || id FROM grants
		WHERE typeof(kind) <> 'text' OR typeof(coalesce(source, '')) <> 'text' OR typeof(chain) <> 'blob'
		UNION ALL SELECT 'account ' || id FROM accounts WHERE typeof(kind) <> 'text'
		UNION ALL SELECT 'table ' || table_id || ' line ' || line FROM tallies WHERE typeof(what) <> 'text'`},
}

// Flaws checks the whole database and reports every problem: what SQLite finds, rows that contradict each other, the
// ledger, the chains of all tables, and a schema that differs from this program's. The check takes seconds for a
// million lines. It doesn't replay games, which store.AuditTable does.
func (s *DB) Flaws(ctx context.Context) (all []store.Finding, err error) {
	for _, look := range []func(context.Context) ([]store.Finding, error){
		s.sqliteDamage, s.violations, s.base.AuditFindings, s.base.BrokenChains, s.schemaDifferences} {
		some, err := look(ctx)
		all = append(all, some...)
		if err != nil && len(all) > 0 && isDamaged(err) {
			return all, nil // a damaged database cannot be read completely
		}
		if err != nil {
			return nil, fmt.Errorf("checking the database %s: %w", s.path, err)
		}
	}
	return all, nil
}

// Check returns the first flaw as an error.
func (s *DB) Check(ctx context.Context) error {
	all, err := s.Flaws(ctx)
	if err == nil && len(all) > 0 {
		err = fmt.Errorf("checking the database %s: %w: %s", s.path, store.ErrDamaged, all[0])
	}
	return err
}

func (s *DB) sqliteDamage(ctx context.Context) ([]store.Finding, error) {
	all, err := s.base.Violations(ctx, sqlstore.Law{Says: "SQLite found damage", Ask: `PRAGMA integrity_check`})
	if len(all) == 1 && all[0].Where == "ok" {
		return nil, err
	}
	return all, err
}

func (s *DB) violations(ctx context.Context) ([]store.Finding, error) {
	return s.base.AllViolations(ctx, laws...)
}

// schemaDifferences compares the schema with the one that the migrations create.
func (s *DB) schemaDifferences(ctx context.Context) ([]store.Finding, error) {
	want, err := s.file.Schema(ctx)
	if err != nil {
		return nil, err
	}
	has, err := schemaOf(ctx, s.base.Readers)
	if err != nil {
		return nil, err
	}
	return sqlstore.SchemaDifferences(has, want), nil
}
