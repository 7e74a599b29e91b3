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

// Place ensures that a regular file exists and that no other bot writes to it. Unless f is read-only, Place creates a
// missing file and returns the lock.
func (f *File) Place() (*fileLock, error) {
	if f.ReadOnly {
		return nil, f.checkRegular()
	}
	l, err := f.claim()
	if err != nil {
		return nil, err
	}
	if err = f.make(); err == nil {
		err = l.unmark()
	}
	if err != nil {
		return nil, errors.Join(err, l.Release())
	}
	return l, nil
}

// claim creates the folder of the database and takes its lock.
func (f *File) claim() (*fileLock, error) {
	if at, err := os.Stat(f.Path); err == nil && !at.Mode().IsRegular() {
		return nil, errNoFile // this check comes before a lock file is created next to it
	}
	if err := os.MkdirAll(filepath.Dir(f.Path), 0o700); err != nil {
		return nil, fmt.Errorf("creating the folder for the database: %w", err)
	}
	l, err := lockAt(f.Path + ".lock")
	if err != nil {
		return nil, err
	}
	if err := inheritOwner(f.Path+".lock", f.Path); err != nil {
		return nil, errors.Join(err, l.Release())
	}
	f.marked = l.said
	return l, nil
}

// make creates an empty file if none exists. SQLite would make the file readable for all users, and the WAL gets the
// mode of the file.
func (f *File) make() error {
	made, err := os.OpenFile(f.Path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	switch {
	case errors.Is(err, fs.ErrExist):
		return f.checkRegular()
	case err != nil:
		return err
	}
	// The name of the file must be on disk before its content. The lock file already has the right owner.
	return errors.Join(made.Close(), inheritOwner(f.Path, f.Path+".lock"), toDisk.folder(filepath.Dir(f.Path)), f.checkRegular())
}

var (
	errNoFile  = errors.New("not a file")
	errCut     = errors.New("empty, but has a WAL")
	errForeign = errors.New("of another program")
	errNewer   = errors.New("newer than this program")
	// ErrOlder means that a database that is opened read-only has to be migrated first.
	ErrOlder = errors.New("older than this program")
	// errUnreleased means that a Settable database has no table settable_migrations.
	errUnreleased = errors.New("this database was written by a version before 0.1.0")
)

func (f *File) checkRegular() error {
	at, err := os.Stat(f.Path)
	if err != nil {
		return err
	}
	if !at.Mode().IsRegular() {
		return errNoFile
	}
	// SQLite deletes the WAL of an empty database file, and with it data that could still be saved.
	if wal, err := os.Stat(f.Path + "-wal"); err == nil && at.Size() == 0 && wal.Size() > 0 {
		return errCut
	}
	return nil
}

// Explain turns an error into one sentence that names the file and says what to do.
func (f *File) Explain(err error) error {
	says := ""
	switch c := codeOf(err); {
	case errors.Is(err, store.ErrLocked):
		says = "another Settable process uses this database: stop it, or choose another file"
	case errors.Is(err, errNoFile):
		says = "not a file: choose a file for the database"
	case errors.Is(err, errForeign), c == codeNotADB:
		says = "not a Settable database: choose another file"
	case errors.Is(err, errUnreleased):
		says = errUnreleased.Error() + ", which this version can't read: choose another file to start afresh, " +
			"or export the games with the version that wrote it"
	case errors.Is(err, errNewer):
		says = "this database was written by a newer Settable: install that version, or restore a backup"
	case errors.Is(err, ErrOlder):
		says = "this database was written by an older Settable: start the bot once to migrate it"
	case errors.Is(err, store.ErrDamaged), errors.Is(err, errCut), c == codeCorrupt:
		says = "this database is damaged: keep a copy and restore a backup"
	case errors.Is(err, fs.ErrNotExist):
		says = "there is no such database: check the file name"
	case errors.Is(err, fs.ErrPermission), c == codePerm, c == codeReadOnly, c == codeCantOpen:
		says = "can't open this database: give this user read and write access to the file and its folder"
	case c == codeFull:
		says = "the disk is full: free some space"
	case c == codeIO:
		says = "the database's disk reports errors: check it before you start again"
	case c == codeBusy, c == codeLocked, c == codeProtocol:
		says = "another program has locked this database: stop it, or choose another file"
	default:
		return fmt.Errorf("opening the database %s: %w", f.Path, err)
	}
	if strings.HasPrefix(says, err.Error()) {
		return explainedError{fmt.Sprintf("%s: %s", f.Path, says), err}
	}
	return fmt.Errorf("%s: %s (%w)", f.Path, says, err)
}

// explainedError is an error whose text already contains the text of its cause.
type explainedError struct {
	text  string
	cause error
}

func (t explainedError) Error() string { return t.text }
func (t explainedError) Unwrap() error { return t.cause }
