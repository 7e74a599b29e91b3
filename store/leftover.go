package store

import (
	"time"

	"settable/store/ids"
)

// Leftover is a message that the current or a later run of the bot must delete: an offer of games, which belongs to no
// table; a reminder; or an old post of a table.
type Leftover struct {
	Guild   ids.Guild
	Channel ids.Channel
	Message ids.Message
	Table   TableID   // 0: it is an offer of games
	Turn    time.Time // the deadline of the turn that the message is a reminder of; zero: not a reminder
}
