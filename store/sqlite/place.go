package sqlite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"settable/store"
)

// place makes sure that there is a file of ours to open, and that nobody else writes it.
func (b *building) place() (*lock, error) {
	if b.opt.ReadOnly {
		return nil, b.regular()
	}
	l, err := b.claim()
	if err != nil {
		return nil, err
	}
	if err := b.make(); err != nil {
		return nil, errors.Join(err, l.release())
	}
	return l, nil
}

// claim keeps everybody else from writing the database, whose folder it makes.
func (b *building) claim() (*lock, error) {
	if at, err := os.Stat(b.path); err == nil && !at.Mode().IsRegular() {
		return nil, errNoFile // before a lock is laid beside it
	}
	if err := os.MkdirAll(filepath.Dir(b.path), 0o700); err != nil {
		return nil, fmt.Errorf("making the folder of the database: %w", err)
	}
	return take(b.path + ".lock")
}

// make makes an empty file where there is none: SQLite would make it readable
// for all, and its WAL takes the mode of the file.
func (b *building) make() error {
	f, err := os.OpenFile(b.path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	switch {
	case errors.Is(err, fs.ErrExist):
		return b.regular()
	case err != nil:
		return err
	}
	// Its name must not be lost when what is written into it is on the disk.
	return errors.Join(f.Close(), syncFolder(filepath.Dir(b.path)), b.regular())
}

var (
	errNoFile  = errors.New("not a file")
	errCut     = errors.New("empty, but has a WAL")
	errForeign = errors.New("of another program")
	errNewer   = errors.New("newer than this program")
	errOlder   = errors.New("older than this program")
	errDamaged = errors.New("damaged")
)

func (b *building) regular() error {
	at, err := os.Stat(b.path)
	if err != nil {
		return err
	}
	if !at.Mode().IsRegular() {
		return errNoFile
	}
	// SQLite deletes the WAL of an empty file, and with it what could be saved.
	if wal, err := os.Stat(b.path + "-wal"); err == nil && at.Size() == 0 && wal.Size() > 0 {
		return errCut
	}
	return nil
}

// explain turns what went wrong into one sentence that says what to do.
func (b *building) explain(err error) error {
	says := ""
	switch c := code(err); {
	case errors.Is(err, store.ErrLocked):
		says = "another Settable uses this database: stop the other one, or name another file"
	case errors.Is(err, errNoFile):
		says = "this is not a file: name a file for the database"
	case errors.Is(err, errForeign), c == codeNotADB:
		says = "this is not a database of Settable: name another file"
	case errors.Is(err, errNewer):
		says = "this database was written by a newer Settable: install that version, or restore a backup"
	case errors.Is(err, errOlder):
		says = "this database was written by an older Settable: start the bot once, and it is brought up to date"
	case errors.Is(err, errDamaged), errors.Is(err, errCut), c == codeCorrupt:
		says = "this database is damaged: keep a copy of it, and restore a backup"
	case errors.Is(err, fs.ErrNotExist):
		says = "there is no such database: look at the name of the file"
	case errors.Is(err, fs.ErrPermission), c == codePerm, c == codeReadOnly, c == codeCantOpen:
		says = "this database cannot be opened: let this user read and write the file and its folder"
	case c == codeFull:
		says = "the disk is full: make room on it"
	case c == codeIO:
		says = "the disk of this database fails: look at it before you start again"
	case c == codeBusy, c == codeLocked, c == codeProtocol:
		says = "another program holds this database: end that one, or name another file"
	default:
		return fmt.Errorf("opening the database %s: %w", b.path, err)
	}
	if strings.HasPrefix(says, err.Error()) {
		return saidAlready{fmt.Sprintf("%s: %s", b.path, says), err}
	}
	return fmt.Errorf("%s: %s (%w)", b.path, says, err)
}

// saidAlready is an error whose cause is said by its text already.
type saidAlready struct {
	text  string
	cause error
}

func (t saidAlready) Error() string { return t.text }
func (t saidAlready) Unwrap() error { return t.cause }
