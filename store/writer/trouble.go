package writer

import (
	"cmp"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"settable/store"
)

// repeatAfter is how long the same message is not logged again.
const repeatAfter = 10 * time.Minute

// trouble logs why the writer cannot write, and when it can write again.
type trouble struct {
	log        *slog.Logger
	database   string
	advice     func(error) string
	lastLogged map[string]time.Time // when each sentence was last logged
	open       bool                 // trouble was logged, and its end was not
	refused    int                  // how many batches failed since trouble was logged
	now        *atomic.Pointer[string]
}

var none = ""

func newTrouble(opt Options) trouble {
	t := trouble{log: opt.Log, database: opt.Database, advice: opt.Advice, lastLogged: map[string]time.Time{},
		now: &atomic.Pointer[string]{}}
	t.now.Store(&none)
	return t
}

// genericAdvice is logged for an error for which the dialect has no advice.
const genericAdvice = "writes to the database fail: moves are refused until they succeed, nothing is lost"

// report wraps the error of a whole transaction in ErrTrouble, and logs what the host can do about it, at most once
// every repeatAfter.
func (t *trouble) report(err error) error {
	advice := cmp.Or(t.advice(err), genericAdvice)
	t.refused++
	t.now.Store(&advice)
	if last, heard := t.lastLogged[advice]; !heard || time.Since(last) >= repeatAfter {
		t.lastLogged[advice] = time.Now()
		t.open = true
		t.log.Error(advice, "database", t.database, "error", err)
	}
	return fmt.Errorf("%w: %w", store.ErrTrouble, err)
}

// logResolved logs once that the database can be written to again.
func (t *trouble) logResolved() {
	if t.open {
		t.log.Info("database is writable again", "database", t.database, "failed", t.refused)
	}
	t.open, t.refused = false, 0
	t.now.Store(&none)
}
