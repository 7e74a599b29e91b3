package cards

import "slices"

// IsSet tells whether three different SET cards are, in each of the four
// features, all equal or all different.
func IsSet(a, b, c Card) bool {
	return a != b && a.IsSET() && b.IsSET() && Third(a, b) == c
}

// Third is the one card that makes a set with two different SET cards; of a
// card and itself it is that card.
func Third(a, b Card) Card { return With(a).Third(b) }

// With is for those who ask for many third cards with the same first one.
func With(a Card) First { return First{thirds: (*[256]Card)(third[row*int(a&127):])} }

// A First is the first card of a set.
type First struct{ thirds *[256]Card }

// Third is the card that makes a set with the first and another SET card.
func (f First) Third(b Card) Card { return f.thirds[b] }

// row is how far the thirds of a card lie from those of the one before it.
const row = int(firstStandard)

// third holds the third cards row by row: close together, for the faster they
// are found, and as many behind each row's start as there are values of a Card,
// so that no index is checked when sets are searched.
var third = func() (t [127*row + 256]Card) {
	other := func(x, y uint8) uint8 { return (6 - x - y) % 3 }
	for a := firstSET; a < firstStandard; a++ {
		for b := firstSET; b < firstStandard; b++ {
			t[row*int(a)+int(b)] = SET(
				Number(other(uint8(a.Number()), uint8(b.Number()))),
				Shading(other(uint8(a.Shading()), uint8(b.Shading()))),
				Colour(other(uint8(a.Colour()), uint8(b.Colour()))),
				Shape(other(uint8(a.Shape()), uint8(b.Shape()))))
		}
	}
	return t
}()

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
