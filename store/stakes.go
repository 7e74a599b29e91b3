package store

import (
	"maps"
	"slices"

	"settable/games"
)

// Stakes are the chips at a table by owner: each seat's stack, and what the seat has paid into the pot since the pot
// was last empty. With Stakes, the bot can return all chips even if it can't compute the state of the game.
type Stakes struct {
	Stack, Bet map[games.Seat]games.Chips
	Lines      int // the length of the journal when the chips were counted
}

// Back returns the transfers that give every seat its own chips back.
func (s Stakes) Back() (all []games.Transfer) {
	seats := slices.Sorted(maps.Keys(s.Stack))
	for seat := range s.Bet {
		if s.Stack[seat] == 0 {
			seats = append(seats, seat)
		}
	}
	slices.Sort(seats)
	for _, seat := range seats {
		bet, stack := s.Bet[seat], s.Stack[seat]
		if bet > 0 {
			all = append(all, games.Transfer{From: games.Pot, To: games.Account(seat), Amount: bet})
		}
		if bet+stack > 0 {
			all = append(all, games.Transfer{From: games.Account(seat), To: games.Balance(seat), Amount: bet + stack})
		}
	}
	return all
}
