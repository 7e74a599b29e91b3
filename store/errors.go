package store

import (
	"errors"

	"modernc.org/sqlite"
)

// What a write can meet that is no fault of the disk. Test with errors.Is.
var (
	ErrPlayed      = errors.New("this message or interaction was played already")
	ErrStale       = errors.New("the journal has gone on since")
	ErrOver        = errors.New("the table is closed")
	ErrBusyChannel = errors.New("the channel has an open table")
	ErrNoTable     = errors.New("there is no such table")
	ErrChips       = errors.New("chips lie on the table")
	ErrFull        = errors.New("too many writes are waiting")
	ErrClosed      = errors.New("the database is closed")
	ErrReadOnly    = errors.New("the database was opened for reading only")
	ErrLocked      = errors.New("another Settable uses this database")
)

// SQLite's primary result codes that Open tells apart.
const (
	codePerm     = 3
	codeReadOnly = 8
	codeCorrupt  = 11
	codeCantOpen = 14
	codeNotADB   = 26
)

// code is SQLite's primary result code of err; 0: none.
func code(err error) int {
	var e *sqlite.Error
	if errors.As(err, &e) {
		return e.Code() & 0xff
	}
	return 0
}
