package dbfile

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

// Watch sees to it that the file which is written is the one that lies where its path says: what goes into a
// file without a name is lost with the program. Its handle is opened before SQLite's and closed after them,
// because closing any handle of a database drops SQLite's locks on it.
type Watch struct {
	path    string
	handle  *os.File
	id      uint32      // of the database, which its header bears
	db, wal os.FileInfo // as they were after the last commit
}

// Where the header of a database counts its pages, and has its user_version: a number that is ours, drawn at
// random once for each database. https://www.sqlite.org/fileformat.html#the_database_header
const pagesAt, idAt = 28, 60

// Watch begins to watch a file, before anybody else opens it.
func (f *File) Watch() (*Watch, error) {
	handle, err := os.Open(f.Path)
	if err != nil {
		return nil, err
	}
	return &Watch{path: f.Path, handle: handle}, nil
}

// Begin notes what is watched, on the connection that writes: a database without an id gets one.
func (w *Watch) Begin(ctx context.Context, db *sql.DB) error {
	if err := db.QueryRowContext(ctx, `PRAGMA user_version`).Scan(&w.id); err != nil {
		return fmt.Errorf("reading the id of the database: %w", err)
	}
	if w.id == 0 {
		w.id = 1 + rand.Uint32N(1<<31-1) // no secret: it tells two databases apart
		if _, err := db.ExecContext(ctx, fmt.Sprintf(`PRAGMA user_version = %d`, w.id)); err != nil {
			return fmt.Errorf("giving the database an id: %w", err)
		}
	}
	if id, err := w.header(); err != nil || id != w.id { // it lies in the WAL yet
		var busy, pages, written int
		err := db.QueryRowContext(ctx, `PRAGMA wal_checkpoint(PASSIVE)`).Scan(&busy, &pages, &written)
		if err != nil {
			return fmt.Errorf("making a checkpoint for the id of the database: %w", err)
		}
	}
	return w.Note()
}

// Note notes how the files are now that a commit has written them.
func (w *Watch) Note() error {
	db, wal, err := w.now()
	if err == nil && w.db != nil {
		_, err = w.touched(db, wal) // what was written over it meanwhile is not taken for a checkpoint of ours
	}
	if err == nil {
		w.db, w.wal = db, wal
	}
	return err
}

func (w *Watch) now() (db, wal os.FileInfo, err error) {
	if db, err = os.Stat(w.path); err == nil {
		wal, err = os.Stat(w.path + "-wal")
	}
	if err != nil {
		err = w.vanished(err)
	}
	return db, wal, err
}

// Check says whether somebody else has written since. The error is store.ErrReplaced where what lies there is
// not what was there.
func (w *Watch) Check() (touched bool, err error) {
	db, wal, err := w.now()
	if err != nil {
		return false, err
	}
	return w.touched(db, wal)
}

func (w *Watch) touched(db, wal os.FileInfo) (bool, error) {
	if err := w.same(db, wal); err != nil {
		return false, err
	}
	if db.ModTime().Equal(w.db.ModTime()) && db.Size() == w.db.Size() {
		return false, nil
	}
	id, err := w.header()
	if err == nil && id != w.id {
		return true, w.replaced("another database was written over it")
	}
	return true, err
}

// same finds the database and its WAL where they were, and no shorter than is right.
func (w *Watch) same(db, wal os.FileInfo) error {
	for _, f := range []struct {
		path    string
		was, is os.FileInfo
	}{{w.path, w.db, db}, {w.path + "-wal", w.wal, wal}} {
		switch {
		case !os.SameFile(f.is, f.was):
			return w.replaced("another file lies in the place of " + f.path)
		case f.is.Size() < f.was.Size() && (f.was == w.wal || !w.vacuumed(f.is.Size())):
			return w.replaced(fmt.Sprintf("%s was cut off, from %d bytes to %d", f.path, f.was.Size(), f.is.Size()))
		}
	}
	return nil
}

func (w *Watch) vanished(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return w.replaced(err.Error())
	}
	return fmt.Errorf("looking where the database lies: %w", err)
}

func (w *Watch) replaced(how string) error {
	return fmt.Errorf("%w: %s", store.ErrReplaced, how)
}

// vacuumed says whether a file that became shorter still holds all pages that its header counts: SQLite cuts
// off what a vacuum has freed with the checkpoint that brings that header into the file.
func (w *Watch) vacuumed(size int64) bool {
	pages, err := w.number(pagesAt)
	return err == nil && size >= int64(pages)*page
}

// header is the id that the file itself bears.
func (w *Watch) header() (uint32, error) { return w.number(idAt) }

// number is one that stands in the header of the file itself.
func (w *Watch) number(at int64) (uint32, error) {
	var raw [4]byte
	if _, err := w.handle.ReadAt(raw[:], at); err != nil {
		return 0, fmt.Errorf("reading the header of the database: %w", err)
	}
	return binary.BigEndian.Uint32(raw[:]), nil
}

// Aside takes the WAL of a database away from a file that lies in its place: a checkpoint would write it into
// that. A file that is gone has nothing to be kept from, and the WAL stays, so that nobody begins anew
// unawares.
func (w *Watch) Aside() error {
	at, err := os.Stat(w.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	id, err := w.header()
	if os.SameFile(at, w.db) && err == nil && id == w.id {
		return nil // it is ours yet, though not whole: restore deals with it
	}
	wal, err := os.Stat(w.path + "-wal")
	if err != nil || !os.SameFile(wal, w.wal) {
		return nil // not ours
	}
	return os.Rename(w.path+"-wal", fmt.Sprintf("%s.%s.old-wal", w.path, stamp(time.Now())))
}

// Close ends the watch, after all connections.
func (w *Watch) Close() error { return w.handle.Close() }
