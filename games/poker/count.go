package poker

import (
	"slices"

	"settable/games"
	"settable/games/cards"
)

// setsOf lists the sets of one card of the hand and two of the centre, or two and one (Poker 8).
func setsOf(hand [2]cards.Card, center []cards.Card) [][3]cards.Card {
	var found [][3]cards.Card
	there := cards.BagOf(center)
	if third := cards.Third(hand[0], hand[1]); there.Has(third) {
		found = append(found, [3]cards.Card{hand[0], hand[1], third})
	}
	for _, own := range hand {
		left := there
		for _, c := range center {
			left = left.Without(c) // so that each pair is tried only once
			if third := cards.Third(own, c); left.Has(third) {
				found = append(found, [3]cards.Card{own, c, third})
			}
		}
	}
	return found
}

// hasSet tells whether setsOf would find any. It stops at the first.
func hasSet(hand [2]cards.Card, center []cards.Card) bool {
	there := cards.BagOf(center)
	if there.Has(cards.Third(hand[0], hand[1])) {
		return true
	}
	for _, own := range hand {
		for _, c := range center {
			if there.Has(cards.Third(own, c)) {
				return true
			}
		}
	}
	return false
}

// counting are the sets that count: all of them (Poker 8), or with count=disjoint as many as possible of which
// no two share a card.
func counting(sets [][3]cards.Card, disjoint bool) [][3]cards.Card {
	if !disjoint || len(sets) < 2 {
		return sets
	}
	// Each set uses a hand card, and there are two of those, so at most two are disjoint.
	for i, a := range sets {
		for _, b := range sets[i+1:] {
			if !share(a, b) {
				return [][3]cards.Card{a, b}
			}
		}
	}
	return sets[:1]
}

// showings are the hands that were turned up, from the dealer's left, with the sets that count. In
// each set the cards of the hand are listed apart from those of the centre.
func (g *game) showings() (list []games.Showing) {
	if !g.shown {
		return nil
	}
	for _, s := range g.round(g.active) {
		hand := cards.BagOf(g.Of(s).cards[:])
		showing := games.Showing{Seat: s}
		for _, three := range g.counting(s) {
			var set games.ShownSet
			for _, c := range three {
				if hand.Has(c) {
					set.Own = append(set.Own, c)
				} else {
					set.Common = append(set.Common, c)
				}
			}
			showing.Sets = append(showing.Sets, set)
		}
		list = append(list, showing)
	}
	return list
}

func share(a, b [3]cards.Card) bool {
	return slices.ContainsFunc(a[:], func(c cards.Card) bool { return slices.Contains(b[:], c) })
}
