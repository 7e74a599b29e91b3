package spread

import (
	"fmt"
	"maps"
	"slices"
	"sync"

	"settable/bot"
)

// Healths are how the bots of this program are, by the shards that they play.
type Healths struct {
	mu  sync.Mutex
	all map[int]*bot.Health
}

// Add is the health of one more bot, until it has gone.
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

// Wanting says what keeps them from being ready. A process that plays no shard is: it waits for one.
func (h *Healths) Wanting() (why []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, shard := range slices.Sorted(maps.Keys(h.all)) {
		for _, w := range h.all[shard].Wanting() {
			if len(h.all) > 1 {
				w = fmt.Sprintf("shard %d: %s", shard, w)
			}
			why = append(why, w)
		}
	}
	return why
}
