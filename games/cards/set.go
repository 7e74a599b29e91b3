package cards

// IsSet tells whether three different SET cards are, in each of the four
// features, all equal or all different.
func IsSet(a, b, c Card) bool {
	return a != b && a.IsSET() && b.IsSET() && Third(a, b) == c
}

// Third is the one card that makes a set with two different SET cards; of a
// card and itself it is that card.
func Third(a, b Card) Card { return third[a&127][b&127] }

// third has 128 rows and columns, so that seven bits of a card always find one
// and no index is checked when sets are searched.
var third = func() (t [128][128]Card) {
	other := func(x, y uint8) uint8 { return (6 - x - y) % 3 }
	for a := firstSET; a < firstStandard; a++ {
		for b := firstSET; b < firstStandard; b++ {
			t[a][b] = SET(
				Number(other(uint8(a.Number()), uint8(b.Number()))),
				Shading(other(uint8(a.Shading()), uint8(b.Shading()))),
				Colour(other(uint8(a.Colour()), uint8(b.Colour()))),
				Shape(other(uint8(a.Shape()), uint8(b.Shape()))))
		}
	}
	return t
}()
