package bot_test

import (
	"context"
	"database/sql"
	"net/url"
	"sync"
	"time"

	"github.com/stretchr/testify/require"
)

// wait returns when cond is true. It checks cond after every change of the sandbox or the database, and also at
// intervals, because counters and timers change neither.
func (n *testBot) wait(what string, cond func() bool) {
	n.t.Helper()
	for ctx := n.ctx(); ; {
		look, cancel := context.WithTimeout(ctx, 200*time.Millisecond)
		looked := n.untilWritten(look, cancel)
		err := n.sb.Wait(look, cond)
		cancel()
		<-looked
		if err == nil {
			return
		}
		if ctx.Err() != nil {
			require.NoError(n.t, ctx.Err(), "timed out waiting for %s. %s", what, n.account())
		}
	}
}

// untilWritten calls cancel when the database changes. The returned channel is closed when it has stopped watching.
// It polls a version number, because reading a journal again would cost a thousand times as much.
func (n *testBot) untilWritten(look context.Context, cancel func()) <-chan struct{} {
	stopped := make(chan struct{})
	if n.address != "" {
		close(stopped) // PostgreSQL has no such version number
		return stopped
	}
	was := n.version()
	go func() {
		defer close(stopped)
		for look.Err() == nil {
			time.Sleep(2 * time.Millisecond)
			if n.version() != was {
				cancel()
			}
		}
	}()
	return stopped
}

// versions returns a function that reads a number that SQLite changes with each commit. It uses a separate
// connection: https://www.sqlite.org/pragma.html#pragma_data_version
func (n *testBot) versions() func() int {
	db := sync.OnceValue(func() *sql.DB {
		query := url.Values{"mode": {"ro"}}
		if n.vfs != "" {
			query.Set("vfs", n.vfs)
		}
		db, err := sql.Open("sqlite", (&url.URL{Scheme: "file", Path: n.path, RawQuery: query.Encode()}).String())
		require.NoError(n.t, err)
		db.SetMaxOpenConns(1) // the numbers are comparable only on the same connection
		n.t.Cleanup(func() { require.NoError(n.t, db.Close()) })
		return db
	})
	return func() (now int) {
		_ = db().QueryRow(`PRAGMA data_version`).Scan(&now)
		return now
	}
}
