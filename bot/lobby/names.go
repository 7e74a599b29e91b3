package lobby

import (
	"context"
	"maps"
	"slices"
	"sync"

	"settable/bot/delivery"
	"settable/bot/discord"
	"settable/bot/table"
	"settable/games"
	"settable/store"
)

// Names are the stored names of players on a server, not escaped.
type Names map[store.PlayerID]string

// Of returns a player's printed name. For a player without a known name it returns a mention, which Discord shows as a
// name and which pings no one.
func (n Names) Of(p store.PlayerID) string {
	if name := n[p]; name != "" {
		return discord.Name(name)
	}
	return discord.Mention(p)
}

// people knows the names of players.
type people struct {
	store   store.Store
	send    *delivery.Sender
	replier replier
	names   nameCache
}

// NameAll returns the names of these players on a server. A player who asked to be forgotten gets a general name in the
// server's language, even before the data is deleted. The error is the store's.
func (p *people) NameAll(ctx context.Context, g store.GuildID, players []store.PlayerID) (Names, error) {
	known, err := p.store.Names(ctx, g, players)
	if err != nil {
		return nil, err
	}
	general := func(as store.PlayerID) string {
		return p.replier.Language(g).Plain(games.Say("lobby.forgotten", "n", as.Number()))
	}
	unknown := false
	for _, player := range players {
		switch {
		case player.IsForgotten():
			known[player] = general(player)
		case known[player] == "" && player != 0 && !player.IsHouse():
			unknown = true
		}
	}
	if !unknown {
		return known, nil
	}
	leaving, err := p.store.Leaving(ctx)
	for _, l := range leaving {
		if slices.Contains(players, l.Player) {
			known[l.Player] = general(l.As)
		}
	}
	return known, err
}

// ForgetName drops a player's cached names on all servers. The store is not changed.
func (p *people) ForgetName(player store.PlayerID) { p.names.forgetAll(player) }

// ForgetNamesOn drops the cached names of all players on a server, or on every server if g is 0.
func (p *people) ForgetNamesOn(g store.GuildID) { p.names.forgetOn(g) }

// RecordName stores a player's name if it is new. It logs errors; the next call tries again.
func (p *people) RecordName(g store.GuildID, who table.Person) {
	if who.Raw == "" || !p.names.cacheName(member{g, who.ID}, who.Raw) {
		return
	}
	ok := p.send.Go("saving a name", func(ctx context.Context) error {
		err := p.store.SetName(ctx, g, who.ID, who.Raw)
		if err != nil {
			p.names.forget(member{g, who.ID})
		}
		return err
	})
	if !ok {
		p.names.forget(member{g, who.ID})
	}
}

// nameCache holds names that were stored lately, so that a player who sits down again costs no request to the store.
type nameCache struct {
	mu    sync.Mutex
	names map[member]string
}

type member struct {
	guild  store.GuildID
	player store.PlayerID
}

// maxCachedNames is how many names are cached.
const maxCachedNames = 10_000

// cacheName records a name and reports whether it is new.
func (n *nameCache) cacheName(who member, name string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.names[who] == name {
		return false
	}
	if n.names == nil || len(n.names) >= maxCachedNames {
		n.names = map[member]string{}
	}
	n.names[who] = name
	return true
}

func (n *nameCache) forgetAll(player store.PlayerID) {
	n.mu.Lock()
	defer n.mu.Unlock()
	maps.DeleteFunc(n.names, func(who member, _ string) bool { return who.player == player })
}

func (n *nameCache) forgetOn(g store.GuildID) {
	n.mu.Lock()
	defer n.mu.Unlock()
	maps.DeleteFunc(n.names, func(who member, _ string) bool { return g == 0 || who.guild == g })
}

func (n *nameCache) forget(who member) {
	n.mu.Lock()
	defer n.mu.Unlock()
	delete(n.names, who)
}
