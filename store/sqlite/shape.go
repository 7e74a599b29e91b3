package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"time"

	"settable/store"
)

// Shape describes the content of a database file.
type Shape struct {
	fresh   bool  // has no data yet
	version int64 // the version of its last migration
	older   bool  // a newer version exists
}

// Migrates reports whether the program migrates the database before it writes.
func (s Shape) Migrates() bool { return s.older }

// applicationID marks an SQLite file as ours: "SETT".
const applicationID = 0x53455454

// Inspect looks at the file without changing it. It refuses a file that this program must not write to.
func (f *File) Inspect(ctx context.Context) (was Shape, err error) {
	was, db, err := openInspected(ctx, f, 1)
	if err == nil {
		err = db.Close()
	}
	return was, err
}

// openInspected is like Inspect but also returns the pool of readers that it used, because every further pool would
// make SQLite read the whole schema again.
func openInspected(ctx context.Context, f *File, readers int) (was Shape, db *sql.DB, err error) {
	known := f.known()
	if db, err = f.Readers(readers); err != nil {
		return was, nil, err
	}
	if was, err = inspect(ctx, f, db, known); err != nil {
		return was, nil, errors.Join(err, db.Close())
	}
	return was, db, nil
}

func inspect(ctx context.Context, f *File, db *sql.DB, known bool) (was Shape, err error) {
	was, err = look(ctx, db)
	if extendedCode(err) == codeHotJournal && !f.ReadOnly {
		// The power failed while the file was being created, before it had a WAL. The first program with write
		// permission rolls back the unfinished part.
		if err = f.undo(ctx); err == nil {
			was, err = look(ctx, db)
		}
	}
	if err != nil {
		return was, err
	}
	steps, err := stepsOf(f.Migrations)
	was.older = was.version < newestVersion(steps)
	switch {
	case err != nil:
		return was, err
	case was.version > newestVersion(steps):
		return was, fmt.Errorf("%w: its version is %d, but this program supports versions up to %d", errNewer, was.version, newestVersion(steps))
	case f.ReadOnly && was.older:
		return was, fmt.Errorf("%w: its version is %d, but this program needs %d", ErrOlder, was.version, newestVersion(steps))
	}
	if known {
		return was, nil
	}
	from := time.Now()
	if err = f.Checks.CheckFile(ctx, db); err == nil && !was.fresh {
		f.Log.Info("checked the whole database after an unclean stop",
			"took", time.Since(from))
	}
	return was, err
}

// undo makes SQLite roll back the unfinished transaction of an earlier program.
func (f *File) undo(ctx context.Context) (err error) {
	db, err := connect(f.Path, f.VFS, forWriting, settingsFor(forCopying))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	_, err = look(ctx, db)
	return err
}

func look(ctx context.Context, db *sql.DB) (was Shape, err error) {
	var id, parts int64
	var versioned bool
	err = db.QueryRowContext(ctx, `SELECT application_id, (SELECT count(*) FROM sqlite_schema),
		EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'settable_migrations')
		FROM pragma_application_id`).Scan(&id, &parts, &versioned)
	switch {
	case err != nil:
		return was, err
	case id == 0 && parts == 0:
		return Shape{fresh: true}, nil
	case id != applicationID:
		return was, errForeign
	case !versioned:
		return was, errUnreleased
	}
	err = db.QueryRowContext(ctx, `SELECT coalesce(max(version), 0) FROM settable_migrations`).Scan(&was.version)
	if err == nil && was.version < 1 {
		err = fmt.Errorf("%w: it has no version", store.ErrDamaged)
	}
	return was, err
}

// checkSound runs one of SQLite's own checks. The error wraps store.ErrDamaged if the check finds something.
func checkSound(ctx context.Context, db *sql.DB, check string) error {
	var says string
	if err := db.QueryRowContext(ctx, `PRAGMA `+check).Scan(&says); err != nil {
		return err
	}
	if says != "ok" {
		return fmt.Errorf("%w: %s", store.ErrDamaged, strings.Join(strings.Fields(says), " "))
	}
	return nil
}

// schemaOf returns the text of everything in a database's schema, by kind and name.
func schemaOf(ctx context.Context, db *sql.DB) (map[string]string, error) {
	return definitions(ctx, db, `SELECT type || ' ' || name || ' of ' || tbl_name, coalesce(sql, '')
		|| typeof(type) || typeof(name) || typeof(tbl_name) || typeof(sql) FROM sqlite_schema`)
}

// querier is anything that can run a query.
type querier interface {
	QueryContext(context.Context, string, ...any) (*sql.Rows, error)
}

// definitions returns the rows of a query that returns names and texts.
func definitions(ctx context.Context, db querier, question string) (all map[string]string, err error) {
	rows, err := db.QueryContext(ctx, question)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	all = map[string]string{}
	for rows.Next() {
		var name, text string
		if err := rows.Scan(&name, &text); err != nil {
			return nil, err
		}
		all[name] = text
	}
	return all, rows.Err()
}

// schemas caches the results of Schema by the text of all scripts.
var schemas sync.Map

// Schema returns the schema that the migrations create in an empty database. The caller must not change it.
func (f *File) Schema(ctx context.Context) (all map[string]string, err error) {
	steps, err := stepsOf(f.Migrations)
	if err != nil {
		return nil, err
	}
	var scripts strings.Builder
	for _, s := range steps {
		text, err := fs.ReadFile(f.Migrations, s.name)
		if err != nil {
			return nil, err
		}
		scripts.Write(text)
	}
	if known, ok := schemas.Load(scripts.String()); ok {
		return known.(map[string]string), nil
	}
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1) // each connection would have its own database
	for _, s := range steps {
		if err := f.run(ctx, db, s); err != nil {
			return nil, fmt.Errorf("creating the schema of version %d: %w", s.version, err)
		}
	}
	if all, err = schemaOf(ctx, db); err == nil {
		schemas.Store(scripts.String(), all)
	}
	return all, err
}
