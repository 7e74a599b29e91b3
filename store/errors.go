package store

import "errors"

// Refused writes return these errors, which don't mean that the disk failed. Test for them with errors.Is.
var (
	ErrPlayed      = errors.New("this message or interaction was already processed")
	ErrStale       = errors.New("the journal has newer lines")
	ErrOver        = errors.New("the table is closed")
	ErrBusyChannel = errors.New("the channel already has an open table")
	ErrNoTable     = errors.New("there is no such table")
	ErrChips       = errors.New("there are chips on the table")
	ErrFull        = errors.New("too many writes are waiting")
	ErrClosed      = errors.New("the database is closed")
	ErrReadOnly    = errors.New("the database was opened read-only")
	ErrLocked      = errors.New("another Settable process uses this database")
	ErrReading     = errors.New("a long read is still in progress")
	ErrCompacted   = errors.New("this game was compacted: its results and payments are kept, its moves aren't")
)

// Reads and writes return these errors when the disk or the database fails. Test for them with errors.Is.
var (
	// ErrTrouble means that the database can't be written to at the moment. The store has logged the reason once and
	// tries again with the next write.
	ErrTrouble = errors.New("the database can't be written to at the moment")
	// ErrUnreadable means that the database can't be read at the moment, for example because its server is down.
	ErrUnreadable = errors.New("the database can't be read at the moment")
	// ErrOutcomeUnknown means that the disk failed during the commit, so the data may or may not be written. Until the
	// store has found out, it writes nothing else. Reads return the state that will be final unless the program ends
	// first.
	ErrOutcomeUnknown = errors.New("commit outcome unknown")
	// ErrDamaged means that the database contradicts itself or cannot be read.
	ErrDamaged = errors.New("damaged")
	// ErrReplaced means that the database file was removed or replaced. Further writes would be lost, so the store
	// writes nothing more and the program ends.
	ErrReplaced = errors.New("the database file was removed or replaced while it was in use")
)
