// Package sqlstore keeps what package store speaks of in the tables of a database that speaks SQL, whichever
// it is: the same statements for all, but for what a Dialect says otherwise. How the database is reached,
// made and looked after is for the packages of the stores.
package sqlstore

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"settable/store"
	"settable/store/writer"
)

// Parts are the parts of a store that are the same in every database.
type Parts struct {
	journal
	dailies
	ledger
	nights
	plans
	boards
	settings
	persons
	servers
	program
}

// The parts are what the contract of a store is made of: what their methods promise stands at the interfaces
// of package store, and here how they keep it.
type (
	journal  struct{ *Base }
	dailies  struct{ *Base }
	ledger   struct{ *Base }
	nights   struct{ *Base }
	plans    struct{ *Base }
	boards   struct{ *Base }
	settings struct{ *Base }
	persons  struct{ *Base }
	servers  struct{ *Base }
	program  struct{ *Base }
)

// Base is what the Parts share: the ways to the writer and the readers, and of which shard they are.
// Several views of one database have the same connections.
type Base struct {
	*connections
	lease store.Lease  // under which everything is written; the zero Lease: none
	lost  func()       // is told when a write finds that it is another's
	over  *atomic.Bool // no more is asked through this view
}

// connections lead to what is written and to what is read.
type connections struct {
	Readers *sql.DB
	Tx      *Tx            // of the writer's jobs alone; nil: read only
	Writer  *writer.Writer // nil: read only
	Chain   store.Chain

	name    string // of the database, as errors say it
	dialect Dialect
	asked   asked
	people  people
	counts  counts
	key     []byte // the database's own secret
}

// New has a database of that name keep books in its dialect. It can be used when Read, and Start where it is
// written, have put the ways to it in place.
func New(name string, d Dialect) *Base {
	texts := d.all(reads)
	return &Base{lost: func() {}, over: &atomic.Bool{}, connections: &connections{name: name, dialect: d,
		asked: asked{texts: texts}, people: people{asked: asked{texts: texts}}}}
}

// View lists what belongs to the servers of a leased shard alone, and writes only while the lease holds. lost
// is told once that it does not.
func (b *Base) View(l store.Lease, lost func()) *Base {
	return &Base{connections: b.connections, lease: l, lost: sync.OnceFunc(lost), over: &atomic.Bool{}}
}

// Close waits for what was written through this view, which ends with that. The others go on.
func (b *Base) Close() error {
	if b.over.Swap(true) || b.Writer == nil {
		return nil
	}
	if err := b.idle(context.Background()); !errors.Is(err, store.ErrClosed) {
		return err
	}
	return nil // all is written
}

// idle has the writer come to it, behind all that was written before, and make every outcome known.
func (b *Base) idle(ctx context.Context) error {
	return b.Writer.Write(ctx, &writer.Job{Do: func() error { return nil }, Idle: true})
}

// within puts the shard behind the arguments of a statement that lists: which part of how many.
func (b *Base) within(args ...any) []any {
	return append(args, b.lease.Shard.K, max(1, b.lease.Shard.Of))
}

// ofShard narrows a statement to the servers of a shard, whose arguments are those after that one.
func ofShard(before int) string {
	return fmt.Sprintf(`(guild >> 22) %% ?%d = ?%d `, before+2, before+1)
}

// Parts are all of them.
func (b *Base) Parts() Parts {
	return Parts{journal{b}, dailies{b}, ledger{b}, nights{b}, plans{b}, boards{b}, settings{b}, persons{b},
		servers{b}, program{b}}
}

// Read has questions asked of readers. Who people are is looked up on a connection of its own, so that it can
// be asked in the middle of an answer.
func (b *Base) Read(ctx context.Context, readers, people *sql.DB) (err error) {
	b.Readers, b.people.db = readers, people
	if b.key, err = keyOf(ctx, b); err == nil {
		b.Chain = store.NewChain(b.key)
	}
	return err
}

// Start has the writer begin. What Read found must be there.
func (b *Base) Start(conn *writer.Conn, opt writer.Options) {
	b.people.keep(opt.Fence == nil)
	b.Tx = &Tx{Conn: conn, chain: b.Chain, key: b.key, dialect: b.dialect, reads: b.asked.texts}
	opt.Database, opt.Undone = b.name, b.Tx.cache.forget
	if opt.Fence != nil {
		opt.Fence = b.Tx.cache.fenced(opt.Fence)
	}
	opt.Advice, opt.Damaged = b.dialect.Advice, b.dialect.Damaged
	b.Writer = writer.Start(conn, opt)
}

// Stop writes what is queued and closes the readers. The connection of the writer stays open.
func (b *Base) Stop() error {
	if b.Writer != nil {
		b.Writer.Close()
	}
	all := []error{b.asked.close(), b.people.asked.close()}
	for _, pool := range []*sql.DB{b.Readers, b.people.db} {
		if pool != nil {
			all = append(all, pool.Close())
		}
	}
	return errors.Join(all...)
}

// Write has play run by the writer, inside a transaction that it shares with
// whoever waits at the same time, and says whether it was committed. After a
// commit that failed, written tells whether it is written all the same.
func (b *Base) Write(ctx context.Context, play func(*Tx) error, written func(*Tx) (bool, error)) error {
	j := &writer.Job{Do: func() error { return b.Tx.play(play) }}
	if written != nil {
		j.Written = func() (bool, error) { return written(b.Tx) }
	}
	return b.queue(ctx, j)
}

// writeLater is Write for what only spares work after a crash: it goes along with
// the next commit, and makes one of its own when none comes for a while.
func (b *Base) writeLater(ctx context.Context, play func(*Tx) error) error {
	return b.queue(ctx, &writer.Job{Do: func() error { return b.Tx.play(play) }, Deferrable: true})
}

func (b *Base) queue(ctx context.Context, j *writer.Job) error {
	switch {
	case b.Writer == nil:
		return errors.Join(ctx.Err(), store.ErrReadOnly)
	case b.over.Load():
		return store.ErrClosed
	}
	j.Lease = b.lease
	err := b.Writer.Write(ctx, j)
	if errors.Is(err, store.ErrLost) {
		b.lost()
	}
	return err
}

func (b *Base) prepared(ctx context.Context, q query) (*sql.Stmt, error) {
	if b.over.Load() {
		return nil, store.ErrClosed
	}
	return b.asked.prepared(ctx, b.Readers, q)
}

func (b *Base) query(ctx context.Context, q query, args ...any) (*manyRows, error) {
	stmt, err := b.prepared(ctx, q)
	if err == nil {
		args, err = numbered(&b.people, args)
	}
	if err != nil {
		return nil, err
	}
	rows, err := stmt.QueryContext(ctx, args...)
	return &manyRows{rows, &b.people}, err
}

func (b *Base) row(ctx context.Context, q query, args ...any) row {
	stmt, err := b.prepared(ctx, q)
	if err == nil {
		args, err = numbered(&b.people, args)
	}
	if err != nil {
		return oneRow{err: err}
	}
	return oneRow{Row: stmt.QueryRowContext(ctx, args...), who: &b.people}
}

// glance has the readers look at one moment, however the bot goes on; most often they are asked these.
func (b *Base) glance(ctx context.Context, often []query, look func(asker) error) (err error) {
	for _, q := range often {
		if _, err := b.prepared(ctx, q); err != nil {
			return err
		}
	}
	tx, err := b.Readers.BeginTx(ctx, b.dialect.Glance)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, tx.Rollback()) }()
	return look(inTransaction{tx, &b.asked, &b.people})
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
func collect[T any](rows rows, scan func(row) (T, error)) (all []T, err error) {
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		one, err := scan(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, rows.Err()
}

// cells reads a row by the places of its cells in what it tells of.
func cells[T any](places func(*T) []any) func(row) (T, error) {
	return func(r row) (of T, err error) {
		err = r.Scan(places(&of)...)
		return of, err
	}
}

// alone reads a row of one cell.
func alone[T any](r row) (is T, err error) {
	err = r.Scan(&is)
	return is, err
}

// whoseAre says of what was asked for whose it is, as far as a host can know it: of a player nothing is told.
func whoseAre(what string, args []any) string {
	for _, arg := range args {
		of := ""
		switch arg.(type) {
		case store.GuildID:
			of = "guild"
		case store.ChannelID:
			of = "channel"
		case store.NightID:
			of = "night"
		case store.TableID:
			of = "table"
		}
		if of != "" && fmt.Sprint(arg) != "0" {
			what += fmt.Sprintf(" of %s %d", of, arg)
		}
	}
	return what
}

// listed is a list of numbers as statements read it. Of none it is empty, not null, which to one database is
// a number of its own and to another a fault.
func listed[T ~int64](numbers []T) (string, error) {
	list, err := json.Marshal(append([]T{}, numbers...))
	return string(list), err
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

// instant is the place of a cell with a time, as nanos has it.
type instant time.Time

func (at *instant) Scan(cell any) error {
	n, is := cell.(int64)
	switch {
	case !is:
		return fmt.Errorf("%v is no time", cell)
	case n == 0:
		*at = instant{}
	default:
		*at = instant(time.Unix(0, n).UTC())
	}
	return nil
}

// millis is the place of a cell with how long something took.
type millis time.Duration

func (long *millis) Scan(cell any) error {
	var n sql.Null[int64]
	err := n.Scan(cell)
	if err == nil && !n.Valid {
		err = errors.New("nothing says how long it took")
	}
	*long = millis(time.Duration(n.V) * time.Millisecond)
	return err
}
