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

// Names are the players' names on a server as they were last written down, not yet escaped.
type Names map[store.PlayerID]string

// Of returns a player's printed name. For a player without a known name it returns a mention, which Discord shows as a
// name and which pings no one.
func (n Names) Of(p store.PlayerID) string {
	if name := n[p]; name != "" {
		return discord.Name(name)
	}
	return discord.Mention(DiscordUser(p))
}

// people knows the names of players.
type people struct {
	store  store.Store
	send   *delivery.Sender
	speaks replier
	noted  noted
}

// NameAll returns the names of these players on a server. Players who asked to be forgotten get a general
// name in the server's language, also while that isn't done yet. The error is the store's.
func (p *people) NameAll(ctx context.Context, g store.GuildID, players []store.PlayerID) (Names, error) {
	known, err := p.store.Names(ctx, g, players)
	if err != nil {
		return nil, err
	}
	general := func(as store.PlayerID) string {
		return p.speaks.Language(g).Plain(games.Say("lobby.forgotten", "n", as.Number()))
	}
	unknown := false
	for _, player := range players {
		switch {
		case player.Forgotten():
			known[player] = general(player)
		case known[player] == "" && player != 0 && !player.OfHouse():
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

// Unmet drops the noted names of a player on all servers. The store is not changed.
func (p *people) Unmet(player store.PlayerID) { p.noted.forgetAll(player) }

// UnmetOn drops the noted names of all players on a server, or on every server if g is 0.
func (p *people) UnmetOn(g store.GuildID) { p.noted.forgetOn(g) }

// Met writes a player's name down if it is new. Errors are logged, and it is tried again at the next Met.
func (p *people) Met(g store.GuildID, who table.Person) {
	if who.Raw == "" || !p.noted.news(member{g, who.ID}, who.Raw) {
		return
	}
	ok := p.send.Go("noting a name", func(ctx context.Context) error {
		err := p.store.SetName(ctx, g, who.ID, who.Raw)
		if err != nil {
			p.noted.forget(member{g, who.ID})
		}
		return err
	})
	if !ok {
		p.noted.forget(member{g, who.ID})
	}
}

// noted are the names that were written down lately, so that a player who sits down again costs no request
// to the store.
type noted struct {
	mu    sync.Mutex
	names map[member]string
}

type member struct {
	guild  store.GuildID
	player store.PlayerID
}

// mostNoted is how many names are noted at most.
const mostNoted = 10_000

// news records a name and reports whether it is new.
func (n *noted) news(who member, name string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.names[who] == name {
		return false
	}
	if n.names == nil || len(n.names) >= mostNoted {
		n.names = map[member]string{}
	}
	n.names[who] = name
	return true
}

func (n *noted) forgetAll(player store.PlayerID) {
	n.mu.Lock()
	defer n.mu.Unlock()
	maps.DeleteFunc(n.names, func(who member, _ string) bool { return who.player == player })
}

func (n *noted) forgetOn(g store.GuildID) {
	n.mu.Lock()
	defer n.mu.Unlock()
	maps.DeleteFunc(n.names, func(who member, _ string) bool { return g == 0 || who.guild == g })
}

func (n *noted) forget(who member) {
	n.mu.Lock()
	defer n.mu.Unlock()
	delete(n.names, who)
}
