package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"settable/store"
	"settable/store/sqlstore"
)

// Flaws checks the whole database and reports every problem: rows that contradict each other, the ledger, the chains of
// all tables, and a schema that differs from this program's.
func (db *DB) Flaws(ctx context.Context) (all []store.Finding, err error) {
	unlawful := func(ctx context.Context) ([]store.Finding, error) { return db.base.AllViolations(ctx) }
	for _, look := range []func(context.Context) ([]store.Finding, error){
		unlawful, db.base.AuditFindings, db.base.BrokenChains, db.schemaDifferences} {
		some, err := look(ctx)
		if err != nil {
			return nil, fmt.Errorf("checking %s: %w", nameOf(db.config), err)
		}
		all = append(all, some...)
	}
	return all, nil
}

// Check returns the first flaw as an error, or nil.
func (db *DB) Check(ctx context.Context) error {
	all, err := db.Flaws(ctx)
	if err == nil && len(all) > 0 {
		err = fmt.Errorf("checking %s: %w: %s", nameOf(db.config), store.ErrDamaged, all[0])
	}
	return err
}

// schemaDifferences compares the schema with the one that the scripts create. It runs the scripts in a transaction that
// is rolled back.
func (db *DB) schemaDifferences(ctx context.Context) (all []store.Finding, err error) {
	tx, err := db.base.Readers.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, tx.Rollback()) }()
	shape := func() (map[string]string, error) {
		rows, err := tx.QueryContext(ctx, shapes)
		if err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, rows.Close()) }()
		has := map[string]string{}
		for rows.Next() {
			var schema, name, is string
			if err := rows.Scan(&schema, &name, &is); err != nil {
				return nil, err
			}
			has[name] = strings.ReplaceAll(is, schema+".", "")
		}
		return has, rows.Err()
	}
	has, err := shape()
	if err != nil {
		return nil, err
	}
	for _, text := range []string{`CREATE SCHEMA settable_as_made`, `SET LOCAL search_path = settable_as_made`,
		`CREATE TABLE settable_versions (name text PRIMARY KEY)`} {
		if _, err := tx.ExecContext(ctx, text); err != nil {
			return nil, err
		}
	}
	if err := run(ctx, tx, db.scripts, nil, Options{}.withDefaults().Log); err != nil {
		return nil, err
	}
	want, err := shape()
	if err != nil {
		return nil, err
	}
	return sqlstore.SchemaDifferences(has, want), nil
}

// shapes lists the parts of a schema: columns, constraints, indices, active triggers, and functions.
const shapes = `WITH mine AS (SELECT oid, nspname FROM pg_namespace WHERE nspname = current_schema())
	SELECT nspname, 'column ' || c.relname || '.' || a.attname, format_type(a.atttypid, a.atttypmod) || ' '
			|| a.attnotnull || ' ' || a.attidentity::text || ' ' || coalesce(pg_get_expr(d.adbin, d.adrelid), '')
		FROM mine JOIN pg_class c ON c.relnamespace = mine.oid AND c.relkind = 'r'
		JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
		LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
	UNION ALL SELECT nspname, 'constraint ' || conname || ' of ' || c.relname, pg_get_constraintdef(k.oid)
		FROM mine JOIN pg_constraint k ON k.connamespace = mine.oid JOIN pg_class c ON c.oid = k.conrelid
	UNION ALL SELECT nspname, 'index ' || c.relname, pg_get_indexdef(c.oid)
		FROM mine JOIN pg_class c ON c.relnamespace = mine.oid AND c.relkind = 'i'
	UNION ALL SELECT nspname, 'trigger ' || tgname, tgenabled::text || ' ' || pg_get_triggerdef(g.oid)
		FROM mine JOIN pg_class c ON c.relnamespace = mine.oid JOIN pg_trigger g ON g.tgrelid = c.oid
		WHERE NOT tgisinternal
	UNION ALL SELECT nspname, 'function ' || p.proname || '(' || pg_get_function_identity_arguments(p.oid)
		|| ')', pg_get_functiondef(p.oid)
		FROM mine JOIN pg_proc p ON p.pronamespace = mine.oid AND p.prokind = 'f'`
