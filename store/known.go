package store

import "settable/games"

// known is what the writer has found and need not look for again: whose a seat
// is, and which accounts a table's chips move between. Neither ever changes once
// it is there. What is undone was never there, and so after each undoing all is
// forgotten.
type known struct {
	seats  map[chair]PlayerID
	purses map[spot]purse
}

// A chair is a seat of a table.
type chair struct {
	table TableID
	seat  games.Seat
}

// A spot is a purse as it is named at a table.
type spot struct {
	table TableID
	purse games.Purse
}

// mostKnown is how much of each is kept in mind: two thousand full tables.
const mostKnown = 1 << 16

func (k *known) seat(at chair, who PlayerID) {
	if k.seats == nil || len(k.seats) >= mostKnown {
		k.seats = map[chair]PlayerID{}
	}
	k.seats[at] = who
}

func (k *known) purse(at spot, is purse) {
	if k.purses == nil || len(k.purses) >= mostKnown {
		k.purses = map[spot]purse{}
	}
	k.purses[at] = is
}

func (k *known) forget() {
	clear(k.seats)
	clear(k.purses)
}
