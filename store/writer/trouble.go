package writer

import (
	"cmp"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"settable/store"
)

// repeatAfter is how long the log is spared a sentence that it has heard.
const repeatAfter = 10 * time.Minute

// trouble is what keeps the writer from writing, as the log hears of it.
type trouble struct {
	log      *slog.Logger
	database string
	advice   func(error) string
	said     map[string]time.Time // when a sentence was said last
	open     bool                 // the log has not heard that it is over
	refused  int                  // how many batches, since the log heard of it
	now      *atomic.Pointer[string]
}

var none = ""

func newTrouble(opt Options) trouble {
	t := trouble{log: opt.Log, database: opt.Database, advice: opt.Advice, said: map[string]time.Time{},
		now: &atomic.Pointer[string]{}}
	t.now.Store(&none)
	return t
}

// refuses is what the host hears where the database says something that it seldom says.
const refuses = "the database takes nothing now: moves are refused until it does, nothing is lost"

// met makes an error of a transaction as a whole one that is known as such, whatever its
// reason, and says once what the host can do.
func (t *trouble) met(err error) error {
	advice := cmp.Or(t.advice(err), refuses)
	t.refused++
	t.now.Store(&advice)
	if last, heard := t.said[advice]; !heard || time.Since(last) >= repeatAfter {
		t.said[advice] = time.Now()
		t.open = true
		t.log.Error(advice, "database", t.database, "error", err)
	}
	return fmt.Errorf("%w: %w", store.ErrTrouble, err)
}

// over says once that all is well again.
func (t *trouble) over() {
	if t.open {
		t.log.Info("the database can be written again: play goes on", "database", t.database, "failed", t.refused)
	}
	t.open, t.refused = false, 0
	t.now.Store(&none)
}
