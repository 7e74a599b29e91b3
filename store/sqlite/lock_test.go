package sqlite

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"settable/store"
	"settable/store/sqlstore"
	"settable/store/storetest"
	"settable/store/writer"
)

// A write waits while another program locks the database. It is then written, or refused after LockWait. If its caller
// gives up first, it is never written.
func TestWritesWaitForALock(t *testing.T) {
	for _, lasts := range []time.Duration{2 * time.Second, 4900 * time.Millisecond, 8 * time.Second, 20 * time.Second} {
		t.Run(fmt.Sprint(lasts), func(t *testing.T) {
			path := newPath(t)
			synctest.Test(t, func(t *testing.T) {
				s := must(Open(t.Context(), path, Options{}))
				defer func() { require.NoError(t, s.Close()) }()
				time.AfterFunc(lasts, storetest.HoldSQLite(t, path))
				person := func(n int) func(*sqlstore.Tx) error {
					return func(tx *sqlstore.Tx) error {
						_, err := tx.ExecContext(context.Background(), `INSERT INTO people (id, discord) VALUES (?1, ?1)`, n)
						return err
					}
				}
				began := time.Now()
				waits := make(chan error, 1)
				go func() { waits <- s.base.Write(t.Context(), person(7), nil) }()
				synctest.Wait() // the writer is waiting for the lock
				gaveUp, cancel := context.WithTimeout(t.Context(), time.Second)
				defer cancel()
				require.ErrorIs(t, s.base.Write(gaveUp, person(8), nil), context.DeadlineExceeded)
				err := <-waits
				written := []int{7}
				if lasts < writer.LockWait {
					require.NoError(t, err)
					require.InDelta(t, lasts.Seconds(), time.Since(began).Seconds(), .1)
				} else {
					require.ErrorIs(t, err, store.ErrTrouble)
					require.NotErrorIs(t, err, store.ErrOutcomeUnknown)
					require.InDelta(t, writer.LockWait.Seconds(), time.Since(began).Seconds(), .1)
					written = nil
				}
				time.Sleep(20 * time.Second)
				require.Equal(t, written, query[int](t, s, `SELECT id FROM people WHERE id IN (7, 8)`))
			})
		})
	}
}
