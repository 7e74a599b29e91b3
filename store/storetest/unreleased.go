package storetest

import (
	"context"
	"database/sql"
	"errors"
)

// Unreleased creates an SQLite file that looks like the files of versions before 0.1.0: it records their migrations in
// another table. The caller must have registered the driver.
func Unreleased(ctx context.Context, path string) error {
	db, err := sql.Open("sqlite", path)
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, `PRAGMA application_id = 0x53455454;
		CREATE TABLE guilds (guild INTEGER PRIMARY KEY) STRICT;
		CREATE TABLE settable_versions (version INTEGER PRIMARY KEY) STRICT; INSERT INTO settable_versions VALUES (1), (2)`)
	return errors.Join(err, db.Close())
}
