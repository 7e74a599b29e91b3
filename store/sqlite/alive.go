package sqlite

import (
	"fmt"
	"time"

	"settable/store"
)

// Alive is when the program that had this database open before gave its last
// sign of life; zero where there was none. Time since then did not run the
// clocks of its tables.
func (s *DB) Alive() time.Time {
	if s.lock == nil {
		return time.Time{}
	}
	return s.lock.before
}

// Beat is a sign of life for the next program's Alive.
func (s *DB) Beat(now time.Time) error {
	if s.lock == nil {
		return store.ErrReadOnly
	}
	if err := s.lock.beat(now); err != nil {
		return fmt.Errorf("giving a sign of life: %w", err)
	}
	return nil
}
