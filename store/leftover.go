package store

import (
	"time"

	"settable/store/ids"
)

// Leftover is a message of the bot that is to be deleted sometime, whichever run of the bot that will be: an
// offer of games, which belongs to no table; a reminder; or a post of a table that has a newer one.
type Leftover struct {
	Guild   GuildID
	Channel ChannelID
	Message ids.Message
	Table   TableID   // 0: it is an offer of games
	Turn    time.Time // the deadline of the turn of which it reminds; zero: it is no reminder
}
