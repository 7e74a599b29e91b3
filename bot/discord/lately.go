package discord

import (
	"sync"
	"time"
)

// Lately remembers when things were last done, so that they are not repeated too soon. Its zero value is ready.
type Lately[K comparable] struct {
	mu   sync.Mutex
	last map[K]time.Time
}

// May reports whether a thing may be done, because it was not done within pause before at. If it may, it counts as
// done.
func (l *Lately[K]) May(what K, at time.Time, pause time.Duration) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if last, had := l.last[what]; had && at.Sub(last) < pause {
		return false
	}
	if l.last == nil || len(l.last) > 1000 { // begins anew: old ones no longer count, and new ones are few
		l.last = map[K]time.Time{}
	}
	l.last[what] = at
	return true
}
