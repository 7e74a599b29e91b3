package settings

import (
	"cmp"

	"settable/store/ids"
)

// SetLocale records a server's locale in Discord. If the locale is "", it does nothing.
func (c *Cache) SetLocale(g ids.Guild, locale string) {
	if locale != "" {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.discordLocales[g] = locale
	}
}

// Language returns the locale of the bot's messages on a server: the one that the server chose, or otherwise the
// server's locale in Discord. It returns "" if neither is known.
func (c *Cache) Language(g ids.Guild) string {
	c.mu.RLock()
	discords := c.discordLocales[g]
	c.mu.RUnlock()
	return cmp.Or(c.Of(g).Language, discords)
}
