package writer

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"slices"
	"time"
)

// background is the context of all statements of the writer, which must never be cancelled halfway.
var background = context.Background()

// Conn is the only connection that writes. Each of its statements is prepared at its first use, so that a start
// doesn't wait for them. Only jobs may use it, one at a time.
type Conn struct {
	*sql.Conn
	db    *sql.DB
	texts []string
	stmts []*sql.Stmt
	fresh func(context.Context, *sql.Conn) error // see Renewed; nil: the connection is never replaced
	gone  bool                                   // the connection broke, and was not replaced yet
	busy  func(error) bool                       // see Patient; nil: no transaction is begun again
}

const (
	// LockWait is how long a transaction waits while another program locks the database.
	LockWait = 5 * time.Second
	// lockPause is the longest pause between two attempts to begin it.
	lockPause = 25 * time.Millisecond
)

// The statements that control transactions.
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

// NewConn takes a connection of db, and closes db with it. begins is the statement that begins a transaction; touches
// is one that writes without changing anything.
func NewConn(ctx context.Context, db *sql.DB, begins, touches string, statements []string) (*Conn, error) {
	all := slices.Concat(texts[:], statements)
	all[begin], all[touch] = begins, touches
	c := &Conn{db: db, texts: all, stmts: make([]*sql.Stmt, len(all))}
	var err error
	if c.Conn, err = db.Conn(ctx); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	for control := range controls { // without these nothing can be undone
		if err := c.prepare(control); err != nil {
			return nil, errors.Join(err, c.Close())
		}
	}
	return c, nil
}

// prepare prepares the statement with this index, unless it is already prepared.
func (c *Conn) prepare(at int) (err error) {
	if c.stmts[at] != nil {
		return nil
	}
	if c.stmts[at], err = c.PrepareContext(background, c.texts[at]); err != nil {
		err = fmt.Errorf("preparing %q: %w", c.texts[at], err)
	}
	return err
}

// Run runs the n-th of the statements that NewConn was given.
func (c *Conn) Run(n int, args ...any) (sql.Result, error) {
	if err := c.prepare(controls + n); err != nil {
		return nil, err
	}
	return c.stmts[controls+n].ExecContext(background, args...)
}

// Row returns the one row that answers the n-th of the statements that NewConn was given.
func (c *Conn) Row(n int, args ...any) *sql.Row {
	if c.prepare(controls+n) != nil {
		return c.QueryRowContext(background, c.texts[controls+n], args...) // this query fails with the reason
	}
	return c.stmts[controls+n].QueryRowContext(background, args...)
}

// Renewed lets the connection be replaced when it breaks. fresh is called with each new connection.
// It must wait until the transaction of the old one has ended, so that what the old one wrote is then
// either written or never will be.
func (c *Conn) Renewed(fresh func(context.Context, *sql.Conn) error) *Conn {
	c.fresh = fresh
	return c
}

// Patient makes the connection wait for up to LockWait where a transaction can't begin because another program
// holds the database. busy recognises that error. Nothing is written before the transaction has begun, so a
// wait that ends in vain leaves no doubt.
func (c *Conn) Patient(busy func(error) bool) *Conn {
	c.busy = busy
	return c
}

// renew replaces the connection. The old one is closed in any case: after a failure of something that always works its
// state is unknown, even though the server may still keep it open.
func (c *Conn) renew() (err error) {
	if c.Conn != nil {
		_ = c.Raw(func(any) error { return driver.ErrBadConn }) // so that the pool does not hand it out again
	}
	for i, stmt := range c.stmts {
		if stmt != nil {
			_ = stmt.Close() // the connection is gone, so the error means nothing
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

// start begins a transaction by a function instead of the begin statement.
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
	began, pause := time.Now(), time.Millisecond
	for {
		_, err = c.stmts[control].ExecContext(background)
		if control != begin || err == nil || c.busy == nil || !c.busy(err) || time.Since(began) >= LockWait {
			return err
		}
		time.Sleep(pause)
		pause = min(2*pause, lockPause)
	}
}

// Undo undoes what the running job has done.
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
