package sqlite

import (
	"context"
	"fmt"

	"settable/store/sqlstore"
)

func (db *DB) Base() *sqlstore.Base { return db.base }

// Fill copies all data of another store into this new one in a single transaction. It drops the triggers during the
// copy and restores them afterwards, and also copies everything that the triggers would have counted. It returns the
// number of rows.
func (db *DB) Fill(ctx context.Context, from *sqlstore.Base) (rows int, err error) {
	err = db.base.Write(ctx, func(tx *sqlstore.Tx) error {
		guards, err := definitions(ctx, tx, `SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`)
		if err != nil {
			return err
		}
		for name := range guards {
			if _, err := tx.ExecContext(ctx, `DROP TRIGGER `+name); err != nil {
				return err
			}
		}
		if rows, err = from.CopyTo(ctx, tx); err != nil {
			return err
		}
		for _, text := range guards {
			if _, err := tx.ExecContext(ctx, text); err != nil {
				return err
			}
		}
		return nil
	}, nil)
	if err != nil {
		err = fmt.Errorf("%s: %w", db.path, err)
	}
	return rows, err
}
