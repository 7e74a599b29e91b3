package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
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
	reads   []*sql.Stmt // by query
	chain   store.Chain
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

func (b *base) query(ctx context.Context, q query, args ...any) (*sql.Rows, error) {
	return b.reads[q].QueryContext(ctx, args...)
}

func (b *base) row(ctx context.Context, q query, args ...any) *sql.Row {
	return b.reads[q].QueryRowContext(ctx, args...)
}

// write names a statement of the writer.
type write int

// query names a statement of the readers.
type query int

// writes and reads are all statements, prepared when a database is opened. Each
// file adds its own.
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

// collect reads rows to their end and closes them.
func collect[T any](rows *sql.Rows, scan func(row) (T, error), what string) (all []T, err error) {
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
