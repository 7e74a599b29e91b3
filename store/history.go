package store

import (
	"time"

	"settable/games"
)

// Movement is what one cause, a line of a journal or a grant, did to the chips
// of a member: a buy-in takes from the balance and adds to the stacks, a bet
// takes from the stacks.
type Movement struct {
	At       time.Time
	Balance  games.Chips // added, or taken where negative
	OnTables games.Chips
	After    Holding // what the member had then

	Table TableID // 0: by a grant
	Game  string
	Line  int
	Seat  games.Seat // who said the line; the dealer and the clock too
	Words string

	Grant *Grant // nil: by a line
}

// History is a page of a member's movements, the newest first.
type History struct {
	Movements []Movement
	Total     int
	Page      int // 1, 2, 3 …; 0 where nothing ever moved
	Pages     int
}
