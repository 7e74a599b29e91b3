package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"
)

// building is a database on its way from a path to an open Store.
type building struct {
	path  string // absolute, symbolic links followed: two names of a file share a lock
	opt   Options
	files fs.FS                  // the migrations
	told  func(access) []setting // what connections are told
	kept  int                    // how many copies from before migrations stay; 0: none is made
}

func newBuilding(path string, opt Options, files fs.FS) (*building, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("finding the database %s: %w", path, err)
	}
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		abs = real
	}
	return &building{abs, opt, files, settings, 3}, nil
}

// connect opens a pool of connections of one kind.
func (b *building) connect(may access) (*sql.DB, error) {
	return connect(b.path, b.opt.VFS, may, b.told(may))
}

func (b *building) open(ctx context.Context) (s *DB, err error) {
	s = &DB{path: b.path, done: make(chan struct{})}
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

// write opens the connection of the writer on a database of the present shape.
func (b *building) write(ctx context.Context, was shape) (p *pen, err error) {
	db, err := b.connect(writing)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	p = &pen{db: db, trouble: trouble{log: b.opt.Log, path: b.path, said: map[string]time.Time{}}}
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
	if err := grow(b.path, b.opt.WAL); err != nil {
		b.opt.Log.Warn("the WAL is short: commits take longer until it has grown", "error", err)
	}
	return p, nil
}

// readInto gives the store its readers.
func (b *building) readInto(ctx context.Context, s *DB) (err error) {
	if s.readers, err = b.connect(reading); err != nil {
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
