package disktest

import sqlite3 "modernc.org/sqlite/lib"

// Op is a kind of operation. Several kinds can be combined with |.
type Op int

// These operations can fail.
const (
	Write Op = 1 << iota
	Sync
	Truncate
	Delete
	Read
	Lock
	// Committed is the last operation of a commit, after its data has become visible to other connections. If it fails,
	// SQLite reports a failed commit although the data is committed.
	Committed
)

// An operation can return these errors.
const (
	IOError  = sqlite3.SQLITE_IOERR
	Full     = sqlite3.SQLITE_FULL
	ReadOnly = sqlite3.SQLITE_READONLY
	Busy     = sqlite3.SQLITE_BUSY
)

// Effect says how much of its work a failed operation did in spite of its error.
type Effect int

// A failed write may have written nothing, the first half or everything.
const (
	None Effect = iota
	Half
	Whole
)

// A Fault makes the n-th operation of a kind fail, counted from now on, and possibly some later ones.
type Fault struct {
	Op     Op
	N      int // 1: the next; 0: nothing fails
	Lasts  int // how many operations in a row fail; 0: one; -1: all
	Code   int
	Effect Effect
}

// Break arms a fault. It ends the previous one.
func (d *Disk) Break(f Fault) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.fault, d.met = f, 0
}

// Mend ends a fault and returns how many operations the fault counted.
func (d *Disk) Mend() (met int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	met, d.fault, d.met = d.met, Fault{}, 0
	return met
}

// Faults returns the number of operations of the fault's kind so far.
func (d *Disk) Faults() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.met
}

// nextFault reports whether an operation fails, and how.
func (d *Disk) nextFault(op Op) (code int32, effect Effect) {
	if d.fault.Op&op == 0 {
		return sqlite3.SQLITE_OK, Whole
	}
	d.met++
	last := d.fault.N + max(1, d.fault.Lasts) - 1
	if d.fault.N == 0 || d.met < d.fault.N || d.met > last && d.fault.Lasts >= 0 {
		return sqlite3.SQLITE_OK, Whole
	}
	if d.fault.Code != IOError {
		return int32(d.fault.Code), d.fault.Effect
	}
	return specificCodes[op], d.fault.Effect
}

// specificCodes maps each operation to the specific error code that the disk returns for it.
var specificCodes = map[Op]int32{
	Write: sqlite3.SQLITE_IOERR_WRITE, Sync: sqlite3.SQLITE_IOERR_FSYNC, Truncate: sqlite3.SQLITE_IOERR_TRUNCATE,
	Delete: sqlite3.SQLITE_IOERR_DELETE, Read: sqlite3.SQLITE_IOERR_READ, Lock: sqlite3.SQLITE_IOERR_LOCK,
	Committed: sqlite3.SQLITE_IOERR,
}
