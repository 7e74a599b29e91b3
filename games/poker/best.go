package poker

import (
	"slices"

	"settable/games"
)

// best is what is worth telling of an evening when it is over: its biggest pot, side pots included,
// and the most sets in a hand that was shown.
type best struct {
	pot   games.Chips
	won   []games.Seat
	sets  int
	shown []games.Seat
}

// after is the best of the evening with one more hand played to its end.
func (b best) after(pots []games.PotShare, shown []games.Showing) best {
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
		b.pot, b.won = pot, won
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
		b.sets, b.shown = most, by
	}
	return b
}

// told is a line for the pot and one for the hand, each only if a person has a part in it. A house
// player is named only beside a person with whom it shared.
func (b best) told(house func(games.Seat) bool) (lines []games.Phrase) {
	person := func(s games.Seat) bool { return !house(s) }
	if slices.ContainsFunc(b.won, person) {
		lines = append(lines, games.Say("poker.best.pot", "who", b.won, "chips", chips(b.pot)))
	}
	if slices.ContainsFunc(b.shown, person) {
		lines = append(lines, games.Say("poker.best.hand", "who", b.shown, "N", b.sets))
	}
	return lines
}
