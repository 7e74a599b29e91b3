package writer

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"slices"
)

// background: a statement of the writer is never cut off half-way.
var background = context.Background()

// Conn is the one connection that writes. Each of its statements is prepared when it is
// first run: a start waits for none of them. Only jobs use it, one at a time.
type Conn struct {
	*sql.Conn
	db    *sql.DB
	texts []string
	stmts []*sql.Stmt
	fresh func(context.Context, *sql.Conn) error // nil: a connection lasts as long as the program
	gone  bool                                   // it broke, and none was made since
}

// What a commit is made of.
const (
	begin = iota
	commit
	rollback
	savepoint
	release
	undo
	touch
	controls
)

var texts = [controls]string{
	commit:    `COMMIT`,
	rollback:  `ROLLBACK`,
	savepoint: `SAVEPOINT entry`,
	release:   `RELEASE entry`,
	undo:      `ROLLBACK TO entry`,
}

// NewConn takes a connection of db, which is closed with it. begins is how a transaction does; touches is a
// statement that changes nothing and yet writes.
func NewConn(ctx context.Context, db *sql.DB, begins, touches string, statements []string) (*Conn, error) {
	all := slices.Concat(texts[:], statements)
	all[begin], all[touch] = begins, touches
	c := &Conn{db: db, texts: all, stmts: make([]*sql.Stmt, len(all))}
	var err error
	if c.Conn, err = db.Conn(ctx); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	for control := range controls { // without which nothing can be undone
		if err := c.prepare(control); err != nil {
			return nil, errors.Join(err, c.Close())
		}
	}
	return c, nil
}

// prepare sees to it that the statement of that place stands.
func (c *Conn) prepare(at int) (err error) {
	if c.stmts[at] != nil {
		return nil
	}
	if c.stmts[at], err = c.PrepareContext(background, c.texts[at]); err != nil {
		err = fmt.Errorf("preparing %q: %w", c.texts[at], err)
	}
	return err
}

// Run runs the statement of that number.
func (c *Conn) Run(n int, args ...any) (sql.Result, error) {
	if err := c.prepare(controls + n); err != nil {
		return nil, err
	}
	return c.stmts[controls+n].ExecContext(background, args...)
}

// Row is the one row that the statement of that number answers with.
func (c *Conn) Row(n int, args ...any) *sql.Row {
	if c.prepare(controls+n) != nil {
		return c.QueryRowContext(background, c.texts[controls+n], args...) // which says why
	}
	return c.stmts[controls+n].QueryRowContext(background, args...)
}

// Renewed has the connection made anew where it breaks. fresh is told each: it waits until the one before has
// ended, so that what that one wrote is written or never will be.
func (c *Conn) Renewed(fresh func(context.Context, *sql.Conn) error) *Conn {
	c.fresh = fresh
	return c
}

// renew makes the connection anew. The one before ends in any case: one that has failed at what always works
// is in no state that is known, though the server may hold on to it.
func (c *Conn) renew() (err error) {
	if c.Conn != nil {
		_ = c.Raw(func(any) error { return driver.ErrBadConn }) // so that nobody gets it again
	}
	for i, stmt := range c.stmts {
		if stmt != nil {
			_ = stmt.Close() // of a connection that is none
			c.stmts[i] = nil
		}
	}
	if c.Conn != nil {
		_ = c.Conn.Close()
	}
	if c.Conn, err = c.db.Conn(background); err != nil {
		return err
	}
	err = c.fresh(background, c.Conn)
	for control := range controls {
		if err == nil {
			err = c.prepare(control)
		}
	}
	c.gone = err != nil
	return err
}

// start begins a transaction in another way than by its statement.
func (c *Conn) start(begins func(*sql.Conn) error) error {
	if c.gone {
		if err := c.renew(); err != nil {
			return err
		}
	}
	err := begins(c.Conn)
	if err != nil && c.fresh != nil {
		c.gone = true
	}
	return err
}

func (c *Conn) exec(control int) (err error) {
	if control == begin && c.gone {
		if err := c.renew(); err != nil {
			return err
		}
	}
	defer func() {
		if err != nil && c.fresh != nil && (control == begin || control == rollback) {
			c.gone = true
		}
	}()
	if c.stmts[control] == nil { // the connection is gone
		return driver.ErrBadConn
	}
	_, err = c.stmts[control].ExecContext(background)
	return err
}

// Undo undoes what the job that runs has done.
func (c *Conn) Undo() error { return c.exec(undo) }

// Close closes the connection and its pool.
func (c *Conn) Close() error {
	var all []error
	for _, stmt := range c.stmts {
		if stmt != nil {
			all = append(all, stmt.Close())
		}
	}
	if c.Conn != nil {
		all = append(all, c.Conn.Close())
	}
	return errors.Join(append(all, c.db.Close())...)
}
