package lobby

import (
	"strconv"

	"settable/bot/discord"
	"settable/store"
)

// Discord prints its ids in decimal; the store counts with them. The two meet
// here and nowhere else.

// Number is an id of Discord's as the store counts it; 0 for what is none:
// nothing is stored under it.
func Number[T ~string](id T) int64 {
	n, err := strconv.ParseInt(string(id), 10, 64)
	if err != nil {
		return 0
	}
	return n
}

func decimal(n int64) string { return strconv.FormatInt(n, 10) }

// GuildID is a server as the store knows it, and so on.
func GuildID(g discord.GuildID) store.GuildID       { return store.GuildID(Number(g)) }
func ChannelID(c discord.ChannelID) store.ChannelID { return store.ChannelID(Number(c)) }
func PlayerID(u discord.UserID) store.PlayerID      { return store.PlayerID(Number(u)) }

// DiscordGuild is a server as Discord knows it, and so on.
func DiscordGuild(g store.GuildID) discord.GuildID { return discord.GuildID(decimal(int64(g))) }
func DiscordChannel(c store.ChannelID) discord.ChannelID {
	return discord.ChannelID(decimal(int64(c)))
}
func DiscordUser(p store.PlayerID) discord.UserID { return discord.UserID(decimal(int64(p))) }

func messageID(n int64) discord.MessageID { return discord.MessageID(decimal(n)) }
