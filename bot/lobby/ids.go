package lobby

import (
	"strconv"

	"settable/bot/discord"
	"settable/store"
)

// Discord writes its ids as decimal strings, and the store keeps them as numbers. They are converted here
// and nowhere else.

// Number returns a Discord id as the store keeps it, or 0, which the store never uses, for anything that is not an id.
func Number[T ~string](id T) int64 {
	n, err := strconv.ParseInt(string(id), 10, 64)
	if err != nil {
		return 0
	}
	return n
}

func decimal(n int64) string { return strconv.FormatInt(n, 10) }

// PlayerID converts a user's id to the store's form, and DiscordUser back.
func PlayerID(u discord.UserID) store.PlayerID    { return store.PlayerID(Number(u)) }
func DiscordUser(p store.PlayerID) discord.UserID { return discord.UserID(decimal(int64(p))) }

func messageID(n int64) discord.MessageID { return discord.MessageID(decimal(n)) }
