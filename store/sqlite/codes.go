package sqlite

import (
	"errors"

	"modernc.org/sqlite"
)

// These are the result codes of SQLite that this program distinguishes. All but the last are primary codes.
//
// https://www.sqlite.org/rescode.html
const (
	codeError    = 1
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

	codeHotJournal = codeReadOnly | 3<<8 // a journal is waiting to be rolled back
)

// codeOf returns SQLite's primary result code of err, or 0.
func codeOf(err error) int { return extendedCode(err) & 0xff }

// extendedCode returns SQLite's extended result code of err, or 0.
func extendedCode(err error) int {
	if e, is := errors.AsType[*sqlite.Error](err); is {
		return e.Code()
	}
	return 0
}

// advice returns what the host can do about an error of the disk or the database. It returns "" for any other error.
func advice(err error) string {
	switch codeOf(err) {
	case codeFull:
		return "the disk is full: moves are refused until there is space, nothing is lost"
	case codeBusy, codeLocked, codeProtocol:
		return "another program has locked the database: moves are refused until it releases it " +
			"(settable backup copies it without a lock)"
	case codePerm, codeReadOnly, codeCantOpen:
		return "the database can't be written: give this user write access to the file and its folder; moves are refused " +
			"until then"
	case codeCorrupt, codeNotADB:
		return "the database is damaged, so nothing more is written: stop the bot, keep a copy, " +
			"and restore a backup with settable restore"
	case codeNoMem:
		return "the database is out of memory: moves are refused until it has some"
	case codeIO:
		return "the database's disk reports errors: moves are refused until it works again"
	}
	return ""
}

// isBusy reports whether an error means that another connection holds the database, so that another attempt may succeed
// a moment later.
func isBusy(err error) bool { return codeOf(err) == codeBusy }

// isDamaged reports whether an error means that the database is damaged, so that further writes could make it worse.
func isDamaged(err error) bool {
	c := codeOf(err)
	return c == codeCorrupt || c == codeNotADB
}
