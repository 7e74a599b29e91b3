package store

import (
	"time"

	"settable/games"
	"settable/store/ids"
)

// Movement records how one cause changed a member's chips. A cause is a grant, a line that bought in or cashed out, or
// a hand. All chips that a hand moved between the member's stack and the pot are one movement.
type Movement struct {
	At       time.Time
	Balance  games.Chips // the change of the balance; negative: chips were taken
	OnTables games.Chips
	After    Holding // what the member had after it

	Table   TableID // 0: the cause was a grant
	Game    string
	Channel ids.Channel
	Line    int  // the last line that moved the chips
	Hand    int  // the number of the hand at the table; 0: no hand, but a grant, a buy-in or a cash-out
	Playing bool // the hand is still being played
	Voided  bool // the hand was voided

	Grant *Grant // nil: the cause was a line or a hand
}

// History is a page of a member's movements, newest first.
type History struct {
	Movements []Movement
	Total     int
	Page      int // 1, 2, 3 …; 0 if nothing ever moved
	Pages     int
}
