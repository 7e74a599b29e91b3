package store

import (
	"maps"
	"slices"

	"settable/games"
)

// Stakes are the chips that lie at a table by their owners: each seat's stack, and what it has paid
// into the pot since the pot was last empty. By them everybody gets back what is theirs where the
// state of the game cannot be worked out.
type Stakes struct {
	Stack, Bet map[games.Seat]games.Chips
	Lines      int // how many lines the journal had when they were counted
}

// Back are the transfers that give every seat its own chips back.
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
			all = append(all, games.Transfer{From: games.Pot, To: games.Purse(seat), Amount: bet})
		}
		if bet+stack > 0 {
			all = append(all, games.Transfer{From: games.Purse(seat), To: games.Balance(seat), Amount: bet + stack})
		}
	}
	return all
}
