package bot

import (
	"context"

	"settable/bot/discord"
	"settable/games"
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

// called is what the players of a table are called, by their seats.
func (b *Bot) called(ctx context.Context, g store.GuildID, seats map[store.PlayerID]games.Seat) (map[games.Seat]string, error) {
	players := make([]store.PlayerID, 0, len(seats))
	for p := range seats {
		players = append(players, p)
	}
	known, err := b.nameAll(ctx, g, players)
	if err != nil {
		return nil, err
	}
	all := make(map[games.Seat]string, len(seats))
	for p, seat := range seats {
		all[seat] = known.of(p)
	}
	return all, nil
}

// met keeps what a player is called, when they sit down or their name has changed.
func (b *Bot) met(g store.GuildID, p person) {
	if p.raw == "" {
		return
	}
	b.errand("noting a name", func(ctx context.Context) error { return b.store.SetName(ctx, g, p.id, p.raw) })
}
