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

// SQLite's primary result codes that are told apart.
const (
	codePerm     = 3
	codeBusy     = 5
	codeLocked   = 6
	codeNoMem    = 7
	codeReadOnly = 8
	codeIO       = 10
	codeCorrupt  = 11
	codeFull     = 13
	codeCantOpen = 14
	codeProtocol = 15
	codeNotADB   = 26

	codeHotJournal = codeReadOnly | 3<<8 // an extended one: a journal waits to be rolled back
)

// code is SQLite's primary result code of err; 0: none.
func code(err error) int { return extended(err) & 0xff }

// extended is SQLite's extended result code of err; 0: none.
func extended(err error) int {
	var e *sqlite.Error
	if errors.As(err, &e) {
		return e.Code()
	}
	return 0
}
