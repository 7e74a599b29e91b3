package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
)

// shape is what a database file was found to be.
type shape struct {
	fresh   bool  // nothing in it yet
	version int64 // of the last migration it has seen
}

// applicationID marks a SQLite file as ours: "SETT".
const applicationID = 0x53455454

// inspect looks at the file without changing it, and refuses what is not for
// this program to write.
func (b *building) inspect(ctx context.Context) (was shape, err error) {
	db, err := b.connect(reading)
	if err != nil {
		return was, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	was, err = look(ctx, db)
	if extended(err) == codeHotJournal && !b.opt.ReadOnly {
		// The power failed when the file was made, before it was a WAL: what was half
		// done then is undone by the first who may write.
		if err = b.undo(ctx); err == nil {
			was, err = look(ctx, db)
		}
	}
	if err != nil {
		return was, err
	}
	steps, err := stepsOf(b.files)
	switch {
	case err != nil:
		return was, err
	case was.version > newest(steps):
		return was, fmt.Errorf("%w: version %d, known are those up to %d", errNewer, was.version, newest(steps))
	case b.opt.ReadOnly && was.version < newest(steps):
		return was, fmt.Errorf("%w: version %d of %d", errOlder, was.version, newest(steps))
	}
	return was, sound(ctx, db, "quick_check(1)")
}

// undo lets SQLite roll back what an earlier program did not finish.
func (b *building) undo(ctx context.Context) (err error) {
	db, err := connect(b.path, b.opt.VFS, writing, settings(copying))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	_, err = look(ctx, db)
	return err
}

func look(ctx context.Context, db *sql.DB) (was shape, err error) {
	var id, tables int64
	var versioned bool
	err = db.QueryRowContext(ctx, `SELECT application_id, (SELECT count(*) FROM sqlite_schema),
		EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'goose_db_version')
		FROM pragma_application_id`).Scan(&id, &tables, &versioned)
	switch {
	case err != nil:
		return was, err
	case id == 0 && tables == 0:
		return shape{fresh: true}, nil
	case id != applicationID:
		return was, errForeign
	case !versioned:
		return was, nil
	}
	err = db.QueryRowContext(ctx,
		`SELECT coalesce(max(version_id), 0) FROM goose_db_version WHERE is_applied = 1`).Scan(&was.version)
	return was, err
}

// sound runs one of SQLite's own checks.
func sound(ctx context.Context, db *sql.DB, check string) error {
	var says string
	if err := db.QueryRowContext(ctx, `PRAGMA `+check).Scan(&says); err != nil {
		return err
	}
	if says != "ok" {
		return fmt.Errorf("%w: %s", errDamaged, strings.Join(strings.Fields(says), " "))
	}
	return nil
}
