package lobby

import (
	"context"
	"slices"

	"settable/bot/delivery"
	"settable/bot/discord"
	"settable/bot/table"
	"settable/games"
	"settable/store/ids"
)

// Names maps players to their names on a server, as stored and not escaped.
type Names map[ids.User]string

// Of returns a player's name for use in a message. If the name isn't known, it returns a mention, which Discord shows
// as a name. The mention doesn't ping the player.
func (n Names) Of(p ids.User) string {
	if name := n[p]; name != "" {
		return discord.Name(name)
	}
	return discord.Mention(p)
}

// PlayerNames loads and stores the names of players on servers.
type PlayerNames struct {
	store     nameStore
	send      *delivery.Sender
	languages Languages
}

// Load returns the names of these players on a server. A player who has asked to be forgotten gets a generic name in
// the server's language, even if their data isn't deleted yet. Errors come from the store.
func (p *PlayerNames) Load(ctx context.Context, g ids.Guild, players []ids.User) (Names, error) {
	known, err := p.store.Names(ctx, g, players)
	if err != nil {
		return nil, err
	}
	general := func(as ids.User) string {
		return p.languages.Of(g).Plain(games.Say("lobby.forgotten", "n", as.Number()))
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
	leaving, err := p.store.PendingForgets(ctx)
	for _, l := range leaving {
		if slices.Contains(players, l.Player) {
			known[l.Player] = general(l.As)
		}
	}
	return known, err
}

// Record stores a player's name and logs any error.
func (p *PlayerNames) Record(g ids.Guild, who table.Person) {
	if who.Raw == "" {
		return
	}
	p.send.Go("saving a name", func(ctx context.Context) error { return p.store.SetName(ctx, g, who.ID, who.Raw) })
}
