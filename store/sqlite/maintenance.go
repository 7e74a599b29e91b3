package sqlite

import (
	"context"
	"log/slog"
	"time"

	"settable/store"
)

// LeastKept is the shortest time for which games are kept completely. Leaderboards of a month need this time in all
// time zones.
const LeastKept = 40 * 24 * time.Hour

// quietFrom and quietTo are the hours at which maintenance starts and ends, in the machine's time zone.
const quietFrom, quietTo = 3, 6

// maintenancePause is a pause for other writes between two games, and between two batches of pages.
const maintenancePause = 20 * time.Millisecond

// vacuumPages is how many pages one commit returns, which takes some milliseconds.
const vacuumPages = 64

// pageSize is the size of a page in bytes. Maintenance logs a message if more than muchFree bytes are free but can't be
// returned.
const pageSize, muchFree = 4096, 16 << 20

// Maintenance runs in the quiet hours of each day: it compacts old games, returns free pages to the disk, and checks
// the file for damage.
type Maintenance struct {
	Database interface {
		Compact(ctx context.Context, before time.Time, after store.TableID, most int) (store.TableID, int, error)
		Vacuum(ctx context.Context, most int) (given, left int64, err error)
		Verify(ctx context.Context) error
	}
	Keep time.Duration // how long games are kept completely; 0: forever
	Log  *slog.Logger
	Now  func() time.Time
}

// Run does the maintenance each day until ctx ends. It logs a failure and retries the next day.
func (q Maintenance) Run(ctx context.Context) {
	var done string // the day of the last maintenance, failed or not
	for {
		if now := q.Now(); now.Hour() >= quietFrom && now.Hour() < quietTo && now.Format(time.DateOnly) != done {
			done = now.Format(time.DateOnly)
			if err := q.maintain(ctx); err != nil && ctx.Err() == nil {
				q.Log.Error("nightly maintenance failed, retrying tomorrow; nothing is lost", "error", err)
			}
			if err := q.Database.Verify(ctx); err != nil && ctx.Err() == nil {
				q.Log.Error("nightly integrity check failed: stop the bot and run "+
					"'settable check'", "error", err)
			}
		}
		if !sleep(ctx, lookEvery) {
			return
		}
	}
}

// maintain compacts games and returns pages once.
func (q Maintenance) maintain(ctx context.Context) error {
	if q.Keep > 0 {
		n, err := q.Compact(ctx)
		if n > 0 {
			q.Log.Info("compacted old games (results and chips kept, moves removed)", "games", n)
		}
		if err != nil {
			return err
		}
	}
	given, left, err := q.Vacuum(ctx)
	if given > 0 {
		q.Log.Info("shrank the database file", "bytes", given)
	}
	if left > muchFree {
		q.Log.Info("much of the database file is free space, which new games will reuse; to shrink the file, stop the bot, "+
			"run 'settable backup' and restore that backup with 'settable restore'", "bytes", left)
	}
	return err
}

// Compact compacts, one at a time, all games that ended longer ago than both Keep and LeastKept.
func (q Maintenance) Compact(ctx context.Context) (compacted int, err error) {
	before := q.Now().Add(-max(q.Keep, LeastKept))
	for last, more := store.TableID(0), true; more; more = last != 0 && sleep(ctx, maintenancePause) {
		n := 0
		if last, n, err = q.Database.Compact(ctx, before, last, 1); err != nil {
			return compacted, err
		}
		compacted += n
	}
	return compacted, ctx.Err()
}

// Vacuum returns free pages to the disk. It reports how many bytes it gave back and how many are still free.
func (q Maintenance) Vacuum(ctx context.Context) (given, left int64, err error) {
	for more := true; more; more = more && sleep(ctx, maintenancePause) {
		var n int64
		if n, left, err = q.Database.Vacuum(ctx, vacuumPages); err != nil {
			return given, left * pageSize, err
		}
		given += n * pageSize
		more = n > 0 && left > 0
	}
	return given, left * pageSize, ctx.Err()
}

// sleep pauses. It returns false if ctx ends during the pause.
func sleep(ctx context.Context, pause time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(pause):
		return true
	}
}
