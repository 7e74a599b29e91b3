package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/store"
	"settable/store/writer"
)

// noteWriter is a writer on a small database, to test it with failing files and disks.
type noteWriter struct {
	*writer.Writer
	db   *sql.DB // another connection
	conn *writer.Conn
	shut func() // writes what is queued
}

func newNoteWriter(t *testing.T, opt writer.Options) noteWriter {
	t.Helper()
	at := filepath.Join(t.TempDir(), "notes.db") + "?_pragma=journal_mode(wal)"
	var pools [2]*sql.DB
	for i := range pools {
		var err error
		pools[i], err = sql.Open("sqlite", "file:"+at)
		require.NoError(t, err)
	}
	t.Cleanup(func() { require.NoError(t, pools[1].Close()) })
	_, err := pools[1].Exec(`CREATE TABLE notes (words)`)
	require.NoError(t, err)
	conn, err := writer.NewConn(t.Context(), pools[0], `BEGIN IMMEDIATE`, `PRAGMA user_version = 1`, nil)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, conn.Close()) })
	opt.Log = Options{}.withDefaults().Log
	opt.Undone = func() {}
	if opt.Advice == nil {
		opt.Advice = dialect.Advice
	}
	if opt.Damaged == nil {
		opt.Damaged = dialect.Damaged
	}
	w := writer.Start(conn, opt)
	n := noteWriter{w, pools[1], conn, sync.OnceFunc(w.Close)}
	t.Cleanup(n.shut)
	return n
}

// note returns a job that writes a note.
func (n noteWriter) note(words string) *writer.Job {
	return &writer.Job{Do: func() error {
		_, err := n.conn.ExecContext(context.Background(), `INSERT INTO notes VALUES (?)`, words)
		return err
	}}
}

// notes returns the notes, as others read them.
func (n noteWriter) notes(t *testing.T) (all []string) {
	t.Helper()
	rows, err := n.db.Query(`SELECT words FROM notes ORDER BY rowid`)
	require.NoError(t, err)
	all, err = collect(rows, scanName, "notes")
	require.NoError(t, err)
	return all
}

// While the writer can't check that its file is still there, it writes nothing. If the file was replaced, it never
// writes again.
func TestNoWritesWithoutTheFile(t *testing.T) {
	var sees error
	lost := 0
	n := newNoteWriter(t, writer.Options{Queue: 4, Watch: writer.Watch{
		Check: func() error { return sees }, // is called only by the writer, between two answers
		Note:  func() error { return nil },
		Lost:  func(error) { lost++ },
	}})
	ctx, blind := t.Context(), errors.New("the folder can't be read")
	require.NoError(t, n.Write(ctx, n.note("one")))
	sees = blind
	require.ErrorIs(t, n.Write(ctx, n.note("two")), blind)
	require.Equal(t, []string{"one"}, n.notes(t))
	sees = nil
	require.NoError(t, n.Write(ctx, n.note("three")))
	sees = store.ErrReplaced
	require.ErrorIs(t, n.Write(ctx, n.note("four")), store.ErrReplaced)
	sees = nil
	require.ErrorIs(t, n.Write(ctx, n.note("five")), store.ErrReplaced)
	require.Equal(t, []string{"one", "three"}, n.notes(t))
	require.Equal(t, 1, lost)
}

// A job that finds damage ends the writing.
func TestDamageEndsTheWriter(t *testing.T) {
	damage := errors.New("a page is no page")
	is := func(err error) bool { return errors.Is(err, damage) }
	n := newNoteWriter(t, writer.Options{Queue: 4, Damaged: is, Advice: func(err error) string {
		if is(err) {
			return "restore a backup"
		}
		return ""
	}})
	ctx := t.Context()
	require.NoError(t, n.Write(ctx, n.note("one")))
	require.ErrorIs(t, n.Write(ctx, &writer.Job{Do: func() error { return damage }}), damage)
	require.ErrorIs(t, n.Write(ctx, n.note("two")), damage)
	require.Equal(t, []string{"one"}, n.notes(t))
}

// If a transaction can't begin, no job runs.
func TestNoJobsWithoutATransaction(t *testing.T) {
	n := newNoteWriter(t, writer.Options{Queue: 4})
	ctx := t.Context()
	other, err := n.db.Conn(ctx)
	require.NoError(t, err)
	_, err = other.ExecContext(ctx, `BEGIN IMMEDIATE`)
	require.NoError(t, err)
	done := false
	require.ErrorIs(t, n.Write(ctx, &writer.Job{Do: func() error { done = true; return nil }}), store.ErrTrouble)
	require.False(t, done)
	_, err = other.ExecContext(ctx, `ROLLBACK`)
	require.NoError(t, err)
	require.NoError(t, other.Close())
	require.NoError(t, n.Write(ctx, n.note("one")))
	require.Equal(t, []string{"one"}, n.notes(t))
}

// A job that waits for the next commit is written at the end if there is none.
func TestDeferredJobIsWrittenAtTheEnd(t *testing.T) {
	n := newNoteWriter(t, writer.Options{Queue: 4})
	job := n.note("one")
	job.Deferrable = true
	answer, err := n.Put(job)
	require.NoError(t, err)
	n.shut()
	require.NoError(t, <-answer)
	require.Equal(t, []string{"one"}, n.notes(t))
}

// While the writer is busy, Answers doesn't return nil.
func TestAnswersFailsWhileTheWriterIsBusy(t *testing.T) {
	n := newNoteWriter(t, writer.Options{Queue: 4})
	inside, outside := make(chan struct{}), make(chan struct{})
	letGo := sync.OnceFunc(func() { close(outside) })
	t.Cleanup(letGo)
	answer, err := n.Put(&writer.Job{Do: func() error { close(inside); <-outside; return nil }})
	require.NoError(t, err)
	<-inside
	ctx, leave := context.WithCancel(t.Context())
	leave()
	require.ErrorIs(t, n.Answers(ctx), context.Canceled)
	letGo()
	require.NoError(t, <-answer)
	require.NoError(t, n.Answers(t.Context()))
}

// A write whose context has ended before it is queued returns an error.
func TestCancelledWriteIsNotQueued(t *testing.T) {
	n := newNoteWriter(t, writer.Options{Queue: 4})
	ctx, leave := context.WithCancel(t.Context())
	leave()
	require.ErrorIs(t, n.Write(ctx, n.note("one")), context.Canceled)
	require.NoError(t, n.Write(t.Context(), n.note("two")))
	require.Equal(t, []string{"two"}, n.notes(t))
}
