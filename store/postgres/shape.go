package postgres

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"slices"
	"strconv"

	"settable/store"
	"settable/store/sqlstore"
)

// oldest is the oldest version of PostgreSQL that this program supports.
const oldest = 14

// ErrEmpty means that a database that is opened read-only has never been used by a bot.
var ErrEmpty = errors.New("this database is empty: start the bot once to create its tables")

// ErrOlder means that a database that is opened read-only has to be migrated first.
var ErrOlder = errors.New("this database was written by an older Settable: start the bot once to migrate it")

// errUnreleased means that the database began with a different first script than the databases of all released
// versions.
var errUnreleased = errors.New("this database was written by a version before 0.1.0, which this version can't read: " +
	"use another database to start afresh, or export the games with the version that wrote it")

// inspect looks at a database without changing it. It refuses a database that this program must not write to.
func inspect(ctx context.Context, db *sql.DB, scripts fs.FS, readOnly bool) error {
	var version, encoding string
	var replica, ours, others, may bool
	err := db.QueryRowContext(ctx, `SELECT current_setting('server_version_num'),
			current_setting('server_encoding'),
			current_setting('transaction_read_only')::boolean, -- a replica reports true too
			to_regclass('settable_versions') IS NOT NULL,
			EXISTS (SELECT 1 FROM pg_class WHERE relnamespace = to_regnamespace(current_schema()) AND relkind = 'r'),
			coalesce(has_schema_privilege(current_schema(), 'CREATE'), false)`).
		Scan(&version, &encoding, &replica, &ours, &others, &may)
	if err == nil {
		err = checkVersion(version)
	}
	switch {
	case err != nil:
		return err
	case encoding != "UTF8": // it can't store every name
		return fmt.Errorf("this database has the encoding %s, but Settable needs UTF8: create another one with "+
			"createdb --encoding UTF8 --template template0", encoding)
	case !ours && others:
		return errors.New("this database contains another program's tables: give Settable a database of its own")
	case !readOnly && replica:
		return errors.New("this is a read-only replica: use the primary server")
	case !ours && readOnly:
		return ErrEmpty
	case !ours && !may:
		return errors.New("this user can't create tables: make it the owner of the database")
	case !ours:
		return nil
	}
	done, err := versions(ctx, db)
	if err != nil {
		return err
	}
	all, err := fs.Glob(scripts, "*.sql")
	if err != nil {
		return err
	}
	if len(done) > 0 && len(all) > 0 && done[0] != all[0] {
		return errUnreleased
	}
	for _, name := range done {
		if !slices.Contains(all, name) {
			return fmt.Errorf("this database was written by a newer Settable (%s): install that version", name)
		}
	}
	if readOnly && len(done) < len(all) {
		return ErrOlder
	}
	return nil
}

// checkVersion refuses a server that is too old. The number 150004 means version 15.4.
func checkVersion(number string) error {
	n, err := strconv.Atoi(number)
	if err != nil {
		return fmt.Errorf("reading the version of PostgreSQL: %w", err)
	}
	if n/10000 < oldest {
		return fmt.Errorf("PostgreSQL %d is too old: Settable needs %d or newer", n/10000, oldest)
	}
	return nil
}

// versions returns the names of the scripts that were run.
func versions(ctx context.Context, db querier) ([]string, error) {
	return names(ctx, db, `SELECT name FROM settable_versions ORDER BY name`)
}

// querier is anything that can run a query.
type querier interface {
	QueryContext(context.Context, string, ...any) (*sql.Rows, error)
}

// names returns the rows of a query that returns one name per row.
func names(ctx context.Context, db querier, question string) ([]string, error) {
	rows, err := db.QueryContext(ctx, question)
	if err != nil {
		return nil, err
	}
	return sqlstore.Collect(rows, sqlstore.ScanCell[string])
}

// isCurrent reports whether all scripts have been run.
func isCurrent(ctx context.Context, c *sql.Conn, scripts fs.FS) (bool, error) {
	var ours bool
	err := c.QueryRowContext(ctx, `SELECT to_regclass('settable_versions') IS NOT NULL`).Scan(&ours)
	if err != nil || !ours {
		return false, err
	}
	done, err := versions(ctx, c)
	if err != nil {
		return false, err
	}
	names, err := fs.Glob(scripts, "*.sql")
	return len(done) >= len(names), err
}

// migrate runs the pending scripts in one transaction and creates the database's secret.
func migrate(ctx context.Context, c *sql.Conn, scripts fs.FS, log *slog.Logger) (err error) {
	tx, err := c.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, tx.Rollback())
		}
	}()
	_, err = tx.ExecContext(ctx, `CREATE TABLE IF NOT EXISTS settable_versions (name text PRIMARY KEY)`)
	if err != nil {
		return err
	}
	done, err := versions(ctx, tx)
	if err == nil {
		err = run(ctx, tx, scripts, done, log)
	}
	if err != nil {
		return err
	}
	key := make([]byte, store.KeySize)
	rand.Read(key) // Read never fails: the program would crash
	if _, err := tx.ExecContext(ctx, `INSERT INTO secret (id, key) SELECT 1, $1::bytea
		WHERE NOT EXISTS (SELECT 1 FROM secret)`, key); err != nil {
		return err
	}
	return tx.Commit()
}

// run runs all scripts that are not in done.
func run(ctx context.Context, tx *sql.Tx, scripts fs.FS, done []string, log *slog.Logger) error {
	names, err := fs.Glob(scripts, "*.sql")
	if err != nil {
		return err
	}
	for _, name := range names {
		if slices.Contains(done, name) {
			continue
		}
		text, err := fs.ReadFile(scripts, name)
		if err == nil {
			_, err = tx.ExecContext(ctx, string(text))
		}
		if err == nil {
			_, err = tx.ExecContext(ctx, `INSERT INTO settable_versions VALUES ($1)`, name)
		}
		if err != nil {
			return fmt.Errorf("running migration %s: %w", name, err)
		}
		log.Info("database migrated", "script", name)
	}
	return nil
}
