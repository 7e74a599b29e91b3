package writer

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// background: a statement of the writer is never cut off half-way.
var background = context.Background()

// Conn is the one connection that writes, with its statements prepared. Only
// jobs use it, one at a time.
type Conn struct {
	*sql.Conn
	db      *sql.DB
	control [controls]*sql.Stmt
	stmts   []*sql.Stmt
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
	// IMMEDIATE takes the write lock at once; a deferred one could lose it half-way.
	begin:     `BEGIN IMMEDIATE`,
	commit:    `COMMIT`,
	rollback:  `ROLLBACK`,
	savepoint: `SAVEPOINT entry`,
	release:   `RELEASE entry`,
	undo:      `ROLLBACK TO entry`,
}

// NewConn prepares the statements on a connection of db, which is closed with
// it. touches is a statement that changes nothing and yet writes a page.
func NewConn(ctx context.Context, db *sql.DB, touches string, statements []string) (c *Conn, err error) {
	c = &Conn{db: db, stmts: make([]*sql.Stmt, len(statements))}
	defer func() {
		if err != nil {
			err = errors.Join(err, c.Close())
		}
	}()
	if c.Conn, err = db.Conn(ctx); err != nil {
		return c, err
	}
	prepare := func(text string) (stmt *sql.Stmt, err error) {
		if stmt, err = c.PrepareContext(ctx, text); err != nil {
			err = fmt.Errorf("preparing %q: %w", text, err)
		}
		return stmt, err
	}
	for i, text := range texts {
		if i == touch {
			text = touches
		}
		if c.control[i], err = prepare(text); err != nil {
			return c, err
		}
	}
	for i, text := range statements {
		if c.stmts[i], err = prepare(text); err != nil {
			return c, err
		}
	}
	return c, nil
}

// Run runs the statement of that number.
func (c *Conn) Run(n int, args ...any) (sql.Result, error) {
	return c.stmts[n].ExecContext(background, args...)
}

// Row is the one row that the statement of that number answers with.
func (c *Conn) Row(n int, args ...any) *sql.Row {
	return c.stmts[n].QueryRowContext(background, args...)
}

func (c *Conn) exec(control int) error {
	_, err := c.control[control].ExecContext(background)
	return err
}

// Close closes the connection and its pool.
func (c *Conn) Close() error {
	var all []error
	for _, stmt := range append(c.control[:], c.stmts...) {
		if stmt != nil {
			all = append(all, stmt.Close())
		}
	}
	if c.Conn != nil {
		all = append(all, c.Conn.Close())
	}
	return errors.Join(append(all, c.db.Close())...)
}
