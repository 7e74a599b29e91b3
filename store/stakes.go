package store

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"settable/games"
)

// Stakes are the chips that lie at a table by whose they are: each seat's stack,
// and what it has paid into the pot since the pot was empty. They are what goes
// back to whom when nobody can say how the game stands.
type Stakes struct {
	Stack, Bet map[games.Seat]games.Chips
	Lines      int // of the journal, when they were counted
}

// Stakes counts them, from the transfers alone. The error is ErrNoTable.
func (s *Store) Stakes(ctx context.Context, id TableID) (out Stakes, err error) {
	fail := func(err error) (Stakes, error) {
		return Stakes{}, fmt.Errorf("counting the stakes of table %d: %w", id, err)
	}
	lies, lines, err := s.Purses(ctx, id)
	if err != nil {
		return fail(err)
	}
	rows, err := s.read[selectMoved].QueryContext(ctx, id)
	if err != nil {
		return fail(err)
	}
	moved, err := collect(rows, func(r row) (t games.Transfer, err error) {
		err = r.Scan(&t.From, &t.To, &t.Amount)
		return t, err
	}, "transfers")
	if err != nil {
		return fail(err)
	}
	out = Stakes{Stack: map[games.Seat]games.Chips{}, Bet: map[games.Seat]games.Chips{}, Lines: lines}
	for purse, n := range lies {
		if purse != games.Pot && n > 0 {
			out.Stack[purse.Owner()] = n
		}
	}
	var pot games.Chips
	for _, t := range moved {
		switch {
		case t.To == games.Pot:
			pot += t.Amount
			out.Bet[t.From.Owner()] += t.Amount
		case t.From == games.Pot:
			pot -= t.Amount
			out.Bet[t.To.Owner()] -= t.Amount
		}
		if pot == 0 {
			clear(out.Bet)
		}
	}
	return out, nil
}

// Back are the transfers that give every seat its own again.
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
