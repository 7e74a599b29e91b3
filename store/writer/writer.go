// Package writer is the one goroutine that writes a database. Jobs that wait at
// the same time share a commit; each is answered after it, by what is on the
// disk.
package writer

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"settable/store"
)

// Writer has the queue of what is to be written. Its methods may be called by
// many goroutines.
type Writer struct {
	conn    *Conn
	undone  func()
	ruinous func(error) bool // says that nothing more must be written
	fence   Fence
	again   func(error) bool

	gate   sync.RWMutex // held for reading while a job is put into the queue
	queue  chan *Job
	closed bool
	done   chan struct{} // closed when all is written
	asked  chan struct{} // is taken from by the goroutine of the writer, if it answers

	// Only the goroutine of the writer touches these.
	trouble trouble
	outcome outcome
	damaged error // nothing is written any more
	watch   Watch
}

// Options are what a Writer is told.
type Options struct {
	Queue    int          // how many jobs may wait
	Database string       // as the log names it
	Log      *slog.Logger // is told of a disk that fails
	Watch    Watch
	Undone   func() // is called after each rollback, before anything else is done on the connection
	// Advice is what the host should know of an error of the database; empty: it is none.
	Advice func(error) string
	// Damaged says whether the database was found damaged: what is written from then on could make it worse.
	Damaged func(error) bool
	// Fence begins the transactions; nil: nobody else writes.
	Fence Fence
	// Again says of an error of one job that it was others' doing, and the job may be done once more.
	Again func(error) bool
}

// Fence begins a transaction and says which of the leases hold, and sees to it that those do until its end.
// Of each job that is one; the zero Lease is of jobs that have none. An error ends the connection.
type Fence func(*sql.Conn, []store.Lease) (holds func(store.Lease) bool, err error)

// Watch sees whether what is written is still there. Nobody watches where its functions are nil.
type Watch struct {
	Check func() error // before each commit, and every CheckEvery while nobody writes
	Note  func() error // after each commit, before anybody is told of it
	Lost  func(error)  // is told once that it is not
}

// CheckEvery is how often the writer looks while nobody writes.
const CheckEvery = 10 * time.Second

// Job is one write that waits for its commit.
type Job struct {
	// Do writes, in a transaction that the job shares with others. Where it fails
	// it alone is undone.
	Do func() error
	// Written looks by the job's key whether it is written; nil: it has none.
	Written func() (bool, error)
	// Deferrable is a job of which nobody is told that it is written: it may wait for
	// another's commit.
	Deferrable bool
	// Lease is what the job is written under. Once it is lost the job is not done: its answer is store.ErrLost.
	Lease store.Lease
	// Idle is a job that writes nothing, and needs no lease.
	Idle bool

	taken atomic.Bool // by the writer, or by a caller who no longer wants it
	done  chan error  // has room for the one answer
}

// Start has a goroutine write the jobs of a queue, until Close.
func Start(conn *Conn, opt Options) *Writer {
	w := &Writer{
		conn: conn, undone: opt.Undone, ruinous: opt.Damaged, fence: opt.Fence, again: opt.Again,
		queue: make(chan *Job, opt.Queue), done: make(chan struct{}), asked: make(chan struct{}),
		trouble: newTrouble(opt), watch: opt.Watch,
	}
	go w.run()
	return w
}

// Write queues a job and says whether it was committed. ctx can end the wait
// only until the writer has taken the job.
func (w *Writer) Write(ctx context.Context, j *Job) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	answer, err := w.Put(j)
	if err != nil {
		return err
	}
	select {
	case err := <-answer:
		return err
	case <-ctx.Done():
		if j.taken.CompareAndSwap(false, true) {
			return ctx.Err()
		}
		return <-answer
	}
}

// Put queues a job; its answer comes later. The error is store.ErrFull or
// store.ErrClosed.
func (w *Writer) Put(j *Job) (answer <-chan error, err error) {
	j.done = make(chan error, 1)
	w.gate.RLock()
	defer w.gate.RUnlock()
	if w.closed {
		return nil, store.ErrClosed
	}
	select {
	case w.queue <- j:
		return j.done, nil
	default:
		return nil, store.ErrFull
	}
}

// Answers returns when the goroutine of the writer comes to it, though the disk may refuse what it writes.
func (w *Writer) Answers(ctx context.Context) error {
	select {
	case w.asked <- struct{}{}:
		return nil
	case <-w.done:
		return store.ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Waiting is how many jobs wait.
func (w *Writer) Waiting() int { return len(w.queue) }

// Trouble is why the last commit failed, and what to do; "": it did not.
func (w *Writer) Trouble() string { return *w.trouble.now.Load() }

// Close writes what is queued. The connection is closed by Conn.Close.
func (w *Writer) Close() {
	w.gate.Lock()
	w.closed = true
	close(w.queue)
	w.gate.Unlock()
	<-w.done
}

// commit plays the jobs in one transaction and answers each. A job that fails
// is undone alone; when the commit fails, all have failed.
func (w *Writer) commit(jobs []*Job) {
	taken := make([]*Job, 0, len(jobs))
	for _, j := range jobs {
		if j.taken.CompareAndSwap(false, true) {
			taken = append(taken, j)
		}
	}
	if len(taken) == 0 {
		return
	}
	if err := w.ready(); err != nil {
		for _, j := range taken {
			j.done <- err
		}
		return
	}
	answers, err := w.transact(taken)
	if err == nil {
		if lost := w.missed(w.watch.Note); lost != nil {
			for i := range answers { // it is written where nobody will find it
				answers[i] = lost
			}
		}
	}
	if err != nil {
		answers = w.failed(taken, err)
	} else {
		w.trouble.over()
	}
	for i, j := range taken {
		j.done <- answers[i]
	}
}

func (w *Writer) transact(jobs []*Job) ([]error, error) {
	holds, err := w.begin(jobs)
	if err != nil {
		return nil, fmt.Errorf("beginning a transaction: %w", err)
	}
	answers := make([]error, len(jobs))
	for i, j := range jobs {
		if !j.Idle && !holds(j.Lease) {
			answers[i] = store.ErrLost
			continue
		}
		var err error
		if answers[i], err = w.try(j); err != nil {
			return nil, w.rollBack(err)
		}
	}
	if err := w.conn.exec(commit); err != nil {
		w.outcome.unknown = true
		return nil, w.rollBack(fmt.Errorf("committing: %w", err))
	}
	return answers, nil
}

// mostTries is how often a job is done that meets what others do.
const mostTries = 4

// try does one job inside a savepoint. The second error means that the whole
// transaction is lost: SQLite rolls back by itself on a full disk, and what came
// after would then be committed bit by bit.
func (w *Writer) try(j *Job) (answer, lost error) {
	if err := w.conn.exec(savepoint); err != nil {
		return nil, fmt.Errorf("beginning an entry: %w", err)
	}
	for tries := 1; ; tries++ {
		if answer = j.Do(); answer == nil {
			break
		}
		if w.trouble.advice(answer) != "" {
			return nil, answer
		}
		w.undone()
		if err := w.conn.exec(undo); err != nil {
			return nil, fmt.Errorf("undoing a failed entry: %w", errors.Join(answer, err))
		}
		if w.again == nil || !w.again(answer) || tries == mostTries {
			break
		}
	}
	if err := w.conn.exec(release); err != nil {
		return nil, fmt.Errorf("ending an entry: %w", err)
	}
	return answer, nil
}

// begin begins a transaction, and knows then of all jobs which of their leases hold.
func (w *Writer) begin(jobs []*Job) (holds func(store.Lease) bool, err error) {
	if w.fence == nil {
		return func(store.Lease) bool { return true }, w.conn.exec(begin)
	}
	var leases []store.Lease
	for _, j := range jobs {
		if !j.Idle && !slices.Contains(leases, j.Lease) {
			leases = append(leases, j.Lease)
		}
	}
	err = w.conn.start(func(c *sql.Conn) (err error) {
		holds, err = w.fence(c, leases)
		return err
	})
	return holds, err
}

func (w *Writer) rollBack(why error) error {
	w.undone()
	// Where SQLite has rolled back already this fails, and that is well.
	_ = w.conn.exec(rollback)
	return why
}
