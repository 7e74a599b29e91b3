package sqlite

import (
	"settable/games"
	"settable/store"
)

// known is what the writer has found and need not look for again: where a table
// stands and what is played there, whose a seat is, and which accounts a table's
// chips move between. None of it ever changes once it is there. What is undone was
// never there, and so after each undoing all is forgotten.
type known struct {
	tables map[store.TableID]venue
	seats  map[chair]store.PlayerID
	purses map[spot]purse
}

// A venue is the server where a table stands, and the game that is played there.
type venue struct {
	guild store.GuildID
	game  string
}

// A chair is a seat of a table.
type chair struct {
	table store.TableID
	seat  games.Seat
}

// A spot is a purse as it is named at a table.
type spot struct {
	table store.TableID
	purse games.Purse
}

// mostKnown is how much of each is kept in mind: two thousand full tables.
const mostKnown = 1 << 16

func (k *known) table(id store.TableID, at venue) {
	if k.tables == nil || len(k.tables) >= mostKnown {
		k.tables = map[store.TableID]venue{}
	}
	k.tables[id] = at
}

func (k *known) seat(at chair, who store.PlayerID) {
	if k.seats == nil || len(k.seats) >= mostKnown {
		k.seats = map[chair]store.PlayerID{}
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
	clear(k.tables)
	clear(k.seats)
	clear(k.purses)
}
