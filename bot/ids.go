package bot

import (
	"strconv"

	"settable/bot/discord"
	"settable/store"
)

// Discord prints its ids in decimal; the store counts with them. The two meet
// here and nowhere else.

func number[T ~string](id T) int64 {
	n, err := strconv.ParseInt(string(id), 10, 64)
	if err != nil {
		return 0 // no id of Discord: nothing is stored under it
	}
	return n
}

func guildID(g discord.GuildID) store.GuildID            { return store.GuildID(number(g)) }
func channelID(c discord.ChannelID) store.ChannelID      { return store.ChannelID(number(c)) }
func playerID(u discord.UserID) store.PlayerID           { return store.PlayerID(number(u)) }
func discordGuild(g store.GuildID) discord.GuildID       { return discord.GuildID(decimal(int64(g))) }
func discordChannel(c store.ChannelID) discord.ChannelID { return discord.ChannelID(decimal(int64(c))) }
func discordUser(p store.PlayerID) discord.UserID        { return discord.UserID(decimal(int64(p))) }
func discordMessage(n int64) discord.MessageID           { return discord.MessageID(decimal(n)) }

func decimal(n int64) string { return strconv.FormatInt(n, 10) }
