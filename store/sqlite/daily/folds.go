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

// quietFrom and quietTo are the hours of the machine's own day in which games are folded.
const quietFrom, quietTo = 3, 6

// pause lets others write between two games.
const pause = 20 * time.Millisecond

// Folds fold games of long ago in the quiet hours of each day.
type Folds struct {
	Database interface {
		Fold(ctx context.Context, before time.Time, after store.TableID, most int) (store.TableID, int, error)
	}
	Keep time.Duration // games are kept whole for so long; 0: for ever
	Log  *slog.Logger
	Now  func() time.Time
}

// Run folds until ctx ends. What goes wrong is told to the log, and tried again the next day.
func (f Folds) Run(ctx context.Context) {
	if f.Keep == 0 {
		return
	}
	var done string // the day on which all was folded, or it was tried
	for {
		if now := f.Now(); now.Hour() >= quietFrom && now.Hour() < quietTo && now.Format(time.DateOnly) != done {
			done = now.Format(time.DateOnly)
			n, err := f.Look(ctx)
			if n > 0 {
				f.Log.Info("folded games of long ago: their boards and chips stay, their moves are gone", "games", n)
			}
			if err != nil && ctx.Err() == nil {
				f.Log.Error("games of long ago could not be folded, and are tried again tomorrow: nothing is lost",
					"error", err)
			}
		}
		if !wait(ctx, look) {
			return
		}
	}
}

// Look folds all games that are over for longer than they are kept, one after the other.
func (f Folds) Look(ctx context.Context) (folded int, err error) {
	before := f.Now().Add(-max(f.Keep, LeastKept))
	for last, more := store.TableID(0), true; more; more = last != 0 && wait(ctx, pause) {
		n := 0
		if last, n, err = f.Database.Fold(ctx, before, last, 1); err != nil {
			return folded, err
		}
		folded += n
	}
	return folded, ctx.Err()
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
