package storetest

import (
	"context"
	"database/sql"
	"errors"
)

// Lay lays down the SQLite file that the dump of an older version says. Whoever calls it has the driver, for
// they open the file then.
func Lay(ctx context.Context, path, dump string) error {
	db, err := sql.Open("sqlite", path)
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, dump)
	return errors.Join(err, db.Close())
}
