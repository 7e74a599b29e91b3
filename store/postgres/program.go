package postgres

import (
	"context"
	"fmt"
	"time"

	"settable/store"
	"settable/store/books"
)

// Alive is when the program that had this database open before gave its last sign of life; zero where there
// was none.
func (db *DB) Alive() time.Time {
	var at int64
	if err := db.base.Readers.QueryRow(`SELECT at FROM beats`).Scan(&at); err != nil {
		return time.Time{}
	}
	return time.Unix(0, at).UTC()
}

// Beat is a sign of life for the next program's Alive.
func (db *DB) Beat(now time.Time) error {
	if db.conn == nil {
		return store.ErrReadOnly
	}
	err := db.base.Write(context.Background(), func(tx *books.Tx) error {
		_, err := tx.ExecContext(context.Background(), `INSERT INTO beats (id, at) VALUES (1, $1)
			ON CONFLICT (id) DO UPDATE SET at = excluded.at`, now.UnixNano())
		return err
	}, nil)
	if err != nil {
		return fmt.Errorf("giving a sign of life: %w", err)
	}
	return nil
}

// State is how the database does now.
func (db *DB) State() books.State {
	at := books.State{Waiting: db.base.Writer.Waiting(), Trouble: db.base.Writer.Trouble()}
	ctx, enough := context.WithTimeout(context.Background(), time.Second)
	defer enough()
	// Where the server does not say, it is 0, and Trouble says why.
	_ = db.base.Readers.QueryRowContext(ctx, `SELECT pg_database_size(current_database())`).Scan(&at.Bytes)
	return at
}

// Look is for files: PostgreSQL looks after its pages by itself.
func (db *DB) Look(context.Context) error { return nil }

// Vacuum gives nothing back: PostgreSQL sees to that by itself.
func (db *DB) Vacuum(context.Context, int) (given, left int64, err error) { return 0, 0, nil }
