package store

import "errors"

// The errors of a write that the disk didn't cause. Test for them with errors.Is.
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

// The errors of reads and writes when the disk or the database fails. Test for them with errors.Is.
var (
	// ErrTrouble: the database can't be written at the moment. The store has logged the reason once, and tries again
	// with the next write.
	ErrTrouble = errors.New("the database can't be written to at the moment")
	// ErrUnreadable: the database can't be read at the moment, for example because its server is down.
	ErrUnreadable = errors.New("the database can't be read at the moment")
	// ErrOutcomeUnknown: the disk failed during the commit, so the write may have been done. The store writes nothing
	// else until it has found out. Until then reads return what will remain, unless the program ends first.
	ErrOutcomeUnknown = errors.New("commit outcome unknown")
	// ErrDamaged: the database contradicts itself or cannot be read.
	ErrDamaged = errors.New("damaged")
	// ErrReplaced: the database file was removed or replaced. The store writes nothing more and the program ends,
	// because its writes would be lost.
	ErrReplaced = errors.New("the database file was removed or replaced while it was in use")
)
