package spread

import (
	"fmt"
	"maps"
	"slices"
	"sync"

	"settable/bot"
)

// Healths holds the health of each bot in this process, by shard.
type Healths struct {
	mu  sync.Mutex
	all map[int]*bot.Health
}

// Add adds a bot. The caller must call gone when the bot ends.
func (h *Healths) Add(shard int) (one *bot.Health, gone func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.all == nil {
		h.all = map[int]*bot.Health{}
	}
	one = &bot.Health{}
	h.all[shard] = one
	return one, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		if h.all[shard] == one {
			delete(h.all, shard)
		}
	}
}

// NotReady returns the reasons why bots are not ready. A process without a shard is ready, because it is only waiting
// for one.
func (h *Healths) NotReady() (why []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, shard := range slices.Sorted(maps.Keys(h.all)) {
		for _, w := range h.all[shard].NotReadyReasons() {
			if len(h.all) > 1 {
				w = fmt.Sprintf("shard %d: %s", shard, w)
			}
			why = append(why, w)
		}
	}
	return why
}
