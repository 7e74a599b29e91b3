// Package cards defines the 81 SET cards and the 52 standard cards, parses and prints their codes, and finds sets.
package cards

import "strings"

// A Card is one card of either pack. The zero Card is Hidden.
type Card uint8

// Hidden is a card whose face the viewer must not see. Its code is ????. In a list of places, it marks an empty place.
const Hidden Card = 0

// SET cards are numbered 1 to 81 and standard cards 82 to 133.
const (
	firstSET      Card = 1
	firstStandard Card = 82
	afterStandard Card = 134
)

// A SET card has these four features. Each feature has three values, 0 to 2, in the same order as its letters in the
// notation.
type (
	Number  uint8
	Shading uint8
	Colour  uint8
	Shape   uint8
)

const (
	One, Two, Three         Number  = 0, 1, 2
	Solid, Striped, Open    Shading = 0, 1, 2
	Red, Green, Purple      Colour  = 0, 1, 2
	Diamond, Squiggle, Oval Shape   = 0, 1, 2
)

const (
	numberLetters  = "123"
	shadingLetters = "STN"
	colourLetters  = "RGP"
	shapeLetters   = "DQV"
	rankLetters    = "A23456789TJQK"
	suitLetters    = "SHDC"
)

// SET returns the card with the given features.
func SET(n Number, s Shading, c Colour, p Shape) Card {
	return firstSET + Card(n)*27 + Card(s)*9 + Card(c)*3 + Card(p)
}

func (c Card) IsSET() bool { return c >= firstSET && c < firstStandard }

func (c Card) IsStandard() bool { return c >= firstStandard && c < afterStandard }

// Number returns how many symbols the card has.
func (c Card) Number() Number { return Number((c - firstSET) / 27) }

// Shading returns how the symbols are filled.
func (c Card) Shading() Shading { return Shading((c - firstSET) / 9 % 3) }

// Colour returns the colour of the symbols.
func (c Card) Colour() Colour { return Colour((c - firstSET) / 3 % 3) }

// Shape returns the shape of the symbols.
func (c Card) Shape() Shape { return Shape((c - firstSET) % 3) }

// Rank returns the rank of a standard card, from 0 for the ace to 12 for the king.
func (c Card) Rank() int { return int(c-firstStandard) / 4 }

// Suit returns the suit of a standard card: 0 for spades, 1 for hearts, 2 for diamonds and 3 for clubs.
func (c Card) Suit() int { return int(c-firstStandard) % 4 }

// Standard returns the card with the given rank (0 to 12) and suit (0 to 3).
func Standard(rank, suit int) Card { return firstStandard + Card(rank*4+suit) }

// String returns the card's code, such as 2SRD or TD, or ???? for a hidden card.
func (c Card) String() string {
	switch {
	case c.IsSET():
		return string([]byte{
			numberLetters[c.Number()], shadingLetters[c.Shading()],
			colourLetters[c.Colour()], shapeLetters[c.Shape()],
		})
	case c.IsStandard():
		return string([]byte{rankLetters[c.Rank()], suitLetters[c.Suit()]})
	}
	return "????"
}

// WithoutHidden returns a copy of a list without the empty places, which are Hidden.
func WithoutHidden(places []Card) []Card {
	list := make([]Card, 0, len(places))
	for _, c := range places {
		if c != Hidden {
			list = append(list, c)
		}
	}
	return list
}

// ParseList parses a list of cards such as "2SRD TD", in which a dash stands for Hidden. Use it only for lists in
// source code, because it panics if a code is invalid.
func ParseList(codes string) (list []Card) {
	for code := range strings.FieldsSeq(codes) {
		c, ok := Parse(code)
		if !ok && code != "-" {
			panic("cards: there is no card " + code)
		}
		list = append(list, c)
	}
	return list
}

// MarshalText returns the card's code, so that JSON contains "2SRD" and not a number.
func (c Card) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// Parse parses a card's code in upper or lower case. It doesn't accept the ???? of a hidden card.
func Parse(code string) (Card, bool) {
	if len(code) > 4 { // ToUpper turns some non-ASCII letters into ASCII ones
		return Hidden, false
	}
	code = strings.ToUpper(code)
	switch len(code) {
	case 4:
		n := strings.IndexByte(numberLetters, code[0])
		s := strings.IndexByte(shadingLetters, code[1])
		c := strings.IndexByte(colourLetters, code[2])
		p := strings.IndexByte(shapeLetters, code[3])
		if n < 0 || s < 0 || c < 0 || p < 0 {
			return Hidden, false
		}
		return SET(Number(n), Shading(s), Colour(c), Shape(p)), true
	case 2:
		r := strings.IndexByte(rankLetters, code[0])
		s := strings.IndexByte(suitLetters, code[1])
		if r < 0 || s < 0 {
			return Hidden, false
		}
		return Standard(r, s), true
	}
	return Hidden, false
}
