package dbfile

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"time"
)

// step is one migration: a script, and what Then does after it, that bring a database from the
// version before to its own.
type step struct {
	version int64
	name    string
}

// stepsOf are the migrations in the order of their numbers, with which their names begin.
func stepsOf(files fs.FS) ([]step, error) {
	names, err := fs.Glob(files, "*.sql") // sorted
	if err != nil {
		return nil, err
	}
	steps := make([]step, 0, len(names))
	for _, name := range names {
		number, _, _ := strings.Cut(name, "_")
		n, err := strconv.ParseInt(number, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("migration %s has no number: %w", name, err)
		}
		steps = append(steps, step{n, name})
	}
	return steps, nil
}

func newest(steps []step) int64 {
	if len(steps) == 0 {
		return 0
	}
	return steps[len(steps)-1].version
}

// migrate brings the database to the present shape, each step in a transaction of its own. A database
// that is not new is copied first.
func (f *File) migrate(ctx context.Context, db *sql.DB, was Shape) error {
	steps, err := stepsOf(f.Migrations)
	if err != nil || was.version == newest(steps) {
		return err
	}
	if was.fresh {
		if _, err := db.ExecContext(ctx, fmt.Sprintf(`PRAGMA application_id = %d`, ApplicationID)); err != nil {
			return fmt.Errorf("marking a new database: %w", err)
		}
	}
	if was.version > 0 {
		if err := f.keep(ctx, was.version); err != nil {
			return err
		}
	}
	for _, s := range steps {
		if s.version <= was.version {
			continue
		}
		start := time.Now()
		if err := f.run(ctx, db, s); err != nil {
			return fmt.Errorf("migrating from version %d by %s: %w", was.version, s.name, err)
		}
		if !was.fresh {
			f.Log.Info("migrated the database", "version", s.version, "took", time.Since(start))
		}
	}
	return nil
}

// versions creates the table that lists the steps that were run. It has the shape, and the first row,
// that goose gave it, the program that ran the first steps.
const versions = `CREATE TABLE IF NOT EXISTS goose_db_version (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		version_id INTEGER NOT NULL,
		is_applied INTEGER NOT NULL,
		tstamp TIMESTAMP DEFAULT (datetime('now'))
	);
	INSERT INTO goose_db_version (version_id, is_applied)
	SELECT 0, 1 WHERE NOT EXISTS (SELECT 1 FROM goose_db_version)`

// run runs one step, and notes it in the same transaction.
func (f *File) run(ctx context.Context, db *sql.DB, s step) error {
	script, err := fs.ReadFile(f.Migrations, s.name)
	if err != nil {
		return err
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	for _, text := range []string{
		versions,
		string(script),
		fmt.Sprintf(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (%d, 1)`, s.version),
	} {
		if _, err := tx.ExecContext(ctx, text); err != nil {
			return errors.Join(err, tx.Rollback())
		}
	}
	if then := f.Then[s.name]; then != nil {
		if err := then(ctx, tx); err != nil {
			return errors.Join(err, tx.Rollback())
		}
	}
	return tx.Commit()
}
