package settings

import (
	"cmp"

	"settable/store"
)

// Met notes the locale in which Discord speaks to a server; "" says nothing.
func (c *Cache) Met(g store.GuildID, locale string) {
	if locale != "" {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.spoken[g] = locale
	}
}

// Language is the locale in which a server is spoken to: the one it has chosen, or Discord's for it; "" where
// neither is known.
func (c *Cache) Language(g store.GuildID) string {
	c.mu.RLock()
	discords := c.spoken[g]
	c.mu.RUnlock()
	return cmp.Or(c.Of(g).Language, discords)
}
