package sqlite

import (
	"fmt"
	"os"
	"time"

	"settable/store"
)

// Alive is when the program that had this database open before gave its last
// sign of life; zero where there was none. Time since then did not run the
// clocks of its tables.
func (db *DB) Alive() time.Time {
	if db.lock == nil {
		return time.Time{}
	}
	return db.lock.Alive()
}

// Beat is a sign of life for the next program's Alive.
func (db *DB) Beat(now time.Time) error {
	if db.lock == nil {
		return store.ErrReadOnly
	}
	if err := db.lock.Beat(now); err != nil {
		return fmt.Errorf("giving a sign of life: %w", err)
	}
	return nil
}

// State is how a database does, for the host.
type State struct {
	Waiting    int    // writes
	Trouble    string // why the last commit failed, and what to do; "": it did not
	Bytes, WAL int64  // of the file and of the log beside it
}

// State is how the database does now.
func (db *DB) State() State {
	at := State{Waiting: db.base.Writer.Waiting(), Trouble: db.base.Writer.Trouble()}
	for name, bytes := range map[string]*int64{db.path: &at.Bytes, db.path + "-wal": &at.WAL} {
		if info, err := os.Stat(name); err == nil { // else it is 0 until it is there
			*bytes = info.Size()
		}
	}
	return at
}
