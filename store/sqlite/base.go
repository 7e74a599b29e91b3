package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"time"

	"settable/store"
	"settable/store/sqlite/dbfile"
	"settable/store/sqlite/writer"
)

// base is what the parts of a DB share: the way to the writer and the readers.
type base struct {
	path    string
	file    *dbfile.File
	writer  *writer.Writer // nil: read only
	tx      *transaction   // of the writer's jobs alone
	readers *sql.DB
	asked   asked
	people  people
	chain   store.Chain
	key     []byte // the database's own secret
}

// write has play run by the writer, inside a transaction that it shares with
// whoever waits at the same time, and says whether it was committed. After a
// commit that failed, written tells whether it is written all the same.
func (b *base) write(ctx context.Context, play func(*transaction) error,
	written func(*transaction) (bool, error)) error {
	j := &writer.Job{Do: func() error { return play(b.tx) }}
	if written != nil {
		j.Written = func() (bool, error) { return written(b.tx) }
	}
	return b.queue(ctx, j)
}

// writeLater is write for what only spares work after a crash: it goes along with
// the next commit, and makes one of its own when none comes for a while.
func (b *base) writeLater(ctx context.Context, play func(*transaction) error) error {
	return b.queue(ctx, &writer.Job{Do: func() error { return play(b.tx) }, Deferrable: true})
}

func (b *base) queue(ctx context.Context, j *writer.Job) error {
	if b.writer == nil {
		return errors.Join(ctx.Err(), store.ErrReadOnly)
	}
	return b.writer.Write(ctx, j)
}

func (b *base) query(ctx context.Context, q query, args ...any) (*manyRows, error) {
	stmt, err := b.asked.prepared(ctx, b.readers, q)
	if err == nil {
		args, err = numbered(&b.people, args)
	}
	if err != nil {
		return nil, err
	}
	rows, err := stmt.QueryContext(ctx, args...)
	return &manyRows{rows, &b.people}, err
}

func (b *base) row(ctx context.Context, q query, args ...any) row {
	stmt, err := b.asked.prepared(ctx, b.readers, q)
	if err == nil {
		args, err = numbered(&b.people, args)
	}
	if err != nil {
		return oneRow{err: err}
	}
	return oneRow{Row: stmt.QueryRowContext(ctx, args...), who: &b.people}
}

// glance has the readers look at one moment, however the bot goes on; most often they are asked these.
func (b *base) glance(ctx context.Context, often []query, look func(asker) error) (err error) {
	for _, q := range often {
		if _, err := b.asked.prepared(ctx, b.readers, q); err != nil {
			return err
		}
	}
	tx, err := b.readers.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, tx.Rollback()) }()
	return look(inside{tx, &b.asked, &b.people})
}

// asked are the statements of the readers. Each is prepared when it is first asked: a
// start waits for none of them.
type asked struct {
	mu    sync.Mutex
	stmts map[query]*sql.Stmt
}

func (a *asked) prepared(ctx context.Context, db *sql.DB, q query) (*sql.Stmt, error) {
	if stmt := a.known(q); stmt != nil {
		return stmt, nil
	}
	stmt, err := db.PrepareContext(ctx, reads[q]) // another may do so too, and come first
	if err != nil {
		return nil, fmt.Errorf("preparing %q: %w", reads[q], err)
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

// known is the statement of a query that was asked before, or nil.
func (a *asked) known(q query) *sql.Stmt {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.stmts[q]
}

func (a *asked) close() (err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, stmt := range a.stmts {
		err = errors.Join(err, stmt.Close())
	}
	a.stmts = nil
	return err
}

// write names a statement of the writer.
type write int

// query names a statement of the readers.
type query int

// writes are all statements of the writer, and reads those of the readers. Each file adds
// its own.
var writes, reads []string

func toWrite(text string) write {
	writes = append(writes, text)
	return write(len(writes) - 1)
}

func toRead(text string) query {
	reads = append(reads, text)
	return query(len(reads) - 1)
}

type row interface{ Scan(...any) error }

// rows are what a question is answered with, one after the other.
type rows interface {
	row
	Next() bool
	Err() error
	Close() error
}

// collect reads rows to their end and closes them.
func collect[T any](rows rows, scan func(row) (T, error), what string) (all []T, err error) {
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		one, err := scan(rows)
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", what, err)
		}
		all = append(all, one)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("reading %s: %w", what, err)
	}
	return all, nil
}

func orNull(s store.Source) any {
	if s == "" {
		return nil
	}
	return string(s)
}

// nanos is t as the database keeps it; 0, which every CHECK refuses, for the zero time.
func nanos(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixNano()
}

func moment(n int64) time.Time {
	if n == 0 {
		return time.Time{}
	}
	return time.Unix(0, n).UTC()
}
