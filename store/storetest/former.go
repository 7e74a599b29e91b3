package storetest

import (
	"context"
	"database/sql"
	"errors"
)

// Lay creates the SQLite file of an older version from its dump. The caller must have registered the
// driver.
func Lay(ctx context.Context, path, dump string) error {
	db, err := sql.Open("sqlite", path)
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, dump)
	return errors.Join(err, db.Close())
}
