package sqlite

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/store"
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

// queueWrite queues a write and returns a channel for its result.
func queueWrite(t *testing.T, s *DB, play func(*sqlstore.Tx) error) <-chan error {
	t.Helper()
	return must(s.base.Writer.Put(&writer.Job{Do: func() error { return play(s.base.Tx) }}))
}

// queueEntry queues an entry without waiting for it.
func queueEntry(t *testing.T, s *DB, e store.Entry) <-chan error {
	t.Helper()
	return queueWrite(t, s, func(tx *sqlstore.Tx) error { return tx.Append(e) })
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
	lines := must(s.Lines(ctx, table.ID))
	require.Len(t, lines, written)
	played(t, s, table.ID, written, dealt("deal"))
	require.NoError(t, s.Check(ctx))
}
