// Package settings keeps the settings of servers in memory, because every picture needs them.
package settings

import (
	"context"
	"log/slog"
	"sync"

	"settable/bot/discord"
	"settable/render"
	"settable/store"
)

// A Cache holds settings of servers in front of the store. It may be used by several goroutines.
type Cache struct {
	store    store.Settings
	log      *slog.Logger
	faults   discord.FaultLog
	mu       sync.RWMutex
	changing sync.Mutex
	guilds   map[store.GuildID]store.GuildSettings
	spoken   map[store.GuildID]string // the servers' locales in Discord, as last told
}

// NewCache is an empty cache.
func NewCache(s store.Settings, log *slog.Logger) *Cache {
	return &Cache{store: s, log: log, guilds: map[store.GuildID]store.GuildSettings{},
		spoken: map[store.GuildID]string{}}
}

// Of returns a server's settings. If they can't be read, it logs that and returns store.Unset.
func (c *Cache) Of(g store.GuildID) store.GuildSettings {
	c.mu.RLock()
	set, ok := c.guilds[g]
	c.mu.RUnlock()
	if ok {
		return set
	}
	set, err := c.store.Settings(context.Background(), g)
	if err != nil {
		c.unread("loading a server's settings failed, using the defaults", err)
		return store.Unset
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if newer, ok := c.guilds[g]; ok {
		return newer
	}
	c.guilds[g] = set
	return set
}

// unread logs, seldom, what can't be read. While the database is away, every press would say so.
func (c *Cache) unread(what string, err error) { c.faults.Warn(c.log, what, "", "error", err) }

// Change changes a server's settings by f and writes them. Changes wait for each
// other, so that none is lost. The error is the store's; nothing is changed then.
func (c *Cache) Change(ctx context.Context, g store.GuildID, f func(*store.GuildSettings)) error {
	c.changing.Lock()
	defer c.changing.Unlock()
	set := c.Of(g)
	f(&set)
	if err := c.store.SetSettings(ctx, g, set); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.guilds[g] = set
	return nil
}

// Forget has a server's settings read anew, or those of all servers if g is 0,
// because another program has changed them.
func (c *Cache) Forget(g store.GuildID) {
	c.changing.Lock() // not between the reading and the writing of a Change
	defer c.changing.Unlock()
	c.mu.Lock()
	defer c.mu.Unlock()
	if g == 0 {
		clear(c.guilds)
		return
	}
	delete(c.guilds, g)
}

// Style is how a server's pictures look.
func (c *Cache) Style(g store.GuildID) render.Style {
	set := c.Of(g)
	return render.Style{Theme: set.Theme, Palette: set.Palette}
}

// StyleFor is how pictures look that only this player sees: the player's palette, if
// they chose one, and otherwise the server's.
func (c *Cache) StyleFor(ctx context.Context, g store.GuildID, p store.PlayerID) render.Style {
	style := c.Style(g)
	mine, err := c.store.PlayerSettings(ctx, p)
	if err != nil {
		c.unread("loading a player's settings failed, using the server's", err)
	} else if mine.Palette != "" {
		style.Palette = mine.Palette
	}
	return style
}
