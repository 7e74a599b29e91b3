package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"settable/store"
)

// batch is how many orders share one commit at most: enough to make the sync
// of the disk cheap, few enough that the first of them does not wait long.
const batch = 256

// order is one write that waits for its commit.
type order struct {
	play   func(*pen) error
	stands func(*pen) (bool, error) // looks by its key whether it is written; nil: it has none
	spare  bool                     // nobody is told that it is written: it may wait for another's commit
	taken  atomic.Bool              // by the writer, or by a caller who no longer wants it
	done   chan error               // has room for the one answer
}

// write has play run by the writer, inside a transaction that it shares with
// whoever waits at the same time, and says whether it was committed. After a
// commit that failed, stands tells whether it is written all the same.
func (s *DB) write(ctx context.Context, play func(*pen) error, stands func(*pen) (bool, error)) error {
	return s.order(ctx, &order{play: play, stands: stands})
}

// note is write for what only spares work after a crash: it goes along with the
// next commit, and makes one of its own when none comes for a while.
func (s *DB) note(ctx context.Context, play func(*pen) error) error {
	return s.order(ctx, &order{play: play, spare: true})
}

func (s *DB) order(ctx context.Context, o *order) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	o.done = make(chan error, 1)
	if err := s.put(o); err != nil {
		return err
	}
	select {
	case err := <-o.done:
		return err
	case <-ctx.Done():
		if o.taken.CompareAndSwap(false, true) {
			return ctx.Err()
		}
		return <-o.done
	}
}

func (s *DB) put(o *order) error {
	if s.queue == nil {
		return store.ErrReadOnly
	}
	s.gate.RLock()
	defer s.gate.RUnlock()
	if s.closed {
		return store.ErrClosed
	}
	select {
	case s.queue <- o:
		return nil
	default:
		return store.ErrFull
	}
}

// writing is the writer: the only goroutine that holds the pen. It ends when
// the queue is closed and empty.
func (s *DB) writing() {
	defer close(s.done)
	orders := make([]*order, 0, batch)
	for {
		select {
		case first, open := <-s.queue:
			if !open {
				return
			}
			orders = s.waiting(append(orders[:0], first))
			if spare(orders) {
				orders = s.linger(orders)
			}
			s.pen.commit(orders)
			clear(orders)
		case <-s.pen.doubt.again:
			s.pen.settleLater()
		}
	}
}

// waiting adds what else waits for the same commit.
func (s *DB) waiting(orders []*order) []*order {
	for len(orders) < batch {
		select {
		case o, open := <-s.queue:
			if !open {
				return orders
			}
			orders = append(orders, o)
		default:
			return orders
		}
	}
	return orders
}

// lull is how long what may wait does wait for another's commit.
const lull = 40 * time.Millisecond

// linger waits for an order that may not wait, and for what else comes.
func (s *DB) linger(orders []*order) []*order {
	enough := time.NewTimer(lull)
	defer enough.Stop()
	for spare(orders) && len(orders) < batch {
		select {
		case o, open := <-s.queue:
			if !open {
				return orders
			}
			orders = s.waiting(append(orders, o))
		case <-enough.C:
			return orders
		}
	}
	return orders
}

// spare says whether all of them may wait.
func spare(orders []*order) bool {
	return !slices.ContainsFunc(orders, func(o *order) bool { return !o.spare })
}

// forever: a statement of the writer is never cut off half-way.
var forever = context.Background()

// pen is the one connection that writes.
type pen struct {
	db    *sql.DB
	conn  *sql.Conn
	stmts [writeCount]*sql.Stmt
	known known

	trouble trouble
	doubt   doubt
	end     error // the database is damaged: nothing is written any more
}

// commit plays the orders in one transaction and answers each. An order that
// fails is undone alone; when the commit fails, all have failed.
func (p *pen) commit(orders []*order) {
	taken := make([]*order, 0, len(orders))
	for _, o := range orders {
		if o.taken.CompareAndSwap(false, true) {
			taken = append(taken, o)
		}
	}
	if len(taken) == 0 {
		return
	}
	if err := p.ready(); err != nil {
		for _, o := range taken {
			o.done <- err
		}
		return
	}
	answers, err := p.transact(taken)
	if err != nil {
		answers = p.judge(taken, err)
	} else {
		p.trouble.over()
	}
	for i, o := range taken {
		o.done <- answers[i]
	}
}

func (p *pen) transact(orders []*order) ([]error, error) {
	if _, err := p.exec(begin); err != nil {
		return nil, fmt.Errorf("beginning a transaction: %w", err)
	}
	answers := make([]error, len(orders))
	for i, o := range orders {
		var err error
		if answers[i], err = p.try(o); err != nil {
			return nil, p.giveUp(err)
		}
	}
	if _, err := p.exec(commit); err != nil {
		p.doubt.open = true
		return nil, p.giveUp(fmt.Errorf("committing: %w", err))
	}
	return answers, nil
}

// try plays one order inside a savepoint. The second error means that the
// whole transaction is lost: SQLite rolls back by itself on a full disk, and
// what came after would then be committed bit by bit.
func (p *pen) try(o *order) (answer, lost error) {
	if _, err := p.exec(savepoint); err != nil {
		return nil, fmt.Errorf("beginning an entry: %w", err)
	}
	if answer = o.play(p); answer != nil {
		if ailment(answer) != "" {
			return nil, answer
		}
		p.known.forget()
		if _, err := p.exec(undo); err != nil {
			return nil, fmt.Errorf("undoing a failed entry: %w", errors.Join(answer, err))
		}
	}
	if _, err := p.exec(release); err != nil {
		return nil, fmt.Errorf("ending an entry: %w", err)
	}
	return answer, nil
}

func (p *pen) giveUp(why error) error {
	p.known.forget()
	// Where SQLite has rolled back already this fails, and that is well.
	_, _ = p.exec(rollback)
	return why
}

func (p *pen) exec(w write, args ...any) (sql.Result, error) {
	return p.stmts[w].ExecContext(forever, args...)
}

// has runs a statement that answers yes or no.
func (p *pen) has(w write, args ...any) (yes bool, err error) {
	err = p.stmts[w].QueryRowContext(forever, args...).Scan(&yes)
	return yes, err
}

// unplayed is ErrPlayed where the source was seen at any table.
func (p *pen) unplayed(source store.Source) error {
	if source == "" {
		return nil
	}
	seen, err := p.has(selectPlayed, string(source))
	if err == nil && seen {
		err = store.ErrPlayed
	}
	return err
}

// last is the number of the last line of an open table.
func (p *pen) last(id store.TableID) (n int, err error) {
	var over bool
	err = p.stmts[selectLast].QueryRowContext(forever, id).Scan(&over, &n)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return 0, store.ErrNoTable
	case err == nil && over:
		return n, store.ErrOver
	}
	return n, err
}

func (p *pen) close() error {
	var all []error
	for _, stmt := range p.stmts {
		if stmt != nil {
			all = append(all, stmt.Close())
		}
	}
	if p.conn != nil {
		all = append(all, p.conn.Close())
	}
	return errors.Join(append(all, p.db.Close())...)
}
