package storetest

import (
	"context"
	"database/sql"
	"errors"
)

// Unreleased creates an SQLite file that looks like the files of versions before 0.1.0. The caller must have registered
// the driver.
func Unreleased(ctx context.Context, path string) error {
	db, err := sql.Open("sqlite", path)
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, `PRAGMA application_id = 0x53455454;
		CREATE TABLE goose_db_version (version_id INTEGER); INSERT INTO goose_db_version VALUES (27)`)
	return errors.Join(err, db.Close())
}
