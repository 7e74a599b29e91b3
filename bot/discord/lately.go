package discord

import (
	"sync"
	"time"
)

// Lately remembers when actions were last performed, so that they aren't repeated too soon. Its zero value is ready to
// use.
type Lately[K comparable] struct {
	mu   sync.Mutex
	last map[K]time.Time
}

// May reports whether an action is allowed at that time, because it wasn't performed during the preceding pause. If it
// is allowed, May records that it was performed.
func (l *Lately[K]) May(what K, at time.Time, pause time.Duration) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if last, had := l.last[what]; had && at.Sub(last) < pause {
		return false
	}
	if l.last == nil || len(l.last) > 1000 { // starts again: old entries no longer count, and new ones are few
		l.last = map[K]time.Time{}
	}
	l.last[what] = at
	return true
}
