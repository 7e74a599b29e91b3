package sqlite

import (
	"context"
	"fmt"
	"os"
	"time"

	"settable/store"
	"settable/store/sqlstore"
)

func (db *DB) Alive(context.Context) (time.Time, error) {
	if db.lock == nil {
		return time.Time{}, nil
	}
	return db.lock.Alive(), nil
}

func (db *DB) Beat(now time.Time) error {
	if db.lock == nil {
		return store.ErrReadOnly
	}
	if err := db.lock.Beat(now); err != nil {
		return fmt.Errorf("writing the heartbeat: %w", err)
	}
	return nil
}

// State returns the current state of the database.
func (db *DB) State() sqlstore.State {
	at := sqlstore.State{Waiting: db.base.Writer.Waiting(), Trouble: db.base.Writer.Trouble()}
	for name, bytes := range map[string]*int64{db.path: &at.Bytes, db.path + "-wal": &at.WAL} {
		if info, err := os.Stat(name); err == nil { // a file that does not exist yet has size 0
			*bytes = info.Size()
		}
	}
	return at
}
