package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

// building is a database on its way from a path to an open Store.
type building struct {
	path  string // absolute, symbolic links followed: two names of a file share a lock
	opt   Options
	files fs.FS // the migrations
}

func newBuilding(path string, opt Options, files fs.FS) (*building, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("finding the database %s: %w", path, err)
	}
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		abs = real
	}
	return &building{abs, opt, files}, nil
}

func (b *building) open(ctx context.Context) (s *Store, err error) {
	s = &Store{path: b.path, done: make(chan struct{})}
	defer func() {
		if err != nil {
			err = b.explain(err)
			if shut := s.shut(); shut != nil {
				b.opt.Log.Warn("closing a database that would not open", "err", shut)
			}
		}
	}()
	if s.lock, err = b.place(); err != nil {
		return s, err
	}
	was, err := b.inspect(ctx)
	if err != nil {
		return s, err
	}
	if !b.opt.ReadOnly {
		if s.pen, err = b.write(ctx, was); err != nil {
			return s, err
		}
	}
	if err = b.readInto(ctx, s); err != nil {
		return s, err
	}
	if s.pen != nil {
		s.queue = make(chan *order, b.opt.Queue)
		go s.writing()
	}
	return s, nil
}

// place makes sure that there is a file of ours to open, and that nobody else writes it.
func (b *building) place() (*lock, error) {
	if b.opt.ReadOnly {
		return nil, b.regular()
	}
	if err := os.MkdirAll(filepath.Dir(b.path), 0o700); err != nil {
		return nil, fmt.Errorf("making the folder of the database: %w", err)
	}
	l, err := take(b.path + ".lock")
	if err != nil {
		return nil, err
	}
	// SQLite would make the file readable for all; its WAL takes the mode of the file.
	f, err := os.OpenFile(b.path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	switch {
	case err == nil:
		err = f.Close()
	case errors.Is(err, fs.ErrExist):
		err = b.regular()
	}
	if err != nil {
		return nil, errors.Join(err, l.release())
	}
	return l, nil
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
	case errors.Is(err, ErrLocked):
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
		says = "there is no such database: name the file that the bot uses"
	case errors.Is(err, fs.ErrPermission), c == codePerm, c == codeReadOnly, c == codeCantOpen:
		says = "this database cannot be opened: let this user read and write the file and its folder"
	default:
		return fmt.Errorf("opening the database %s: %w", b.path, err)
	}
	return fmt.Errorf("%s: %s (%w)", b.path, says, err)
}

// access is what a connection may do.
type access int

const (
	writing access = iota // also changes the file to a WAL
	reading               // changes nothing
	copying               // changes nothing here, but VACUUM INTO writes elsewhere
)

// dsn names the database for the driver, with what every connection is told.
func dsn(path string, may access) string {
	p := filepath.ToSlash(path)
	if !strings.HasPrefix(p, "/") {
		p = "/" + p // C:/… on Windows
	}
	q := url.Values{"_pragma": {
		"busy_timeout(5000)", "foreign_keys(1)", "recursive_triggers(1)", "synchronous(FULL)",
	}}
	switch may {
	case writing:
		q.Set("mode", "rw")
		// A WAL of 1,000 pages (4 MB) is folded in by the commit that fills it
		// and then overwritten from its beginning; checkpoints from another
		// connection were measured to be slower.
		q.Add("_pragma", "journal_mode(WAL)")
		q.Add("_pragma", "wal_autocheckpoint(1000)")
	case reading:
		q.Set("mode", "ro")
		q.Add("_pragma", "query_only(1)")
	case copying:
		q.Set("mode", "ro")
	}
	return (&url.URL{Scheme: "file", Path: p, RawQuery: q.Encode()}).String()
}

// write opens the connection of the writer on a database of the present shape.
func (b *building) write(ctx context.Context, was shape) (p *pen, err error) {
	db, err := sql.Open("sqlite", dsn(b.path, writing))
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	p = &pen{db: db}
	defer func() {
		if err != nil {
			err = errors.Join(err, p.close())
			p = nil
		}
	}()
	if err := b.migrate(ctx, db, was); err != nil {
		return p, err
	}
	if p.conn, err = db.Conn(ctx); err != nil {
		return p, err
	}
	for i, text := range writes {
		if p.stmts[i], err = p.conn.PrepareContext(ctx, text); err != nil {
			return p, fmt.Errorf("preparing %q: %w", text, err)
		}
	}
	// SQLite opens a file that it may only read without a word; it refuses the
	// first change, though of no row.
	if _, err := p.exec(updateShown, 0, 0, 0); err != nil {
		return p, fmt.Errorf("trying to write: %w", err)
	}
	return p, nil
}

// readInto gives the store its readers.
func (b *building) readInto(ctx context.Context, s *Store) (err error) {
	if s.readers, err = sql.Open("sqlite", dsn(b.path, reading)); err != nil {
		return err
	}
	s.readers.SetMaxOpenConns(b.opt.Readers)
	s.readers.SetMaxIdleConns(b.opt.Readers)
	for i, text := range reads {
		if s.read[i], err = s.readers.PrepareContext(ctx, text); err != nil {
			return fmt.Errorf("preparing %q: %w", text, err)
		}
	}
	return nil
}
