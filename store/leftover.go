package store

import (
	"time"

	"settable/store/ids"
)

// Leftover is a message that this or a later run of the bot has to delete: an offer of games, which belongs to no
// table; a reminder; or an old post of a table.
type Leftover struct {
	Guild   ids.Guild
	Channel ids.Channel
	Message ids.Message
	Table   TableID   // 0: it is an offer of games
	Turn    time.Time // the deadline of the turn of which it reminds; zero: it is no reminder
}
