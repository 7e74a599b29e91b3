package writer_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
	"modernc.org/sqlite"

	"settable/store"
	"settable/store/disktest"
	"settable/store/writer"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// notes is a writer for a small database on a disk that can fail.
type notes struct {
	*writer.Writer
	disk *disktest.Disk
	conn *writer.Conn
	db   *sql.DB // reads
	end  func()  // finishes the queued writes and closes the database
}

func newNotes(t *testing.T, opt writer.Options) *notes {
	t.Helper()
	disk, err := disktest.NewDisk()
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, disk.Close()) })
	n := &notes{disk: disk, db: openNotes(t, disk)}
	_, err = n.db.Exec(`CREATE TABLE notes (words TEXT UNIQUE, follows TEXT REFERENCES notes (words)
		DEFERRABLE INITIALLY DEFERRED)`)
	require.NoError(t, err)
	n.conn, err = writer.NewConn(t.Context(), openNotes(t, disk), `BEGIN IMMEDIATE`, `PRAGMA user_version = 1`,
		[]string{`INSERT INTO notes VALUES (?, ?)`})
	require.NoError(t, err)
	opt.Queue, opt.Log, opt.Undone = max(opt.Queue, 4), slog.New(slog.DiscardHandler), func() {}
	if opt.Advice == nil {
		opt.Advice = func(err error) string {
			failed, is := errors.AsType[*sqlite.Error](err)
			if is && slices.Contains([]int{5, 10, 13}, failed.Code()&0xff) { // busy, I/O error, full
				return "see to the disk"
			}
			return ""
		}
	}
	if opt.Damaged == nil {
		opt.Damaged = func(error) bool { return false }
	}
	n.Writer = writer.Start(n.conn, opt)
	n.end = sync.OnceFunc(func() {
		n.Close()
		if err := errors.Join(n.conn.Close(), n.db.Close()); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(n.end)
	return n
}

func openNotes(t *testing.T, disk *disktest.Disk) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", "file:/notes.db?_pragma=journal_mode(wal)&_pragma=synchronous(full)"+
		"&_pragma=foreign_keys(1)&vfs="+disk.Name())
	require.NoError(t, err)
	return db
}

// note returns a job that writes a note for each of the words. All notes refer to the same earlier note.
func (n *notes) note(follows any, words ...string) *writer.Job {
	return &writer.Job{Do: func() error {
		for _, w := range words {
			if _, err := n.conn.Run(0, w, follows); err != nil {
				return err
			}
		}
		return nil
	}}
}

func (n *notes) write(t *testing.T, words ...string) error {
	return n.Write(t.Context(), n.note(nil, words...))
}

// put queues a job without waiting for it.
func (n *notes) put(t *testing.T, j *writer.Job) <-chan error {
	t.Helper()
	answer, err := n.Put(j)
	require.NoError(t, err)
	return answer
}

// block blocks the writer inside a transaction until letGo is called, so that later jobs have to wait.
func (n *notes) block(t *testing.T) (letGo func()) {
	t.Helper()
	inside, outside := make(chan struct{}), make(chan struct{})
	answer := n.put(t, &writer.Job{Do: func() error { close(inside); <-outside; return nil }})
	<-inside
	letGo = sync.OnceFunc(func() { close(outside); <-answer })
	t.Cleanup(letGo)
	return letGo
}

// readNotes returns the notes as other connections read them.
func readNotes(t *testing.T, db *sql.DB) (all []string) {
	t.Helper()
	rows, err := db.Query(`SELECT words FROM notes ORDER BY rowid`)
	require.NoError(t, err)
	defer rows.Close()
	for rows.Next() {
		var words string
		require.NoError(t, rows.Scan(&words))
		all = append(all, words)
	}
	require.NoError(t, rows.Err())
	return all
}

// Waiting jobs share a commit. If one fails halfway, only that job is undone.
func TestWaitingJobsShareACommit(t *testing.T) {
	n := newNotes(t, writer.Options{})
	letGo := n.block(t)
	before := n.put(t, n.note(nil, "one"))
	half := n.put(t, n.note(nil, "two", "one"))
	var early []string
	middle := n.put(t, &writer.Job{Do: func() error { early = readNotes(t, n.db); return nil }})
	after := n.put(t, n.note("one", "three"))
	letGo()
	require.NoError(t, errors.Join(<-before, <-middle, <-after))
	require.ErrorContains(t, <-half, "UNIQUE")
	require.Empty(t, early, "the transaction isn't committed yet")
	require.Equal(t, []string{"one", "three"}, readNotes(t, n.db))
}

// If a commit fails, or a job loses the whole transaction, all jobs get the same error and nothing is written.
func TestJobsOfALostTransactionFail(t *testing.T) {
	n := newNotes(t, writer.Options{})
	for name, j := range map[string]*writer.Job{
		"the commit fails": n.note("nothing", "two"),
		"it is rolled back": {Do: func() error { // as SQLite does by itself after some errors of the disk
			_, err := n.conn.ExecContext(context.Background(), `ROLLBACK`)
			return errors.Join(errors.New("the disk is gone"), err)
		}},
	} {
		letGo := n.block(t)
		first, lost, last := n.put(t, n.note(nil, "one")), n.put(t, j), n.put(t, n.note(nil, "three"))
		letGo()
		why := <-lost
		require.ErrorIs(t, why, store.ErrTrouble, name)
		require.Equal(t, []error{why, why}, []error{<-first, <-last}, name)
		require.Empty(t, readNotes(t, n.db), name)
	}
	require.NoError(t, n.write(t, "one"))
}

// If the disk fails during a commit, the outcome of that commit is unknown. The writer refuses later writes without
// trying them.
func TestOnlyTheFirstOutcomeIsUnknown(t *testing.T) {
	n := newNotes(t, writer.Options{})
	n.disk.Break(disktest.Fault{Op: disktest.Sync, N: 1, Lasts: -1, Code: disktest.IOError})
	require.ErrorIs(t, n.write(t, "one"), store.ErrOutcomeUnknown)
	for range 3 {
		err := n.write(t, "one")
		require.ErrorIs(t, err, store.ErrTrouble)
		require.NotErrorIs(t, err, store.ErrOutcomeUnknown)
		require.NoError(t, n.Answers(t.Context()), "the writer must respond even while the disk fails")
		require.NotEmpty(t, n.Trouble())
	}
	n.disk.Mend()
	require.NoError(t, n.write(t, "one"))
	require.Empty(t, n.Trouble())
}

// After the disk has been repaired between writes, the writer makes sure by itself that a write with an unknown outcome
// never appears, even if the program is killed right afterwards.
func TestUnknownOutcomeIsReconciled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := newNotes(t, writer.Options{})
		n.disk.Break(disktest.Fault{Op: disktest.Sync, N: 1, Lasts: -1, Code: disktest.IOError})
		require.ErrorIs(t, n.write(t, "one"), store.ErrOutcomeUnknown)
		met := n.disk.Faults()
		time.Sleep(10 * writer.RetryAfter)
		require.Greater(t, n.disk.Faults(), met+5, "the writer must keep trying")
		n.disk.Break(disktest.Fault{Op: disktest.Sync})
		time.Sleep(10 * writer.RetryAfter)
		require.Equal(t, 1, n.disk.Mend(), "one commit reconciles the outcome")
		killed := n.disk.Contents()
		n.end()
		require.NoError(t, n.disk.Load(killed))
		db := openNotes(t, n.disk)
		require.Empty(t, readNotes(t, db))
		require.NoError(t, db.Close())
	})
}

// The writer looks up a job by its key if the commit failed. If the job is in the database after all, it is reported as
// done.
func TestFailedCommitThatWasWritten(t *testing.T) {
	n := newNotes(t, writer.Options{})
	for _, written := range []func() (bool, error){
		func() (bool, error) { return true, nil },
		func() (bool, error) { return false, nil },
		func() (bool, error) { return false, errors.New("the note can't be read") },
	} {
		is, unreadable := written()
		j := n.note(nil, fmt.Sprint(is, unreadable))
		j.Written = written
		n.disk.Break(disktest.Fault{Op: disktest.Committed, N: 1, Code: disktest.IOError})
		err := n.Write(t.Context(), j)
		require.Equal(t, is, err == nil)
		require.Equal(t, unreadable != nil, errors.Is(err, store.ErrOutcomeUnknown))
	}
	require.Len(t, readNotes(t, n.db), 3)
}

// While the writer can't check that its file is still in place, it writes nothing. If the file was replaced, the writer
// never writes again.
func TestNoWritesWithoutTheFile(t *testing.T) {
	var mu sync.Mutex // the writer also checks between writes
	var sees error
	lost := 0
	n := newNotes(t, writer.Options{Watch: writer.Watch{
		Check: func() error { mu.Lock(); defer mu.Unlock(); return sees },
		Note:  func() error { return nil },
		Lost:  func(error) { mu.Lock(); defer mu.Unlock(); lost++ },
	}})
	for _, step := range []struct {
		words string
		sees  error
		want  error
	}{
		{"one", nil, nil}, {"two", errors.New("the folder can't be read"), errors.New("the folder can't be read")},
		{"three", nil, nil}, {"four", store.ErrReplaced, store.ErrReplaced}, {"five", nil, store.ErrReplaced},
	} {
		mu.Lock()
		sees = step.sees
		mu.Unlock()
		require.Equal(t, step.want, n.write(t, step.words))
	}
	require.Equal(t, []string{"one", "three"}, readNotes(t, n.db))
	mu.Lock()
	defer mu.Unlock()
	require.Equal(t, 1, lost)
}

// After a job has found damage, the writer writes nothing more.
func TestDamageEndsTheWriter(t *testing.T) {
	damage := errors.New("a page is no page")
	is := func(err error) bool { return errors.Is(err, damage) }
	n := newNotes(t, writer.Options{Damaged: is, Advice: func(err error) string {
		return map[bool]string{true: "restore a backup"}[is(err)]
	}})
	require.NoError(t, n.write(t, "one"))
	require.ErrorIs(t, n.Write(t.Context(), &writer.Job{Do: func() error { return damage }}), damage)
	require.ErrorIs(t, n.write(t, "two"), damage)
	require.Equal(t, []string{"one"}, readNotes(t, n.db))
}

// If a transaction can't begin, no job runs.
func TestNoJobsWithoutATransaction(t *testing.T) {
	n := newNotes(t, writer.Options{})
	other, err := n.db.Conn(t.Context())
	require.NoError(t, err)
	_, err = other.ExecContext(t.Context(), `BEGIN IMMEDIATE`)
	require.NoError(t, err)
	done := false
	err = n.Write(t.Context(), &writer.Job{Do: func() error { done = true; return nil }})
	require.ErrorIs(t, err, store.ErrTrouble)
	require.NotErrorIs(t, err, store.ErrOutcomeUnknown)
	require.False(t, done)
	_, err = other.ExecContext(t.Context(), `ROLLBACK`)
	require.NoError(t, errors.Join(err, other.Close()))
	require.NoError(t, n.write(t, "one"))
}

func TestFullQueue(t *testing.T) {
	n := newNotes(t, writer.Options{Queue: 4})
	letGo := n.block(t)
	var waiting []<-chan error
	for i := range 4 {
		waiting = append(waiting, n.put(t, n.note(nil, fmt.Sprint(i))))
	}
	require.Equal(t, 4, n.Waiting())
	require.ErrorIs(t, n.write(t, "one more"), store.ErrFull)
	letGo()
	for _, answer := range waiting {
		require.NoError(t, <-answer)
	}
}

// leavingContext is cancelled when a caller begins to wait for it.
type leavingContext struct {
	context.Context
	leave func()
}

func (l leavingContext) Done() <-chan struct{} {
	l.leave()
	return l.Context.Done()
}

// A job is dropped if its caller gives up before the writer takes the job. After that, the caller waits for the
// outcome.
func TestCallersWhoGiveUp(t *testing.T) {
	n := newNotes(t, writer.Options{})
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, n.Write(gone, n.note(nil, "one")), context.Canceled)
	letGo := n.block(t)
	require.ErrorIs(t, n.Answers(gone), context.Canceled, "the writer is busy")
	waiting, leave := context.WithCancel(t.Context())
	require.ErrorIs(t, n.Write(leavingContext{waiting, leave}, n.note(nil, "two")), context.Canceled)
	letGo()
	playing, stop := context.WithCancel(t.Context())
	late := n.note(nil, "three")
	require.NoError(t, n.Write(playing, &writer.Job{Do: func() error { stop(); return late.Do() }}))
	require.Equal(t, []string{"three"}, readNotes(t, n.db))
}

// Close writes all waiting jobs, in as many commits as necessary.
func TestCloseWritesWaitingJobs(t *testing.T) {
	n := newNotes(t, writer.Options{Queue: 2 * writer.Batch})
	letGo := n.block(t)
	var waiting []<-chan error
	for i := range 2 * writer.Batch {
		j := n.note(nil, fmt.Sprint(i))
		j.Deferrable = i == 2*writer.Batch-1
		waiting = append(waiting, n.put(t, j))
	}
	closed := make(chan struct{})
	go func() { n.end(); close(closed) }()
	letGo()
	<-closed
	for _, answer := range waiting {
		require.NoError(t, <-answer)
	}
	require.ErrorIs(t, n.write(t, "too late"), store.ErrClosed)
	db := openNotes(t, n.disk)
	require.Len(t, readNotes(t, db), len(waiting))
	require.NoError(t, db.Close())
}

// Deferrable jobs join the next commit. If no other commit comes, they get their own.
func TestDeferrableJobsWaitForACommit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := newNotes(t, writer.Options{})
		deferrable := func(words string) *writer.Job {
			j := n.note(nil, words)
			j.Deferrable = true
			return j
		}
		start := time.Now()
		require.NoError(t, n.Write(t.Context(), deferrable("one")))
		require.Equal(t, writer.Deferral, time.Since(start), "no other job comes")
		noted := n.put(t, deferrable("two"))
		synctest.Wait()
		start = time.Now()
		n.disk.Break(disktest.Fault{Op: disktest.Sync}) // counts syncs but never fails
		require.NoError(t, n.write(t, "three"))
		require.NoError(t, <-noted)
		require.Zero(t, time.Since(start), "other jobs must not wait for a deferrable one")
		require.Equal(t, 1, n.disk.Mend(), "both jobs share a commit")
	})
}
