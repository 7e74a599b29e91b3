package command

import (
	"context"
	"strconv"

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
	return discord.Mention(discord.UserID(decimal(int64(p))))
}

func (c Call) nameAll(ctx context.Context, players []store.PlayerID) (names, error) {
	known, err := c.Store.Names(ctx, c.Guild, players)
	return names(known), err
}

// Discord prints its ids in decimal; the store counts with them.

func playerID(u discord.UserID) store.PlayerID {
	n, err := strconv.ParseInt(string(u), 10, 64)
	if err != nil {
		return 0 // no id of Discord: nothing is stored under it
	}
	return store.PlayerID(n)
}

func discordGuild(g store.GuildID) discord.GuildID       { return discord.GuildID(decimal(int64(g))) }
func discordChannel(c store.ChannelID) discord.ChannelID { return discord.ChannelID(decimal(int64(c))) }

func decimal(n int64) string { return strconv.FormatInt(n, 10) }
