package settings

import (
	"cmp"

	"settable/store/ids"
)

// SetLocale records the locale that a server has in Discord. It does nothing if the locale is "".
func (c *Cache) SetLocale(g ids.Guild, locale string) {
	if locale != "" {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.discordLocales[g] = locale
	}
}

// Language returns the locale of the bot's messages on a server: the language chosen in the bot's settings or, if
// none was chosen, the server's locale in Discord. It returns "" if neither is known.
func (c *Cache) Language(g ids.Guild) string {
	c.mu.RLock()
	discords := c.discordLocales[g]
	c.mu.RUnlock()
	return cmp.Or(c.Of(g).Language, discords)
}
