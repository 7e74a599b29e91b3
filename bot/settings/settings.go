// Package settings keeps the settings of servers in memory, because every picture needs them.
package settings

import (
	"context"
	"log/slog"
	"sync"

	"settable/bot/discord"
	"settable/render"
	"settable/store"
	"settable/store/ids"
)

// Store reads and writes settings. See store.Settings for the methods and their errors.
type Store interface {
	PlayerSettings(ctx context.Context, player ids.User) (store.PlayerSettings, error)
	SetSettings(ctx context.Context, guild ids.Guild, set store.GuildSettings) error
	Settings(ctx context.Context, guild ids.Guild) (store.GuildSettings, error)
}

// A Cache caches the settings of servers. It is safe for concurrent use.
type Cache struct {
	store          Store
	log            *slog.Logger
	faults         discord.FaultLog
	mu             sync.RWMutex
	changing       sync.Mutex
	guilds         map[ids.Guild]store.GuildSettings
	discordLocales map[ids.Guild]string // the servers' locales in Discord, as last reported
}

// NewCache returns an empty cache.
func NewCache(s Store, log *slog.Logger) *Cache {
	return &Cache{store: s, log: log, guilds: map[ids.Guild]store.GuildSettings{},
		discordLocales: map[ids.Guild]string{}}
}

// Of returns a server's settings. If the settings can't be read, Of logs the error and returns store.Unset.
func (c *Cache) Of(g ids.Guild) store.GuildSettings {
	c.mu.RLock()
	set, ok := c.guilds[g]
	c.mu.RUnlock()
	if ok {
		return set
	}
	set, err := c.store.Settings(context.Background(), g)
	if err != nil {
		c.logUnread("loading a server's settings failed, using the defaults", err)
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

// logUnread logs, at most once a minute, that settings can't be read. While the database is down, every press fails.
func (c *Cache) logUnread(what string, err error) { c.faults.Warn(c.log, what, "", "error", err) }

// Change applies f to a server's settings and writes them. Concurrent changes wait for each other, so that none is
// lost. If it returns an error, the settings are unchanged.
func (c *Cache) Change(ctx context.Context, g ids.Guild, f func(*store.GuildSettings)) error {
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

// Forget drops the cached settings of a server, or of all servers if g is 0. It is called when another process has
// changed them.
func (c *Cache) Forget(g ids.Guild) {
	c.changing.Lock() // so that a Change doesn't write settings that it read before
	defer c.changing.Unlock()
	c.mu.Lock()
	defer c.mu.Unlock()
	if g == 0 {
		clear(c.guilds)
		return
	}
	delete(c.guilds, g)
}

// Style returns the style of a server's pictures.
func (c *Cache) Style(g ids.Guild) render.Style {
	set := c.Of(g)
	return render.Style{Theme: set.Theme, Palette: set.Palette}
}

// WantsNewsByMessage reports whether a player chose to get news about a table in separate private messages.
func (c *Cache) WantsNewsByMessage(ctx context.Context, p ids.User) (bool, error) {
	mine, err := c.store.PlayerSettings(ctx, p)
	return mine.News == store.NewsByMessage, err
}

// StyleFor returns the style of pictures that only the given player sees. It uses the player's palette if they chose
// one, and otherwise the server's palette.
func (c *Cache) StyleFor(ctx context.Context, g ids.Guild, p ids.User) render.Style {
	style := c.Style(g)
	mine, err := c.store.PlayerSettings(ctx, p)
	if err != nil {
		c.logUnread("loading a player's settings failed, using the server's", err)
	} else if mine.Palette != "" {
		style.Palette = mine.Palette
	}
	return style
}
