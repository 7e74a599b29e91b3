package cards

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
