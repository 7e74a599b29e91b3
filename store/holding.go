package store

import "settable/games"

// Holding is the chips of a member in a guild.
type Holding struct {
	Balance  games.Chips
	OnTables games.Chips // in stacks
	InPots   games.Chips // bets in hands being played, which the member may win back
}

// Total returns all chips of the member, for comparison with the floor of the daily top-up (Rights 15).
func (h Holding) Total() games.Chips { return h.Balance + h.OnTables + h.InPots }
