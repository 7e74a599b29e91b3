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

// background is the context of all statements of the writer, because none of them may be cancelled halfway.
var background = context.Background()

// Conn is the only connection that writes. It prepares each statement at its first use, so that a start doesn't wait
// for all of them. Only jobs may use the connection, one at a time.
type Conn struct {
	*sql.Conn
	db    *sql.DB
	texts []string
	stmts []*sql.Stmt
	fresh func(context.Context, *sql.Conn) error // see Renewed; nil: the connection is never replaced
	gone  bool                                   // the connection broke and has not been replaced yet
	busy  func(error) bool                       // see Patient; nil: a failed begin is never repeated
}

const (
	// LockWait is how long a transaction waits while another program locks the database.
	LockWait = 5 * time.Second
	// lockPause is the longest pause between two attempts to begin a transaction.
	lockPause = 25 * time.Millisecond
)

// These statements control transactions.
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

// NewConn takes a connection from db, and closes db together with it. It gets a statement that begins a transaction,
// and one that writes without changing anything.
func NewConn(ctx context.Context, db *sql.DB, begins, touches string, statements []string) (*Conn, error) {
	all := slices.Concat(texts[:], statements)
	all[begin], all[touch] = begins, touches
	c := &Conn{db: db, texts: all, stmts: make([]*sql.Stmt, len(all))}
	var err error
	if c.Conn, err = db.Conn(ctx); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	for control := range controls { // without these statements, nothing can be undone
		if err := c.prepare(control); err != nil {
			return nil, errors.Join(err, c.Close())
		}
	}
	return c, nil
}

// prepare prepares the statement with the given index, unless it is already prepared.
func (c *Conn) prepare(at int) (err error) {
	if c.stmts[at] != nil {
		return nil
	}
	if c.stmts[at], err = c.PrepareContext(background, c.texts[at]); err != nil {
		err = fmt.Errorf("preparing %q: %w", c.texts[at], err)
	}
	return err
}

// Run runs the n-th statement passed to NewConn.
func (c *Conn) Run(n int, args ...any) (sql.Result, error) {
	if err := c.prepare(controls + n); err != nil {
		return nil, err
	}
	return c.stmts[controls+n].ExecContext(background, args...)
}

// Row runs the n-th statement passed to NewConn and returns its only row.
func (c *Conn) Row(n int, args ...any) *sql.Row {
	if c.prepare(controls+n) != nil {
		return c.QueryRowContext(background, c.texts[controls+n], args...) // this query fails for the same reason
	}
	return c.stmts[controls+n].QueryRowContext(background, args...)
}

// Renewed lets the connection be replaced when it breaks. It calls fresh with each new connection. The function fresh
// must wait until the transaction of the old connection has ended, because only then is it certain whether its data was
// written.
func (c *Conn) Renewed(fresh func(context.Context, *sql.Conn) error) *Conn {
	c.fresh = fresh
	return c
}

// Patient makes the connection wait for up to LockWait if a transaction can't begin because another program has locked
// the database. The function busy recognises that error. Nothing has been written before a transaction begins, so an
// unsuccessful wait leaves no doubt about the outcome.
func (c *Conn) Patient(busy func(error) bool) *Conn {
	c.busy = busy
	return c
}

// renew replaces the connection. It always closes the old one, even if the server still keeps it open: after a
// statement that should always work has failed, the state of the connection is unknown.
func (c *Conn) renew() (err error) {
	if c.Conn != nil {
		_ = c.Raw(func(any) error { return driver.ErrBadConn }) // keeps the pool from handing the connection out again
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

// start begins a transaction with a function instead of the begin statement.
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

// Undo undoes the writes of the running job.
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
