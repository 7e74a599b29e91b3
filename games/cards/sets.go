package cards

import "slices"

// Sets lists the sets among different SET cards, each once and its cards in the
// order of the list: first the sets whose second card comes first.
func Sets(list []Card) [][3]Card { return AppendSets(nil, list) }

// AppendSets adds the sets among different SET cards to found. Nothing is
// allocated where found has room for a third of the pairs and one more. Two
// cards fix the third (RULES.md, Cards), so a look at each pair, and at whether
// its third card comes after both, finds every set. Each pair is written down,
// and stays where that is so: a branch there would be guessed wrongly at every
// set, which costs more than all the rest.
func AppendSets(found [][3]Card, list []Card) [][3]Card {
	n := len(found)
	found = slices.Grow(found, len(list)*(len(list)-1)/6+1)
	found = found[:cap(found)]
	var after [256]uint8 // 1 for the cards that come after both
	for _, c := range list {
		after[c] = 1
	}
	for j, b := range list {
		after[b] = 0
		with := With(b)
		for _, a := range list[:j] {
			c := with.Third(a)
			found[n] = [3]Card{a, b, c}
			n += int(after[c])
		}
	}
	return found[:n]
}

// HasSet tells whether there is a set among different SET cards. It stops at
// the first and allocates nothing: each of the three pairs of a set gives it
// away, so a table of twelve is known after some eight pairs.
func HasSet(list []Card) bool {
	var there [256]bool
	for _, c := range list {
		there[c] = true
	}
	for i, a := range list {
		with := With(a)
		for _, b := range list[:i] {
			if there[with.Third(b)] {
				return true
			}
		}
	}
	return false
}

// SetsWith counts the sets with at least one card of a hand and none beyond the
// hand and the table.
func SetsWith(hand, table []Card) int {
	all := append(append(make([]Card, 0, len(hand)+len(table)), table...), hand...)
	return len(Sets(all)) - len(Sets(table))
}
