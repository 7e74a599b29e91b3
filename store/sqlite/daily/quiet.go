package daily

import (
	"context"
	"log/slog"
	"time"

	"settable/store"
)

// LeastKept is for how long games are kept whole at least: the longest board but that of all time counts a
// month, and its servers have time zones.
const LeastKept = 40 * 24 * time.Hour

// quietFrom and quietTo are the hours of the machine's own day in which it does so.
const quietFrom, quietTo = 3, 6

// pause lets others write between two games, and between two times that pages are given back.
const pause = 20 * time.Millisecond

// atOnce is how many pages are given back in one commit: it takes some milliseconds.
const atOnce = 64

// page is how large one is, and much is what is worth a word of the log where it can't be given back.
const page, much = 4096, 16 << 20

// Quiet is what is done in the quiet hours of each day: games of long ago are compacted, what is free in the
// file then is given back to the disk, and the file is looked through for damage.
type Quiet struct {
	Database interface {
		Compact(ctx context.Context, before time.Time, after store.TableID, most int) (store.TableID, int, error)
		Vacuum(ctx context.Context, most int) (given, left int64, err error)
		Verify(ctx context.Context) error
	}
	Keep time.Duration // games are kept whole for so long; 0: for ever
	Log  *slog.Logger
	Now  func() time.Time
}

// Run does so until ctx ends. What goes wrong is told to the log, and tried again the next day.
func (q Quiet) Run(ctx context.Context) {
	var done string // the day on which all was done, or it was tried
	for {
		if now := q.Now(); now.Hour() >= quietFrom && now.Hour() < quietTo && now.Format(time.DateOnly) != done {
			done = now.Format(time.DateOnly)
			if err := q.night(ctx); err != nil && ctx.Err() == nil {
				q.Log.Error("games of long ago could not be compacted, or room not be given back, and that is tried "+
					"again tomorrow: nothing is lost", "error", err)
			}
			if err := q.Database.Verify(ctx); err != nil && ctx.Err() == nil {
				q.Log.Error("looking through the database, as each night, found what is not right: stop the bot, run "+
					"settable check, and do what it says", "error", err)
			}
		}
		if !wait(ctx, lookEvery) {
			return
		}
	}
}

// night is what is done in one of them.
func (q Quiet) night(ctx context.Context) error {
	if q.Keep > 0 {
		n, err := q.Compact(ctx)
		if n > 0 {
			q.Log.Info("compacted games of long ago: their boards and chips stay, their moves are gone", "games", n)
		}
		if err != nil {
			return err
		}
	}
	given, left, err := q.Vacuum(ctx)
	if given > 0 {
		q.Log.Info("made the database shorter by what was free in it", "bytes", given)
	}
	if left > much {
		q.Log.Info("much of the database is free, and used by games to come; to make it short, once and from then "+
			"on: stop the bot, `settable backup`, and `settable restore` of that copy", "bytes", left)
	}
	return err
}

// Compact compacts all games that are over for longer than they are kept, one after the other.
func (q Quiet) Compact(ctx context.Context) (compacted int, err error) {
	before := q.Now().Add(-max(q.Keep, LeastKept))
	for last, more := store.TableID(0), true; more; more = last != 0 && wait(ctx, pause) {
		n := 0
		if last, n, err = q.Database.Compact(ctx, before, last, 1); err != nil {
			return compacted, err
		}
		compacted += n
	}
	return compacted, ctx.Err()
}

// Vacuum gives back what is free, and says how many bytes that were, and how many are free yet.
func (q Quiet) Vacuum(ctx context.Context) (given, left int64, err error) {
	for more := true; more; more = more && wait(ctx, pause) {
		var n int64
		if n, left, err = q.Database.Vacuum(ctx, atOnce); err != nil {
			return given, left * page, err
		}
		given += n * page
		more = n > 0 && left > 0
	}
	return given, left * page, ctx.Err()
}

// wait is false where ctx ended meanwhile.
func wait(ctx context.Context, how time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(how):
		return true
	}
}
