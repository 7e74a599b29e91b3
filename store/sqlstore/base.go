// Package sqlstore implements the contract of package store with an SQL database. The statements are the same for all
// databases, except where a Dialect changes them. The packages of the stores open, create and maintain the databases.
package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"settable/store"
	"settable/store/writer"
)

// Store implements store.Store for any database, except for Alive, Beat, Erase and Close, which the database packages
// add. The interfaces document the methods; the comments here explain the implementation.
type Store struct{ base *Base }

// Base holds the parts that a Store shares with its database: the writer, the readers, and the lease of a shard.
// Several views of one database share the same connections.
type Base struct {
	*connections
	lease  store.Lease  // the lease under which all writes are made; the zero Lease: none
	lost   func()       // called when a write finds that another process has the lease
	closed *atomic.Bool // this view is closed
}

// connections holds everything that all views of a database share.
type connections struct {
	Readers *sql.DB
	Tx      *Tx            // only for the writer's jobs; nil: read only
	Writer  *writer.Writer // nil: read only
	Chain   store.Chain

	name       string // the name of the database in errors
	dialect    Dialect
	statements statements
	counts     counts
	key        []byte // the database's own secret
}

// New returns the Base of a database with the given name and dialect. Before the first read, call Read; before the
// first write, also call Start.
func New(name string, d Dialect) *Base {
	return &Base{lost: func() {}, closed: &atomic.Bool{}, connections: &connections{name: name, dialect: d,
		statements: statements{texts: d.Reads()}}}
}

// View returns a view of the database that lists only data of the servers of a leased shard, and writes only while the
// lease is valid. It calls lost once, when a write finds that the lease is no longer valid.
func (b *Base) View(l store.Lease, lost func()) *Base {
	return &Base{connections: b.connections, lease: l, lost: sync.OnceFunc(lost), closed: &atomic.Bool{}}
}

// Close closes this view after its pending writes. Other views stay open.
func (b *Base) Close() error {
	if b.closed.Swap(true) || b.Writer == nil {
		return nil
	}
	if err := b.drain(context.Background()); !errors.Is(err, store.ErrClosed) {
		return err
	}
	return nil // all writes are finished
}

// drain waits until the writer has finished everything that was queued before, and has resolved every unknown outcome.
func (b *Base) drain(ctx context.Context) error {
	return b.Writer.Write(ctx, &writer.Job{Do: func() error { return nil }, Idle: true})
}

// withShard appends the index of the shard and the number of shards to the arguments of a statement that ends with
// inShard.
func (b *Base) withShard(args ...any) []any {
	return append(args, b.lease.Shard.K, max(1, b.lease.Shard.Of))
}

// inShard returns a condition that limits a statement to the servers of a shard. Its two parameters are numbered from
// before+1.
func inShard(before int) string {
	return fmt.Sprintf(`(guild >> 22) %% $%d = $%d `, before+2, before+1)
}

// Store returns the store that reads and writes through b.
func (b *Base) Store() *Store { return &Store{b} }

// Read sets the connections for reading.
func (b *Base) Read(ctx context.Context, readers *sql.DB) (err error) {
	b.Readers = readers
	if b.key, err = readKey(ctx, b); err == nil {
		b.Chain = store.NewChain(b.key)
	}
	return err
}

// Start starts the writer. Call Read first.
func (b *Base) Start(conn *writer.Conn, opt writer.Options) {
	b.Tx = &Tx{Conn: conn, chain: b.Chain, key: b.key, dialect: b.dialect, reads: b.statements.texts}
	opt.Database, opt.Undone = b.name, b.Tx.cache.forget
	if opt.Fence != nil {
		opt.Fence = b.Tx.cache.wrapFence(opt.Fence)
	}
	opt.Advice, opt.Damaged = b.dialect.Advice, b.dialect.Damaged
	b.Writer = writer.Start(conn, opt)
}

// Stop finishes the queued writes and closes the readers. It leaves the connection of the writer open.
func (b *Base) Stop() error {
	if b.Writer != nil {
		b.Writer.Close()
	}
	err := b.statements.close()
	if b.Readers != nil {
		err = errors.Join(err, b.Readers.Close())
	}
	return err
}

// A job is a write that waits for the writer.
type job struct {
	// whose finds the guild that the write is about. It is nil if there is none, or if the statement itself selects
	// guilds of the shard.
	whose guildFinder
	do    func(*Tx) error
	// written finds out after a failed commit whether the data was written anyway. It is nil if that can't be known.
	written func(*Tx) (bool, error)
	// deferrable marks notes that only save work after a crash. They join the next commit, and get their own commit
	// only if no other one comes for a while.
	deferrable bool
}

// Write makes the writer run a write about no guild in particular. See write.
func (b *Base) Write(ctx context.Context, do func(*Tx) error, written func(*Tx) (bool, error)) error {
	return b.write(ctx, job{do: do, written: written})
}

// write makes the writer run a job in a transaction that other waiting jobs share, and returns nil once it has been
// committed. It returns ErrElsewhere if the job's guild does not belong to the leased shard.
func (b *Base) write(ctx context.Context, j job) error {
	switch {
	case b.Writer == nil:
		return errors.Join(ctx.Err(), store.ErrReadOnly)
	case b.closed.Load():
		return store.ErrClosed
	}
	w := &writer.Job{Do: func() error { return b.run(j) }, Deferrable: j.deferrable, Lease: b.lease}
	if j.written != nil {
		w.Written = func() (bool, error) { return j.written(b.Tx) }
	}
	err := b.Writer.Write(ctx, w)
	if errors.Is(err, store.ErrLost) {
		b.lost()
	}
	return err
}

// run runs a job in the writer's transaction. If a statement of the job was undone, the job fails even if it continued
// without an error.
func (b *Base) run(j job) error {
	b.Tx.undone = nil
	if j.whose != nil && b.lease.Shard.Of > 1 {
		guild, err := j.whose(b.Tx)
		switch {
		case errors.Is(err, sql.ErrNoRows): // do reports that the row does not exist
		case err != nil:
			return err
		case guild != 0 && !b.lease.Shard.Has(guild):
			return store.ErrElsewhere
		}
	}
	if err := j.do(b.Tx); err != nil {
		return err
	}
	return b.Tx.undone
}

// execFor runs a single statement about a guild. Its errors say what was being done.
func (b *Base) execFor(ctx context.Context, whose guildFinder, doing string, w write, args ...any) error {
	err := b.write(ctx, job{whose: whose, do: func(tx *Tx) error { return errorOf(tx.exec(w, args...)) }})
	return wrapError(err, "%s", doing)
}

func (b *Base) prepare(ctx context.Context, q query) (*sql.Stmt, error) {
	if b.closed.Load() {
		return nil, store.ErrClosed
	}
	return b.statements.prepare(ctx, b.Readers, q)
}

func (b *Base) query(ctx context.Context, q query, args ...any) (*sql.Rows, error) {
	stmt, err := b.prepare(ctx, q)
	if err != nil {
		return nil, err
	}
	return stmt.QueryContext(ctx, args...)
}

func (b *Base) row(ctx context.Context, q query, args ...any) row {
	stmt, err := b.prepare(ctx, q)
	if err != nil {
		return answeredRow{b, failedRow{err}}
	}
	return answeredRow{b, stmt.QueryRowContext(ctx, args...)}
}

// failedRow is the result of a query that couldn't be run.
type failedRow struct{ err error }

func (r failedRow) Scan(...any) error { return r.err }

// answeredRow is a row that explains its errors.
type answeredRow struct {
	base *Base
	row  row
}

func (r answeredRow) Scan(into ...any) error { return r.base.explain(r.row.Scan(into...)) }

// explain adds store.ErrUnreadable to the error of a read if the database caused the error, rather than the query.
func (b *Base) explain(err error) error {
	if err == nil || errors.Is(err, store.ErrUnreadable) || b.dialect.Advice(err) == "" || b.dialect.Damaged(err) {
		return err
	}
	return fmt.Errorf("%w: %w", store.ErrUnreadable, err)
}

// snapshot runs look on a snapshot of the database. It first prepares the given statements, which look uses most often.
func (b *Base) snapshot(ctx context.Context, often []query, look func(querier) error) (err error) {
	defer func() { err = b.explain(err) }()
	for _, q := range often {
		if _, err := b.prepare(ctx, q); err != nil {
			return err
		}
	}
	tx, err := b.Readers.BeginTx(ctx, b.dialect.Snapshot)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, tx.Rollback()) }()
	return look(snapshot{tx, &b.statements})
}

// orError returns the result of a call, or, if err is not nil, the zero value and err with a description of what was
// being done.
func orError[T any](of T, err error, what string, args ...any) (T, error) {
	if err != nil {
		of = *new(T)
	}
	return of, wrapError(err, what, args...)
}

// wrapError adds a description of the failed operation to an error. It returns nil for nil.
func wrapError(err error, what string, args ...any) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", fmt.Sprintf(what, args...), err)
}
