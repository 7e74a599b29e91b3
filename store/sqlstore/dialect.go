package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
)

// A Dialect describes how a kind of database differs from others.
type Dialect struct {
	Postgres bool           // use the PostgreSQL text of the few statements that have two versions
	Snapshot *sql.TxOptions // for reading one snapshot; nil: the default options are enough
	// Advice returns what the host can do about an error of the database. It returns "" for an error that the database
	// did not cause.
	Advice func(error) string
	// Damaged reports whether an error means that the database is damaged.
	Damaged func(error) bool
	// Transient reports whether another attempt may succeed a moment later. A nil function means never.
	Transient func(error) bool
	// Aborts means that after a refused statement, no other can run until the whole entry has been undone.
	Aborts bool
}

// InsertLine is the index in Dialect.Writes of the statement that inserts a line. A test replaces the statement to
// remove its safeguard.
var InsertLine = int(insertLine)

// Writes returns the statements of the writer.
func (d Dialect) Writes() []string { return d.texts(writes) }

// Reads returns the statements of the readers.
func (d Dialect) Reads() []string { return d.texts(reads) }

func (d Dialect) texts(all []statement) []string {
	texts := make([]string, len(all))
	for i, s := range all {
		texts[i] = s.sqlite
		if d.Postgres {
			texts[i] = s.postgres
		}
	}
	return texts
}

// A statement holds the SQL text for each kind of database. Most texts are the same: both databases number their
// parameters $1, $2 …, and the first PostgreSQL migration defines missing functions of SQLite, such as iif.
type statement struct{ sqlite, postgres string }

// write is the index of a statement of the writer.
type write int

// query is the index of a statement of the readers.
type query int

// writes are all statements of the writer, and reads are all statements of the readers. Each source file registers its
// own statements.
var writes, reads []statement

func toWrite(text string) write { return toWriteEach(text, text) }

// toWriteEach registers a statement that has a different text for PostgreSQL.
func toWriteEach(sqlite, postgres string) write {
	writes = append(writes, statement{sqlite, postgres})
	return write(len(writes) - 1)
}

func toRead(text string) query {
	reads = append(reads, statement{text, text})
	return query(len(reads) - 1)
}

// statements are the statements of the readers. Each is prepared at its first use, so that a start doesn't wait for all
// of them.
type statements struct {
	texts []string
	mu    sync.Mutex
	stmts map[query]*sql.Stmt
}

func (a *statements) prepare(ctx context.Context, db *sql.DB, q query) (*sql.Stmt, error) {
	if stmt := a.find(q); stmt != nil {
		return stmt, nil
	}
	stmt, err := db.PrepareContext(ctx, a.texts[q]) // another goroutine may prepare the statement first
	if err != nil {
		return nil, fmt.Errorf("preparing %q: %w", a.texts[q], err)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if first := a.stmts[q]; first != nil {
		return first, stmt.Close()
	}
	if a.stmts == nil {
		a.stmts = map[query]*sql.Stmt{}
	}
	a.stmts[q] = stmt
	return stmt, nil
}

// find returns the statement of a query, or nil if the statement has not been prepared.
func (a *statements) find(q query) *sql.Stmt {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.stmts[q]
}

func (a *statements) close() (err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, stmt := range a.stmts {
		err = errors.Join(err, stmt.Close())
	}
	a.stmts = nil
	return err
}
