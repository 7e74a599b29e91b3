package postgres

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/store"
	"settable/store/sqlstore"
)

// Two processes write several rows in one transaction each, and each waits for a lock that the other's transaction
// already holds. All rows are written in spite of the deadlock.
func TestDeadlockedBatchesAreWritten(t *testing.T) {
	t.Parallel()
	all := openShared(t, 2)
	ctx := context.Background()
	require.NoError(t, all[0].Divide(ctx, 2))
	var bases []*sqlstore.Base
	for i, process := range []string{"a", "b"} {
		l := must(all[i].Take(ctx, process, store.Shard{K: i, Of: 2}, time.Minute))
		bases = append(bases, all[i].Of(l, func() {}).(*View).base)
	}
	locks := func(n int) func(*sqlstore.Tx) error {
		return func(tx *sqlstore.Tx) error {
			_, err := tx.ExecContext(ctx, `SELECT pg_advisory_xact_lock(5851, $1)`, n)
			return err
		}
	}
	var both sync.WaitGroup // done when each transaction holds its first lock
	both.Add(2)
	var writes sync.WaitGroup
	write := func(base *sqlstore.Base, do func(*sqlstore.Tx) error) {
		writes.Go(func() {
			if err := base.Write(ctx, do, nil); err != nil {
				t.Error(err)
			}
		})
	}
	for i, base := range bases {
		begun, goOn := blockWriter(t)
		write(base, func(*sqlstore.Tx) error { close(begun); <-goOn.Done(); return nil })
		<-begun
		meets := sync.OnceFunc(func() { both.Done(); both.Wait() })
		write(base, func(tx *sqlstore.Tx) error {
			err := locks(i)(tx)
			meets()
			return err
		})
		require.Eventually(t, func() bool { return base.Writer.Waiting() == 1 }, 10*time.Second, time.Millisecond)
		write(base, locks(1-i))
		require.Eventually(t, func() bool { return base.Writer.Waiting() == 2 }, 10*time.Second, time.Millisecond)
		goOn.end()
	}
	writes.Wait()
}
