package store

import "settable/games"

// Holding is the chips of a member in a guild.
type Holding struct {
	Balance  games.Chips
	OnTables games.Chips // in stacks
	InPots   games.Chips // bets in hands being played, which the member may win back
}

// Total is all chips of the member, which the floor of the daily top-up is compared with (Rights 15).
func (h Holding) Total() games.Chips { return h.Balance + h.OnTables + h.InPots }
