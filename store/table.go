package store

import (
	"time"

	"settable/games"
)

// Table is a game in a channel. A channel (a thread counts as one) has at most
// one open table.
type Table struct {
	ID      TableID
	Guild   GuildID
	Channel ChannelID
	Game    string // games.Rules.Name
	Options games.Options
	Opener  PlayerID
	Opened  time.Time
	Closed  time.Time // zero: open
	Post    int64     // id of the message that shows it; 0: none yet
	Shown   int       // number of the last line people were shown
	Heard   int64     // the newest message judged there, as far as it is no source of a line; 0: none
	Asleep  int       // number of its last line, where nobody was there then; 0: somebody is
	Night   NightID   // of which it is; 0: none
	Daily   games.Day // of which it is the daily deal of its opener; 0: it is none
}
