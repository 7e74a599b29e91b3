package discord

import (
	"sync"
	"time"
)

// Lately remembers when things were done last, so that none is done again too soon. Its zero value is ready.
type Lately[K comparable] struct {
	mu   sync.Mutex
	last map[K]time.Time
}

// May says whether something may be done again, that pause after the last time; if so, it counts as done.
func (l *Lately[K]) May(what K, at time.Time, pause time.Duration) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if last, had := l.last[what]; had && at.Sub(last) < pause {
		return false
	}
	if l.last == nil || len(l.last) > 1000 { // old ones no longer count, and new ones are few
		l.last = map[K]time.Time{}
	}
	l.last[what] = at
	return true
}
