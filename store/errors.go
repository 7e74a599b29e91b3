package store

import "errors"

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
	ErrCompacted   = errors.New("this game was compacted: what it counted and paid is kept, its lines are not")
)

// What a write meets when the disk fails. Test with errors.Is.
var (
	// ErrTrouble: the database cannot be written for now. The store has said why
	// to the log, once, and tries again with the next write.
	ErrTrouble = errors.New("the database cannot be written now")
	// ErrOutcomeUnknown: the disk failed in the commit, so that this may be written all
	// the same. Nothing else is written before the store has found out; what it
	// reads is what will stand, unless the program ends before that.
	ErrOutcomeUnknown = errors.New("nobody can say yet whether this is written")
	// ErrDamaged: what is kept does not fit together, or can't be read.
	ErrDamaged = errors.New("damaged")
	// ErrReplaced: what is kept does not lie any more where it lay, or something else does. Nothing is written
	// from then on, and the program ends: what it would write nobody would find.
	ErrReplaced = errors.New("the database was taken away while it was in use")
)
