// Package settings keeps the settings of servers in memory, because every picture
// asks for them.
package settings

import (
	"context"
	"log/slog"
	"sync"

	"settable/bot/discord"
	"settable/render"
	"settable/store"
)

// A Cache is the settings of servers and players, in front of the store.
type Cache struct {
	store    store.Settings
	log      *slog.Logger
	faults   discord.Seldom
	mu       sync.RWMutex
	changing sync.Mutex
	guilds   map[store.GuildID]store.GuildSettings
	spoken   map[store.GuildID]string // the locales in which Discord speaks to servers, as it told last
}

// NewCache is an empty cache.
func NewCache(s store.Settings, log *slog.Logger) *Cache {
	return &Cache{store: s, log: log, guilds: map[store.GuildID]store.GuildSettings{},
		spoken: map[store.GuildID]string{}}
}

// Of are a server's settings. Where they can't be read, the usual ones serve.
func (c *Cache) Of(g store.GuildID) store.GuildSettings {
	c.mu.RLock()
	set, ok := c.guilds[g]
	c.mu.RUnlock()
	if ok {
		return set
	}
	set, err := c.store.Settings(context.Background(), g)
	if err != nil {
		c.unread("a server's settings can't be read: the usual ones serve", err)
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

// unread tells the log what can't be read. Where a server is away that comes with every press.
func (c *Cache) unread(what string, err error) { c.faults.Warn(c.log, what, "", "error", err) }

// Change writes a server's settings with something changed. Changes wait for
// each other, so that none is lost.
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

// Forget has a server's settings be read anew, or with 0 those of all: another program has changed them.
func (c *Cache) Forget(g store.GuildID) {
	c.changing.Lock() // not between another's reading and writing
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

// StyleFor is how the pictures look that only this player sees.
func (c *Cache) StyleFor(ctx context.Context, g store.GuildID, p store.PlayerID) render.Style {
	style := c.Style(g)
	mine, err := c.store.PlayerSettings(ctx, p)
	if err != nil {
		c.unread("a player's settings can't be read: the server's serve", err)
	} else if mine.Palette != "" {
		style.Palette = mine.Palette
	}
	return style
}
