package bot

import (
	"sync"
	"time"

	"settable/store"
)

// hintEvery is how often a channel without a table is told that there is none.
const hintEvery = 10 * time.Second

// hints remembers where a hint was given, so that nobody makes the bot talk
// without end.
type hints struct {
	mu   sync.Mutex
	last map[store.ChannelID]time.Time
}

func (h *hints) may(c store.ChannelID, at time.Time) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if at.Sub(h.last[c]) < hintEvery {
		return false
	}
	if h.last == nil || len(h.last) > 1000 { // old ones no longer count, and new ones are few
		h.last = map[store.ChannelID]time.Time{}
	}
	h.last[c] = at
	return true
}
