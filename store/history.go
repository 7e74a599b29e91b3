package store

import (
	"time"

	"settable/games"
)

// Movement is what one cause did to the chips of a member: a grant, a line that bought
// in or cashed out, or all that a hand moved between the member's stack and the pot.
type Movement struct {
	At       time.Time
	Balance  games.Chips // added, or taken where negative
	OnTables games.Chips
	After    Holding // what the member had then

	Table   TableID // 0: by a grant
	Game    string
	Channel ChannelID
	Line    int  // the last of those that moved them
	Hand    int  // 1, 2, 3 … of the table; 0: the balance moved, and no hand did it
	Playing bool // the hand is not over

	Grant *Grant // nil: by lines
}

// History is a page of a member's movements, the newest first.
type History struct {
	Movements []Movement
	Total     int
	Page      int // 1, 2, 3 …; 0 where nothing ever moved
	Pages     int
}
