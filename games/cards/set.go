package cards

import "slices"

// IsSet reports whether three different SET cards are a set: all equal or all different in each of the four features.
func IsSet(a, b, c Card) bool {
	return a != b && a.IsSET() && b.IsSET() && Third(a, b) == c
}

// Third returns the one card that completes a set with two different SET cards. If both cards are the same, it returns
// that card.
func Third(a, b Card) Card { return ThirdsOf(a).Third(b) }

// ThirdsOf returns a lookup table of the third cards of all sets that contain the card a. Use it instead of Third for
// many lookups with the same card.
func ThirdsOf(a Card) Thirds { return Thirds{thirds: (*[256]Card)(third[row*int(a&127):])} }

// Thirds holds the third cards of all sets that contain a given card.
type Thirds struct{ thirds *[256]Card }

// Third returns the card that completes a set with the given card and b.
func (t Thirds) Third(b Card) Card { return t.thirds[b] }

// row is the number of entries between the starts of two rows of third.
const row = int(firstStandard)

// third maps two SET cards to the card that completes a set with them. It has one row for each first card. Packing the
// rows tightly makes lookups faster. At least 256 entries follow the start of every row, one for each possible value of
// a Card, so the compiler can omit bounds checks.
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

// Sets returns each set among the given SET cards once, with its cards in the order of the list. The given cards must
// be different. The sets are ordered by their second card.
func Sets(list []Card) [][3]Card { return AppendSets(nil, list) }

// AppendSets appends the sets among the given SET cards to found. The given cards must be different. It allocates
// nothing if the spare capacity of found is more than a third of the number of pairs. Two cards determine the third, so
// AppendSets looks at each pair and checks whether the third card comes later in the list than both. It writes every
// candidate and keeps only the sets, because the mispredicted branches of an if would cost more than everything else.
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
		with := ThirdsOf(b)
		for _, a := range list[:j] {
			c := with.Third(a)
			found[n] = [3]Card{a, b, c}
			n += int(after[c])
		}
	}
	return found[:n]
}

// HasSet reports whether the given SET cards contain a set. The cards must be different. It stops at the first set and
// allocates nothing. Any of a set's three pairs reveals the set, so among twelve cards it looks at only about eight
// pairs.
func HasSet(list []Card) bool {
	var there [256]bool
	for _, c := range list {
		there[c] = true
	}
	for i, a := range list {
		with := ThirdsOf(a)
		for _, b := range list[:i] {
			if there[with.Third(b)] {
				return true
			}
		}
	}
	return false
}

// SetsWith counts the sets that can be made from a hand and a table, using at least one card of the hand.
func SetsWith(hand, table []Card) int {
	all := append(append(make([]Card, 0, len(hand)+len(table)), table...), hand...)
	return len(Sets(all)) - len(Sets(table))
}
