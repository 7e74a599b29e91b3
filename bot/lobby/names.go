package lobby

import (
	"context"
	"maps"
	"sync"

	"settable/bot/delivery"
	"settable/bot/discord"
	"settable/bot/table"
	"settable/games"
	"settable/store"
)

// Names are what players were called when they last sat down.
type Names map[store.PlayerID]string

// Of is a player's name, ready to be printed. Discord itself fills in that of
// a player we have never met; it pings nobody.
func (n Names) Of(p store.PlayerID) string {
	if name := n[p]; name != "" {
		return discord.Escape(name)
	}
	return discord.Mention(DiscordUser(p))
}

// people are those who play, by their names.
type people struct {
	store  store.Store
	send   *delivery.Sender
	speaks replier
	noted  noted
}

// NameAll are the names of players on a server.
func (p *people) NameAll(ctx context.Context, g store.GuildID, players []store.PlayerID) (Names, error) {
	known, err := p.store.Names(ctx, g, players)
	for _, player := range players {
		if player.Forgotten() && err == nil {
			known[player] = p.speaks.Language(g).Plain(games.Say("lobby.forgotten", "n", player.Number()))
		}
	}
	return Names(known), err
}

// Unmet forgets what a player was called, wherever that was.
func (p *people) Unmet(player store.PlayerID) { p.noted.forgetAll(player) }

// UnmetOn forgets what players are called on a server, or with 0 on all.
func (p *people) UnmetOn(g store.GuildID) { p.noted.forgetOn(g) }

// Met keeps what a player is called, when they sit down or their name has changed.
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

// noted is what players were called when they were last met, so that who sits
// down again is not written down again.
type noted struct {
	mu    sync.Mutex
	names map[member]string
}

type member struct {
	guild  store.GuildID
	player store.PlayerID
}

// mostNoted bounds what is remembered.
const mostNoted = 10_000

// news says whether a player was not met before, or by another name.
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
