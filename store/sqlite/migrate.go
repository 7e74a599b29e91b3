package sqlite

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"time"

	"settable/store"
)

// step is one migration. Its script migrates a database from the previous version to the version of the step.
type step struct {
	version int64
	name    string
}

// stepsOf returns the migrations in the order of their numbers, with which their names begin.
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

func newestVersion(steps []step) int64 {
	if len(steps) == 0 {
		return 0
	}
	return steps[len(steps)-1].version
}

// migrate migrates the database, each step in its own transaction. It first copies the database, unless the database is
// new.
func (f *File) migrate(ctx context.Context, db *sql.DB, was Shape) error {
	steps, err := stepsOf(f.Migrations)
	if err != nil || was.version == newestVersion(steps) {
		return err
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
			return fmt.Errorf("migrating from version %d with %s: %w", was.version, s.name, err)
		}
		if !was.fresh {
			f.Log.Info("database migrated", "version", s.version, "took", time.Since(start))
		}
	}
	return nil
}

// run runs one step. The same transaction marks the file as ours, records the version, and creates the key of a new
// database.
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
		string(script),
		fmt.Sprintf(`PRAGMA application_id = %d`, applicationID),
		`CREATE TABLE IF NOT EXISTS settable_migrations (version INTEGER PRIMARY KEY) STRICT`,
		fmt.Sprintf(`INSERT INTO settable_migrations VALUES (%d)`, s.version),
	} {
		if _, err := tx.ExecContext(ctx, text); err != nil {
			return errors.Join(err, tx.Rollback())
		}
	}
	key := make([]byte, store.KeySize)
	rand.Read(key) // Read never fails: the program would crash
	_, err = tx.ExecContext(ctx, `INSERT INTO secret (id, key) SELECT 1, ? WHERE NOT EXISTS (SELECT 1 FROM secret)`, key)
	if err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}
