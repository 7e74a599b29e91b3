package sqlite

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"settable/store"
	"settable/store/disktest"
	"settable/store/ids"
	"settable/store/sqlstore"
	"settable/store/writer"
)

// blockWriter blocks the writer inside a transaction until letGo is called, so that later writes have to wait.
func blockWriter(t *testing.T, s *DB) (letGo func()) {
	t.Helper()
	inside, outside := make(chan struct{}), make(chan struct{})
	answer := queueWrite(t, s, func(*sqlstore.Tx) error {
		close(inside)
		<-outside
		return nil
	})
	<-inside
	letGo = sync.OnceFunc(func() {
		close(outside)
		require.NoError(t, <-answer)
	})
	t.Cleanup(letGo)
	return letGo
}

// queueWrite queues a write and returns its result as a channel.
func queueWrite(t *testing.T, s *DB, play func(*sqlstore.Tx) error) <-chan error {
	t.Helper()
	answer, err := s.base.Writer.Put(&writer.Job{Do: func() error { return play(s.base.Tx) }})
	require.NoError(t, err)
	return answer
}

// queueEntry queues an entry without waiting for it.
func queueEntry(t *testing.T, s *DB, e store.Entry) <-chan error {
	t.Helper()
	return queueWrite(t, s, func(tx *sqlstore.Tx) error { return tx.Append(e) })
}

func TestCommitTogether(t *testing.T) {
	s, ctx := newStore(t, Options{}), t.Context()
	a, b, c := seated(t, s, channel), seated(t, s, channel+1), seated(t, s, channel+2)
	letGo := blockWriter(t, s)
	before := queueEntry(t, s, store.Entry{Table: a.ID, Played: []store.Played{said(ann, "join", "m1")}})
	// The second line of this entry fails, so its first line and its seat must not be written either.
	half := queueEntry(t, s, store.Entry{
		Table: b.ID, Played: []store.Played{said(bob, "join", "m2"), said(ann, "join", "m1")}})
	stale := queueEntry(t, s, store.Entry{Table: c.ID, After: 5, Played: []store.Played{said(cat, "join", "m3")}})
	// Halfway through, the readers show that the first is not committed yet.
	middle := queueWrite(t, s, func(*sqlstore.Tx) error {
		lines, err := s.Lines(ctx, a.ID)
		if len(lines) > 0 {
			err = errors.Join(err, fmt.Errorf("seen before the commit: %v", lines))
		}
		return err
	})
	after := queueEntry(t, s, store.Entry{Table: c.ID, Played: []store.Played{said(cat, "join", "m3")}})
	letGo()

	require.NoError(t, <-before)
	require.ErrorIs(t, <-half, store.ErrPlayed)
	require.ErrorIs(t, <-stale, store.ErrStale)
	require.NoError(t, <-middle)
	require.NoError(t, <-after)
	for id, want := range map[store.TableID]int{a.ID: 1, b.ID: 0, c.ID: 1} {
		lines, err := s.Lines(ctx, id)
		require.NoError(t, err)
		require.Len(t, lines, want)
	}
	seats, err := s.Seats(ctx, b.ID)
	require.NoError(t, err)
	require.Empty(t, seats)
	require.NoError(t, s.Append(ctx, store.Entry{Table: b.ID, Played: []store.Played{said(bob, "join", "m2")}}),
		"the source of an undone line is free again")
}

func TestCommitFails(t *testing.T) {
	s, ctx := newStore(t, Options{}), t.Context()
	table := seated(t, s, channel)
	letGo := blockWriter(t, s)
	first := queueEntry(t, s, store.Entry{Table: table.ID, Played: []store.Played{said(ann, "join", "m1")}})
	// A reference that is checked only at COMMIT.
	broken := queueWrite(t, s, func(tx *sqlstore.Tx) error {
		_, err := tx.ExecContext(ctx, `PRAGMA defer_foreign_keys = ON`)
		if err == nil {
			_, err = tx.Run(sqlstore.InsertLine, 404, 1, 1, -1, "deal", nil, 0, make([]byte, 16), nil)
		}
		return err
	})
	requireSameError(t, letGo, first, broken)

	lines, err := s.Lines(ctx, table.ID)
	require.NoError(t, err)
	require.Empty(t, lines, "nobody was told, and nothing is written")
	require.NoError(t, s.Append(ctx,
		store.Entry{Table: table.ID, Played: []store.Played{said(ann, "join", "m1")}}))
}

// requireSameError lets the writer continue and requires the same error for all.
func requireSameError(t *testing.T, letGo func(), answers ...<-chan error) {
	t.Helper()
	letGo()
	want := <-answers[0]
	require.Error(t, want)
	for _, o := range answers[1:] {
		require.Equal(t, want, <-o)
	}
}

func TestTransactionLost(t *testing.T) {
	s, ctx := newStore(t, Options{}), t.Context()
	a, b := seated(t, s, channel), seated(t, s, channel+1)
	letGo := blockWriter(t, s)
	first := queueEntry(t, s, store.Entry{Table: a.ID, Played: []store.Played{said(ann, "join", "m1")}})
	// SQLite does this by itself after some disk errors.
	lost := queueWrite(t, s, func(tx *sqlstore.Tx) error {
		_, err := tx.ExecContext(ctx, `ROLLBACK`)
		return errors.Join(errors.New("the disk is gone"), err)
	})
	last := queueEntry(t, s, store.Entry{Table: b.ID, Played: []store.Played{said(bob, "join", "m2")}})
	requireSameError(t, letGo, first, lost, last)

	for _, id := range []store.TableID{a.ID, b.ID} {
		lines, err := s.Lines(ctx, id)
		require.NoError(t, err)
		require.Empty(t, lines, "what comes after a lost transaction is not committed by itself")
		require.NoError(t, s.Append(ctx, store.Entry{Table: id, Played: []store.Played{dealt("deal")}}))
	}
}

func TestFullDisk(t *testing.T) {
	s, ctx := newStore(t, Options{}), t.Context()
	table := seated(t, s, channel)
	limit := func(pages int) {
		require.NoError(t, s.base.Write(ctx, func(tx *sqlstore.Tx) error {
			_, err := tx.ExecContext(ctx, fmt.Sprintf(`PRAGMA max_page_count = %d`, pages))
			return err
		}, nil))
	}
	limit(1) // SQLite uses the current size
	written := 0
	for {
		err := s.Append(ctx, store.Entry{
			Table: table.ID, After: written, Played: []store.Played{dealt(strings.Repeat("x", 2000))}})
		if err != nil {
			require.ErrorContains(t, err, "full")
			break
		}
		written++
	}
	limit(1 << 30)
	lines, err := s.Lines(ctx, table.ID)
	require.NoError(t, err)
	require.Len(t, lines, written)
	require.NoError(t, s.Append(ctx,
		store.Entry{Table: table.ID, After: written, Played: []store.Played{dealt("deal")}}))
	require.NoError(t, s.Check(ctx))
}

func TestFullQueue(t *testing.T) {
	s := newStore(t, Options{Queue: 2})
	table := seated(t, s, channel)
	letGo := blockWriter(t, s)
	a := queueEntry(t, s, store.Entry{Table: table.ID, Played: []store.Played{dealt("deal")}})
	b := queueEntry(t, s, store.Entry{Table: table.ID, After: 1, Played: []store.Played{dealt("deal")}})
	require.ErrorIs(t, s.Append(t.Context(),
		store.Entry{Table: table.ID, After: 2, Played: []store.Played{dealt("deal")}}), store.ErrFull)
	letGo()
	require.NoError(t, <-a)
	require.NoError(t, <-b)
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

func TestStopWaiting(t *testing.T) {
	s := newStore(t, Options{})
	table := seated(t, s, channel)
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, s.Append(gone, store.Entry{Table: table.ID, Played: []store.Played{dealt("deal")}}),
		context.Canceled)

	// The entry isn't taken yet: it is dropped together with its caller.
	letGo := blockWriter(t, s)
	waiting, leave := context.WithCancel(t.Context())
	require.ErrorIs(t, s.Append(leavingContext{waiting, leave},
		store.Entry{Table: table.ID, Played: []store.Played{dealt("deal")}}), context.Canceled)
	letGo()

	// The writer has taken it, so the caller waits for the outcome.
	playing, stop := context.WithCancel(t.Context())
	answer := make(chan error)
	inside, outside := make(chan struct{}), make(chan struct{})
	go func() {
		answer <- s.base.Write(playing, func(tx *sqlstore.Tx) error {
			close(inside)
			<-outside
			return tx.Append(store.Entry{Table: table.ID, Played: []store.Played{dealt("deal 1SRD")}})
		}, nil)
	}()
	<-inside
	stop()
	close(outside)
	require.NoError(t, <-answer)
	lines, err := s.Lines(t.Context(), table.ID)
	require.NoError(t, err)
	require.Len(t, lines, 1)
	require.Equal(t, "deal 1SRD", lines[0].Words)
}

func TestCloseWritesWhatWaits(t *testing.T) {
	s := newStore(t, Options{})
	table := seated(t, s, channel)
	letGo := blockWriter(t, s)
	var waiting []<-chan error
	for n := range 2 * writer.Batch {
		waiting = append(waiting, queueEntry(t,
			s, store.Entry{Table: table.ID, After: n, Played: []store.Played{dealt("deal")}}))
	}
	closed := make(chan error)
	go func() { closed <- s.Close() }()
	letGo()
	require.NoError(t, <-closed)
	for _, o := range waiting {
		require.NoError(t, <-o)
	}
	require.ErrorIs(t, s.Append(t.Context(),
		store.Entry{Table: table.ID, After: 2 * writer.Batch, Played: []store.Played{dealt("deal")}}),
		store.ErrClosed)

	again := openAt(t, s.path, Options{})
	lines, err := again.Lines(t.Context(), table.ID)
	require.NoError(t, err)
	require.Len(t, lines, 2*writer.Batch)
}

// Many goroutines append at once, as the tables do.
func TestManyTables(t *testing.T) {
	const tables, each = 32, 20
	s, ctx := newStore(t, Options{}), t.Context()
	var tasks sync.WaitGroup
	for i := range tables {
		table := seated(t, s, channel+ids.Channel(i))
		tasks.Go(func() {
			for n := range each {
				source := store.Source(fmt.Sprintf("m%d-%d", i, n))
				e := store.Entry{Table: table.ID, After: n, Played: []store.Played{said(ann, "set a b c", source)}}
				if err := s.Append(ctx, e); err != nil {
					t.Errorf("table %d line %d: %v", i, n+1, err)
				}
				if err := s.Append(ctx, e); !errors.Is(err, store.ErrPlayed) {
					t.Errorf("table %d line %d a second time: %v", i, n+1, err)
				}
			}
		})
	}
	tasks.Wait()
	all, err := s.OpenTables(ctx)
	require.NoError(t, err)
	require.Len(t, all, tables)
	for _, table := range all {
		lines, err := s.Lines(ctx, table.ID)
		require.NoError(t, err)
		require.Len(t, lines, each)
	}
	require.NoError(t, s.Check(ctx))
}

// Notes that only save work after a crash join the next commit, and get their own if none comes.
func TestNotesWaitForACommit(t *testing.T) {
	h := newTestFolder(t)
	synctest.Test(t, func(t *testing.T) {
		s, err := h.open()
		require.NoError(t, err)
		table := seated(t, s, channel)
		require.NoError(t, s.Append(t.Context(),
			store.Entry{Table: table.ID, Played: []store.Played{said(ann, "join", "m1")}}))

		start := time.Now()
		require.NoError(t, s.NoteShown(t.Context(), table.ID, 1, 7))
		require.Equal(t, writer.Deferral, time.Since(start), "nothing else is written")

		noted := make(chan error, 1)
		go func() { noted <- s.NoteShown(t.Context(), table.ID, 1, 8) }()
		synctest.Wait()
		start = time.Now()
		h.disk.Break(disktest.Fault{Op: disktest.Sync}) // counts, and never fails
		require.NoError(t, s.Append(t.Context(),
			store.Entry{Table: table.ID, After: 1, Played: []store.Played{dealt("deal")}}))
		require.NoError(t, <-noted)
		require.Zero(t, time.Since(start), "nobody waits for a note")
		require.Equal(t, 1, h.disk.Mend(), "and both are one commit")

		row, err := s.Table(t.Context(), table.ID)
		require.NoError(t, err)
		require.EqualValues(t, 8, row.Post)
		require.NoError(t, s.Close())
	})
}
