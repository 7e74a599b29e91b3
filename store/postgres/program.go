package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"settable/store"
	"settable/store/sqlstore"
)

// View is the database as seen by the bot of one shard, or by a bot that serves all servers.
type View struct {
	*sqlstore.Store

	base  *sqlstore.Base
	shard int
}

// Alive returns the last heartbeat of the program that last ran these servers. It returns the zero time if there was
// none.
func (v *View) Alive(ctx context.Context) (time.Time, error) {
	var at int64
	err := v.base.Readers.QueryRowContext(ctx, `SELECT at FROM beats WHERE shard = $1`, v.shard).Scan(&at)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return time.Time{}, nil
	case err != nil:
		return time.Time{}, fmt.Errorf("reading the last heartbeat: %w", err)
	}
	return time.Unix(0, at).UTC(), nil
}

func (v *View) Beat(now time.Time) error {
	err := v.base.Write(context.Background(), func(tx *sqlstore.Tx) error {
		_, err := tx.ExecContext(context.Background(), `INSERT INTO beats (shard, at) VALUES ($1, $2)
			ON CONFLICT (shard) DO UPDATE SET at = excluded.at`, v.shard, now.UnixNano())
		return err
	}, nil)
	if err != nil {
		return fmt.Errorf("writing the heartbeat: %w", err)
	}
	return nil
}

// Close waits until everything written through this view is on disk. It closes only this view.
func (v *View) Close() error { return v.base.Close() }

// State returns the current state of the database.
func (v *View) State() sqlstore.State {
	at := sqlstore.State{Waiting: v.base.Writer.Waiting(), Trouble: v.base.Writer.Trouble()}
	ctx, enough := context.WithTimeout(context.Background(), time.Second)
	defer enough()
	// Bytes stays 0 if the server doesn't answer, and Trouble says why.
	_ = v.base.Readers.QueryRowContext(ctx, `SELECT pg_database_size(current_database())`).Scan(&at.Bytes)
	return at
}

// Verify does nothing, because PostgreSQL checks its pages by itself.
func (v *View) Verify(context.Context) error { return nil }

// Vacuum does nothing, because PostgreSQL reuses free pages by itself.
func (v *View) Vacuum(context.Context, int) (given, left int64, err error) { return 0, 0, nil }

// Erase does nothing, because PostgreSQL overwrites deleted data with its own vacuum and WAL. See PRIVACY.md.
func (v *View) Erase(context.Context) error { return nil }

var _ store.Store = (*View)(nil)
