package store

import "settable/games"

// Holding is how many chips a member has in a guild, and where.
type Holding struct {
	Balance  games.Chips
	OnTables games.Chips // in stacks
	InPots   games.Chips // bets in hands being played, which the member may win back
}

// Total returns how many chips the member has altogether. The daily top-up compares this total with its floor (Rights
// 15).
func (h Holding) Total() games.Chips { return h.Balance + h.OnTables + h.InPots }
