package postgres

import (
	"context"
	"fmt"

	"settable/store/sqlstore"
)

func (db *DB) Base() *sqlstore.Base { return db.base }

// Fill copies all data of another store into this new one in a single transaction. It disables the triggers during the
// copy and also copies everything that the triggers would have counted. It returns the number of rows.
func (db *DB) Fill(ctx context.Context, from *sqlstore.Base) (rows int, err error) {
	err = db.base.Write(ctx, func(tx *sqlstore.Tx) error {
		each := func(text string, tables ...string) error {
			for _, table := range tables {
				if _, err := tx.ExecContext(ctx, fmt.Sprintf(text, table)); err != nil {
					return err
				}
			}
			return nil
		}
		if err := each(`ALTER TABLE %s DISABLE TRIGGER USER`, sqlstore.Tables...); err != nil {
			return err
		}
		if rows, err = from.CopyTo(ctx, tx); err != nil {
			return err
		}
		if err := each(`SELECT setval(pg_get_serial_sequence('%[1]s', 'id'), max(id)) FROM %[1]s`,
			"people", "nights", "plans", "tables", "accounts", "grants", "transfers", "identifies"); err != nil {
			return err
		}
		return each(`ALTER TABLE %s ENABLE TRIGGER USER`, sqlstore.Tables...)
	}, nil)
	if err != nil {
		err = fmt.Errorf("%s: %w", nameOf(db.config), err)
	}
	return rows, err
}
