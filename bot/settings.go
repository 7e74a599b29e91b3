package bot

import (
	"context"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"sync"
	"time"

	"settable/bot/discord"
	tables "settable/bot/table"
	"settable/render"
	"settable/store"
)

// choices are the settings of servers and players, kept in memory because
// every picture asks for them.
type choices struct {
	store    store.Store
	log      *slog.Logger
	mu       sync.RWMutex
	changing sync.Mutex
	guilds   map[store.GuildID]store.GuildSettings
}

func newChoices(s store.Store, log *slog.Logger) *choices {
	return &choices{store: s, log: log, guilds: map[store.GuildID]store.GuildSettings{}}
}

// of are a server's settings. Where they can't be read, the usual ones serve.
func (c *choices) of(g store.GuildID) store.GuildSettings {
	c.mu.RLock()
	set, ok := c.guilds[g]
	c.mu.RUnlock()
	if ok {
		return set
	}
	set, err := c.store.Settings(context.Background(), g)
	if err != nil {
		c.log.Error("reading settings", "error", err)
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

// change writes a server's settings with something changed. Changes wait for
// each other, so that none is lost.
func (c *choices) change(ctx context.Context, g store.GuildID, f func(*store.GuildSettings)) error {
	c.changing.Lock()
	defer c.changing.Unlock()
	set := c.of(g)
	f(&set)
	if err := c.store.SetSettings(ctx, g, set); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.guilds[g] = set
	return nil
}

// style is how a server's pictures look.
func (c *choices) style(g store.GuildID) render.Style {
	set := c.of(g)
	return render.Style{Theme: set.Theme, Palette: set.Palette}
}

// styleFor is how the pictures look that only this player sees.
func (c *choices) styleFor(ctx context.Context, g store.GuildID, p store.PlayerID) render.Style {
	style := c.style(g)
	mine, err := c.store.PlayerSettings(ctx, p)
	if err != nil {
		c.log.Error("reading a player's settings", "error", err)
	} else if mine.Palette != "" {
		style.Palette = mine.Palette
	}
	return style
}

// settings shows or changes what is set for the server or for oneself.
func (b *Bot) settings(s said, c discord.Slash) {
	if c.Sub == "server" && !s.Who.Manages {
		b.whisper(s, "Only members with Manage Server change how tables look for everybody. `/settings mine` is yours.")
		return
	}
	b.errand("changing settings", func(ctx context.Context) error {
		var err error
		switch c.Sub {
		case "server":
			err = b.setServer(ctx, s, c.Options)
		case "mine":
			palette := c.Options["palette"]
			if palette == "server" {
				palette = ""
			}
			if palette != "" || c.Options["palette"] != "" {
				err = b.store.SetPlayerSettings(ctx, s.Who.ID, store.PlayerSettings{Palette: palette})
			}
		}
		if err != nil {
			b.whisper(s, sorry(err))
			return err
		}
		return b.tellSettings(ctx, s)
	})
}

func (b *Bot) setServer(ctx context.Context, s said, options map[string]string) error {
	err := b.choices.change(ctx, s.Guild, func(set *store.GuildSettings) {
		if theme := options["theme"]; theme != "" {
			set.Theme = theme
		}
		if palette := options["palette"]; palette != "" {
			set.Palette = palette
		}
		// Discord itself keeps it between 0 and 10
		if grace, err := strconv.ParseFloat(options["grace"], 64); err == nil && grace >= 0 && grace <= 10 {
			set.Grace = time.Duration(grace * float64(time.Second))
		}
		if turn, err := strconv.Atoi(options["turn"]); err == nil && turn >= 0 && turn <= 3600 {
			set.Turn = time.Duration(turn) * time.Second
		}
	})
	if err != nil {
		return err
	}
	b.lobby.tellIn(s.Guild, tables.Redraw{})
	return nil
}

func (b *Bot) tellSettings(ctx context.Context, s said) error {
	set := b.choices.of(s.Guild)
	mine, err := b.store.PlayerSettings(ctx, s.Who.ID)
	if err != nil {
		b.whisper(s, sorry(err))
		return err
	}
	or := func(word, usual string) string {
		if word == "" {
			return usual
		}
		return word
	}
	turn := "lasts as long as one likes"
	if set.Turn > 0 {
		turn = fmt.Sprintf("lasts %g s", set.Turn.Seconds())
	}
	b.whisper(s, strings.Join([]string{
		"**On this server**: theme " + or(set.Theme, render.Themes()[0]) + " · palette " + or(set.Palette, render.Palettes()[0]) +
			fmt.Sprintf(" · a beaten claim is forgiven for %g s · a turn %s", set.Grace.Seconds(), turn),
		"**For you alone**: palette " + or(mine.Palette, "as on the server") + ", in pictures only you see",
		"`/settings mine` changes what you see, `/settings server` the rest (Manage Server).",
		"Every palette is safe for colour-blind eyes: each colour also has an outline of its own.",
	}, "\n"))
	return nil
}
