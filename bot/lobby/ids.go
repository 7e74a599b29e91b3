package lobby

import (
	"strconv"

	"settable/bot/discord"
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

func messageID(n int64) discord.MessageID { return discord.MessageID(decimal(n)) }
