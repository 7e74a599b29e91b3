package sqlite

import (
	"errors"

	"modernc.org/sqlite"
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
