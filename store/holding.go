package store

import "settable/games"

// Holding is the chips of a member in a guild.
type Holding struct {
	Balance  games.Chips
	OnTables games.Chips // in stacks; what was bet is the pot's
}

// Total is all of them.
func (h Holding) Total() games.Chips { return h.Balance + h.OnTables }
