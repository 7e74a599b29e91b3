package bot

import (
	"context"
	"sync"

	"settable/bot/discord"
	"settable/store"
)

// names are what players were called when they last sat down.
type names map[store.PlayerID]string

// of is a player's name, ready to be printed. Discord itself fills in that of
// a player we have never met; it pings nobody.
func (n names) of(p store.PlayerID) string {
	if name := n[p]; name != "" {
		return discord.Escape(name)
	}
	return discord.Mention(discordUser(p))
}

func (b *Bot) nameAll(ctx context.Context, g store.GuildID, players []store.PlayerID) (names, error) {
	known, err := b.store.Names(ctx, g, players)
	return names(known), err
}

// met keeps what a player is called, when they sit down or their name has changed.
func (b *Bot) met(g store.GuildID, p person) {
	if p.Raw == "" || !b.noted.news(acquaintance{g, p.ID}, p.Raw) {
		return
	}
	ok := b.errand("noting a name", func(ctx context.Context) error {
		err := b.store.SetName(ctx, g, p.ID, p.Raw)
		if err != nil {
			b.noted.forget(acquaintance{g, p.ID})
		}
		return err
	})
	if !ok {
		b.noted.forget(acquaintance{g, p.ID})
	}
}

// noted is what players were called when they were last met, so that who sits
// down again is not written down again.
type noted struct {
	mu    sync.Mutex
	names map[acquaintance]string
}

type acquaintance struct {
	guild  store.GuildID
	player store.PlayerID
}

// mostNoted bounds what is remembered.
const mostNoted = 10_000

// news says whether a player was not met before, or by another name.
func (n *noted) news(who acquaintance, name string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.names[who] == name {
		return false
	}
	if n.names == nil || len(n.names) >= mostNoted {
		n.names = map[acquaintance]string{}
	}
	n.names[who] = name
	return true
}

func (n *noted) forget(who acquaintance) {
	n.mu.Lock()
	defer n.mu.Unlock()
	delete(n.names, who)
}
