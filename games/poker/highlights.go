package poker

import (
	"slices"

	"settable/games"
)

// highlights records the best moments of an evening: its biggest pot, including side pots, and the most sets in an
// exposed hand.
type highlights struct {
	pot        games.Chips
	potWinners []games.Seat
	hand       []games.ShownSet // the sets of the first of these hands
	handSeats  []games.Seat
}

// withHand returns the highlights of the evening after one more finished hand.
func (b highlights) withHand(pots []games.PotShare, shown []games.Showing) highlights {
	var pot games.Chips
	var won []games.Seat
	for _, p := range pots {
		pot += p.Amount
		for _, s := range p.Winners {
			if p.Amount > 0 && !slices.Contains(won, s) {
				won = append(won, s)
			}
		}
	}
	if pot > b.pot {
		b.pot, b.potWinners = pot, won
	}
	var most []games.ShownSet
	var by []games.Seat
	for _, s := range shown {
		switch {
		case len(s.Sets) > len(most):
			most, by = s.Sets, []games.Seat{s.Seat}
		case len(s.Sets) == len(most):
			by = append(by, s.Seat)
		}
	}
	if len(most) > len(b.hand) {
		b.hand, b.handSeats = most, by
	}
	return b
}

// list returns a highlight for the biggest pot and one for the best hand. It leaves out a highlight that only house
// players took part in.
func (b highlights) list(house func(games.Seat) bool) (list []games.Highlight) {
	person := func(s games.Seat) bool { return !house(s) }
	if slices.ContainsFunc(b.potWinners, person) {
		list = append(list, games.BiggestPot(b.potWinners, b.pot))
	}
	if n := len(b.hand); slices.ContainsFunc(b.handSeats, person) {
		list = append(list, games.Highlight{Phrase: games.Say("poker.best.hand", "who", b.handSeats, "N", n),
			Label: games.Say("poker.best.hand.label", "N", n), Seats: b.handSeats, Sets: b.hand})
	}
	return list
}
