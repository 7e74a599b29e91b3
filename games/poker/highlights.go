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
	sets       int
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
	most, by := 0, []games.Seat(nil)
	for _, s := range shown {
		switch {
		case len(s.Sets) > most:
			most, by = len(s.Sets), []games.Seat{s.Seat}
		case len(s.Sets) == most:
			by = append(by, s.Seat)
		}
	}
	if most > b.sets {
		b.sets, b.handSeats = most, by
	}
	return b
}

// phrases returns one line for the pot and one for the hand. It leaves out a line if no person had a part in it, and
// names a house player only together with a person who shared with it.
func (b highlights) phrases(house func(games.Seat) bool) (lines []games.Phrase) {
	person := func(s games.Seat) bool { return !house(s) }
	if slices.ContainsFunc(b.potWinners, person) {
		lines = append(lines, games.Say("poker.best.pot", "who", b.potWinners, "chips", chips(b.pot)))
	}
	if slices.ContainsFunc(b.handSeats, person) {
		lines = append(lines, games.Say("poker.best.hand", "who", b.handSeats, "N", b.sets))
	}
	return lines
}
