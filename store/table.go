package store

import (
	"time"

	"settable/games"
	"settable/store/ids"
)

// Table is one game in a channel, from its opening to its closing. A channel has at most one open table. A thread
// counts as a channel.
type Table struct {
	ID         TableID
	Guild      ids.Guild
	Channel    ids.Channel
	Game       string // games.Rules.Name
	Options    games.Options
	Opener     ids.User
	Opened     time.Time
	Closed     time.Time   // zero: open
	Post       ids.Message // the message that shows it; 0: none yet
	Shown      int         // the number of the last line that people were shown
	LastJudged ids.Message // the newest message judged there that isn't the source of a line; 0: none
	Asleep     int         // the number of the line after which all players were away; 0: someone is present
	Night      NightID     // the night that it belongs to; 0: none
	Follows    TableID     // the table whose players are expected at this one; 0: none
	Daily      games.Day   // the day whose daily deal it is for its opener; 0: it isn't a daily deal
}
