package sqlite

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"time"

	"settable/store"
)

// fileWatch checks that the open file is still the file at its path, because data written to a deleted file is lost
// when the program ends. Its handle opens before those of SQLite and closes after them, because closing any handle of a
// database drops SQLite's locks on it.
type fileWatch struct {
	path    string
	handle  *os.File
	id      uint32      // the id of the database, which is in its header
	db, wal os.FileInfo // the state of both files after the last commit
}

// The header of a database has the number of pages at pagesAt and the user_version at idAt. We store a random id of
// each database as the user_version. https://www.sqlite.org/fileformat.html#the_database_header
const pagesAt, idAt = 28, 60

// Watch starts to watch a file. Call it before SQLite opens the file.
func (f *File) Watch() (*fileWatch, error) {
	handle, err := os.Open(f.Path)
	if err != nil {
		return nil, err
	}
	return &fileWatch{path: f.Path, handle: handle}, nil
}

// Begin records the state of the files on the connection that writes. If the database has no id, Begin gives it one.
func (w *fileWatch) Begin(ctx context.Context, db *sql.DB) error {
	if err := db.QueryRowContext(ctx, `PRAGMA user_version`).Scan(&w.id); err != nil {
		return fmt.Errorf("reading the database's ID: %w", err)
	}
	if w.id == 0 {
		w.id = 1 + rand.Uint32N(1<<31-1) // not a secret: the id only distinguishes databases
		if _, err := db.ExecContext(ctx, fmt.Sprintf(`PRAGMA user_version = %d`, w.id)); err != nil {
			return fmt.Errorf("writing the database's ID: %w", err)
		}
	}
	if id, err := w.header(); err != nil || id != w.id { // the id is still only in the WAL
		var busy, pages, written int
		err := db.QueryRowContext(ctx, `PRAGMA wal_checkpoint(PASSIVE)`).Scan(&busy, &pages, &written)
		if err != nil {
			return fmt.Errorf("checkpointing the WAL to save the database's ID: %w", err)
		}
	}
	return w.Note()
}

// Note records the state of the files after a commit.
func (w *fileWatch) Note() error {
	db, wal, err := w.now()
	if err == nil && w.db != nil {
		_, err = w.isTouched(db, wal) // another program's write must not be mistaken for our checkpoint
	}
	if err == nil {
		w.db, w.wal = db, wal
	}
	return err
}

func (w *fileWatch) now() (db, wal os.FileInfo, err error) {
	if db, err = os.Stat(w.path); err == nil {
		wal, err = os.Stat(w.path + "-wal")
	}
	if err != nil {
		err = w.vanishedError(err)
	}
	return db, wal, err
}

// Check reports whether another program has written to the files since the last commit. It returns store.ErrReplaced if
// they are no longer the same files.
func (w *fileWatch) Check() (touched bool, err error) {
	db, wal, err := w.now()
	if err != nil {
		return false, err
	}
	return w.isTouched(db, wal)
}

func (w *fileWatch) isTouched(db, wal os.FileInfo) (bool, error) {
	if err := w.checkIdentity(db, wal); err != nil {
		return false, err
	}
	if db.ModTime().Equal(w.db.ModTime()) && db.Size() == w.db.Size() {
		return false, nil
	}
	id, err := w.header()
	if err == nil && id != w.id {
		return true, w.replacedError("it was overwritten by another database")
	}
	return true, err
}

// checkIdentity checks that the database and its WAL are the same files as before, and not too short.
func (w *fileWatch) checkIdentity(db, wal os.FileInfo) error {
	for _, f := range []struct {
		path    string
		was, is os.FileInfo
	}{{w.path, w.db, db}, {w.path + "-wal", w.wal, wal}} {
		switch {
		case !os.SameFile(f.is, f.was):
			return w.replacedError("it was replaced by another file: " + f.path)
		case f.is.Size() < f.was.Size() && (f.was == w.wal || !w.isVacuumed(f.is.Size())):
			return w.replacedError(fmt.Sprintf("%s was truncated from %d bytes to %d", f.path, f.was.Size(), f.is.Size()))
		}
	}
	return nil
}

func (w *fileWatch) vanishedError(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return w.replacedError(err.Error())
	}
	return fmt.Errorf("checking the path of the database: %w", err)
}

func (w *fileWatch) replacedError(how string) error {
	return fmt.Errorf("%w: %s", store.ErrReplaced, how)
}

// isVacuumed reports whether a file that became shorter still has all pages that its header counts. After a vacuum,
// SQLite truncates the file in the checkpoint that writes the new header.
func (w *fileWatch) isVacuumed(size int64) bool {
	pages, err := w.number(pagesAt)
	return err == nil && size >= int64(pages)*pageSize
}

// header returns the id in the header of the file.
func (w *fileWatch) header() (uint32, error) { return w.number(idAt) }

// number reads a 32-bit number from the header of the file.
func (w *fileWatch) number(at int64) (uint32, error) {
	var raw [4]byte
	if _, err := w.handle.ReadAt(raw[:], at); err != nil {
		return 0, fmt.Errorf("reading the header of the database: %w", err)
	}
	return binary.BigEndian.Uint32(raw[:]), nil
}

// SetWALAside renames the WAL of our database if another file has replaced the database, because a checkpoint would
// write the WAL into that file. If the database file is missing, it keeps the WAL, because the next start then refuses
// to create an empty database.
func (w *fileWatch) SetWALAside() error {
	at, err := os.Stat(w.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	id, err := w.header()
	if os.SameFile(at, w.db) && err == nil && id == w.id {
		return nil // the file is still ours, though damaged; restore deals with it
	}
	wal, err := os.Stat(w.path + "-wal")
	if err != nil || !os.SameFile(wal, w.wal) {
		return nil // not ours
	}
	return os.Rename(w.path+"-wal", fmt.Sprintf("%s.%s.old-wal", w.path, stamp(time.Now())))
}

// Close ends the watch. Call it after all connections are closed.
func (w *fileWatch) Close() error { return w.handle.Close() }
