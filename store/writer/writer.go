// Package writer provides the only goroutine that writes to a database. Jobs that wait at the same time share a commit.
// After the commit, each job gets an answer that reflects what is on disk.
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

// Writer is a queue of writes. Its methods are safe for concurrent use.
type Writer struct {
	conn         *Conn
	undone       func()
	isDamage     func(error) bool // reports whether the writer must stop writing after an error
	fence        Fence
	isContention func(error) bool

	gate   sync.RWMutex // held for reading while a job is put into the queue
	queue  chan *Job
	closed bool
	done   chan struct{} // closed when all jobs are finished
	pings  chan struct{} // received from by the writer's goroutine, to show that it responds
	pauses chan func()   // called by the writer's goroutine between two transactions

	// Only the goroutine of the writer touches these fields.
	trouble trouble
	outcome outcome
	damaged error // why nothing is written any more; nil: all is well
	watch   Watch
}

// Options are the settings of a Writer.
type Options struct {
	Queue    int          // how many jobs may wait
	Database string       // the name of the database in the log
	Log      *slog.Logger // where failures of the disk are logged
	Watch    Watch
	Undone   func() // called after each rollback, before the connection is used again
	// Advice returns what the host can do about an error of the database. It returns "" for an error that the database
	// did not cause.
	Advice func(error) string
	// Damaged reports whether an error means that the database is damaged. The writer then stops writing, because more
	// writes could make things worse.
	Damaged func(error) bool
	// Fence begins the transactions. It is nil if no other process writes to the database.
	Fence Fence
	// IsContention reports whether other processes caused the error of a job, so that the job can be retried.
	IsContention func(error) bool
}

// Fence begins a transaction, returns which of the leases are valid, and makes sure that they stay valid until its end.
// Jobs without a lease use the zero Lease, which Fence must check too. After an error, the connection is replaced.
type Fence func(*sql.Conn, []store.Lease) (holds func(store.Lease) bool, err error)

// Watch checks whether the database is still in its place. A nil Check means that nothing is checked.
type Watch struct {
	Check func() error // called before each commit, and every CheckEvery between writes
	Note  func() error // called after each commit, before the jobs are answered
	Lost  func(error)  // called once, when the database is gone
}

// CheckEvery is how often the writer checks the database between writes.
const CheckEvery = 10 * time.Second

// Job is one write that waits for its commit.
type Job struct {
	// Do writes in a transaction that the job shares with others. If Do fails, only this job is undone.
	Do func() error
	// Written looks the job up by its key and reports whether it was written. It is nil if the job has no key.
	Written func() (bool, error)
	// Deferrable means that no caller waits for the job, so it may wait for another job's commit.
	Deferrable bool
	// Lease is the lease under which the job writes. If the lease is lost, the job is not done and its answer is
	// store.ErrLost.
	Lease store.Lease
	// Idle means that the job writes nothing and therefore needs no lease.
	Idle bool

	claimed atomic.Bool // taken by the writer, or abandoned by its caller
	taken   bool        // taken by the writer, which alone reads this
	done    chan error  // with room for the one answer
}

// Start starts the goroutine that runs the jobs until Close.
func Start(conn *Conn, opt Options) *Writer {
	w := &Writer{
		conn: conn, undone: opt.Undone, isDamage: opt.Damaged, fence: opt.Fence, isContention: opt.IsContention,
		queue: make(chan *Job, opt.Queue), done: make(chan struct{}), pings: make(chan struct{}),
		pauses:  make(chan func()),
		trouble: newTrouble(opt), watch: opt.Watch,
	}
	go w.run()
	return w
}

// Write queues a job and returns nil once the job has been committed. Cancelling ctx ends the wait only until the
// writer has taken the job.
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
		if j.claimed.CompareAndSwap(false, true) {
			return ctx.Err()
		}
		return <-answer
	}
}

// Put queues a job and returns a channel for its answer. It returns store.ErrFull or store.ErrClosed if it can't queue
// the job.
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

// Answers returns nil as soon as the writer's goroutine responds, even while the disk refuses writes.
func (w *Writer) Answers(ctx context.Context) error {
	select {
	case w.pings <- struct{}{}:
		return nil
	case <-w.done:
		return store.ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Probe writes to the database without changing anything, so that Trouble describes the present. It returns ctx's error
// if ctx ends while the writer is still busy.
func (w *Writer) Probe(ctx context.Context) error {
	done := make(chan error, 1)
	select {
	case w.pauses <- func() { done <- w.probe() }:
	case <-w.done:
		return store.ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// probe does the write of Probe. Its failure leaves no doubt about what was written, because it changes nothing.
func (w *Writer) probe() error {
	if err := w.ready(); err != nil {
		return err
	}
	if err := w.touch(); err != nil {
		return w.trouble.report(err)
	}
	if err := w.checkWatch(w.watch.Note); err != nil {
		return err
	}
	w.trouble.logResolved()
	return nil
}

// touch commits a transaction that changes nothing.
func (w *Writer) touch() error {
	for _, control := range []int{begin, touch, commit} {
		if err := w.conn.exec(control); err != nil {
			return w.rollBack(err)
		}
	}
	return nil
}

// Between calls do between two transactions and returns its error. If nothing can be written now, it returns the reason
// instead.
func (w *Writer) Between(ctx context.Context, do func() error) error {
	done := make(chan error, 1)
	pause := func() {
		err := w.ready()
		if err == nil {
			err = do()
		}
		if err == nil {
			err = w.checkWatch(w.watch.Note)
		}
		done <- err
	}
	select {
	case w.pauses <- pause:
		return <-done
	case <-w.done:
		return store.ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Waiting returns how many jobs are in the queue.
func (w *Writer) Waiting() int { return len(w.queue) }

// Trouble returns why the last commit failed and what to do about it. It returns "" if the last commit succeeded.
func (w *Writer) Trouble() string { return *w.trouble.now.Load() }

// Close finishes the queued writes. It does not close the connection; Conn.Close does.
func (w *Writer) Close() {
	w.gate.Lock()
	w.closed = true
	close(w.queue)
	w.gate.Unlock()
	<-w.done
}

// commit runs the jobs in one transaction and answers each of them. If a job fails, only that job is undone; if the
// commit fails, all jobs fail. If a job fails because of another process, each job is run again in its own transaction.
// Jobs whose callers gave up before the transaction began are left out.
func (w *Writer) commit(jobs []*Job) {
	if !slices.ContainsFunc(jobs, func(j *Job) bool { return j.taken || !j.claimed.Load() }) {
		return
	}
	if err := w.ready(); err != nil {
		for _, j := range claim(jobs) {
			j.done <- err
		}
		return
	}
	holds, err := w.begin(jobs)
	taken := claim(jobs)
	var answers []error
	if err != nil {
		err = fmt.Errorf("beginning a transaction: %w", err)
	} else {
		answers, err = w.transact(taken, holds)
	}
	switch {
	case errors.Is(err, errContended):
		for _, j := range taken {
			w.commit([]*Job{j})
		}
		return
	case err != nil:
		answers = w.failJobs(taken, err)
	default:
		if lost := w.checkWatch(w.watch.Note); lost != nil {
			for i := range answers { // the jobs were written to a file that is gone
				answers[i] = lost
			}
		}
		w.trouble.logResolved()
	}
	for i, j := range taken {
		j.done <- answers[i]
	}
}

// errContended says that a transaction was rolled back because another process is waiting for a lock that an earlier
// job of the transaction holds. Retrying only the later job would not help, because the earlier job's locks last until
// the commit. A transaction with a single job never returns errContended.
var errContended = errors.New("another process is waiting for a lock held by this transaction")

// claim takes the jobs whose callers are still waiting. From now on, those callers wait for the answer.
func claim(jobs []*Job) (taken []*Job) {
	for _, j := range jobs {
		if j.taken || j.claimed.CompareAndSwap(false, true) {
			j.taken = true
			taken = append(taken, j)
		}
	}
	return taken
}

// transact runs the jobs in the transaction that has begun, and commits it.
func (w *Writer) transact(jobs []*Job, holds func(store.Lease) bool) ([]error, error) {
	answers := make([]error, len(jobs))
	for i, j := range jobs {
		if !j.Idle && !holds(j.Lease) {
			answers[i] = store.ErrLost
			continue
		}
		var err error
		if answers[i], err = w.runJob(j, len(jobs) > 1); err != nil {
			return nil, w.rollBack(err)
		}
	}
	if err := w.conn.exec(commit); err != nil {
		w.outcome.unknown = true
		return nil, w.rollBack(fmt.Errorf("committing: %w", err))
	}
	return answers, nil
}

// mostTries is the maximum number of times the writer tries a job that keeps failing because of other processes.
const mostTries = 4

// runJob runs one job inside a savepoint. If the result lost is an error, the whole transaction is lost: SQLite rolls
// back by itself on a full disk, and anything done after that would be committed piece by piece. A transaction with
// other jobs is also lost if another process caused the error.
func (w *Writer) runJob(j *Job, company bool) (answer, lost error) {
	if err := w.conn.exec(savepoint); err != nil {
		return nil, fmt.Errorf("setting a savepoint: %w", err)
	}
	for tries := 1; ; tries++ {
		if answer = j.Do(); answer == nil {
			break
		}
		if w.trouble.advice(answer) != "" {
			return nil, answer
		}
		contended := w.isContention != nil && w.isContention(answer)
		if contended && company {
			return nil, errContended
		}
		w.undone()
		if err := w.conn.exec(undo); err != nil {
			return nil, fmt.Errorf("rolling back to a savepoint: %w", errors.Join(answer, err))
		}
		if !contended || tries == mostTries {
			break
		}
	}
	if err := w.conn.exec(release); err != nil {
		return nil, fmt.Errorf("releasing a savepoint: %w", err)
	}
	return answer, nil
}

// begin begins a transaction and returns a function that reports which of the jobs' leases are valid.
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
	// The rollback fails if SQLite has already rolled back, which does no harm.
	_ = w.conn.exec(rollback)
	return why
}
