// Package code tells SQLite's errors apart by their result codes.
//
// https://www.sqlite.org/rescode.html
package code

import (
	"errors"

	"modernc.org/sqlite"
)

// The primary result codes of SQLite that this program distinguishes, and an extended one.
const (
	Error    = 1
	Perm     = 3
	Busy     = 5
	Locked   = 6
	NoMem    = 7
	ReadOnly = 8
	IO       = 10
	Corrupt  = 11
	Full     = 13
	CantOpen = 14
	Protocol = 15
	NotADB   = 26

	HotJournal = ReadOnly | 3<<8 // a journal waits to be rolled back
)

// Of is SQLite's primary result code of err; 0: it has none.
func Of(err error) int { return Extended(err) & 0xff }

// Extended is SQLite's extended result code of err; 0: it has none.
func Extended(err error) int {
	if e, is := errors.AsType[*sqlite.Error](err); is {
		return e.Code()
	}
	return 0
}

// Advice is what the host can do about an error of the disk or of the database; empty: the error is
// neither.
func Advice(err error) string {
	switch Of(err) {
	case Full:
		return "the disk is full: moves are refused until there is room on it, nothing is lost"
	case Busy, Locked, Protocol:
		return "another program holds the database: moves are refused until it lets go " +
			"(settable backup copies it without holding it)"
	case Perm, ReadOnly, CantOpen:
		return "the database cannot be written: let this user write the file and its folder; moves are refused " +
			"until then"
	case Corrupt, NotADB:
		return "the database is damaged: no more is written; stop the bot, keep a copy, " +
			"and put a backup back with settable restore"
	case NoMem:
		return "there is no memory left for the database: moves are refused until there is some"
	case IO:
		return "the disk of the database fails: moves are refused until it works again"
	}
	return ""
}

// Waits reports whether an error means that another connection holds the database, so that the same attempt may succeed
// a moment later.
func Waits(err error) bool { return Of(err) == Busy }

// Damaged reports whether an error means that the database is damaged, so that further writes could make it worse.
func Damaged(err error) bool {
	c := Of(err)
	return c == Corrupt || c == NotADB
}
