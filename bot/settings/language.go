package settings

import (
	"cmp"
	"sync"

	"settable/store"
)

// spoken are the locales in which Discord speaks to servers, as it told last.
type spoken struct {
	mu  sync.RWMutex
	all map[store.GuildID]string
}

// Met notes the locale in which Discord speaks to a server; "" says nothing.
func (c *Cache) Met(g store.GuildID, locale string) {
	if locale == "" || c.spoken.of(g) == locale {
		return
	}
	c.spoken.mu.Lock()
	defer c.spoken.mu.Unlock()
	if c.spoken.all == nil {
		c.spoken.all = map[store.GuildID]string{}
	}
	c.spoken.all[g] = locale
}

func (s *spoken) of(g store.GuildID) string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.all[g]
}

// Language is the locale in which a server is spoken to: the one it has chosen, or Discord's for it; "" where
// neither is known.
func (c *Cache) Language(g store.GuildID) string { return cmp.Or(c.Of(g).Language, c.spoken.of(g)) }
