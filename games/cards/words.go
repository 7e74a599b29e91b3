package cards

import "strings"

var (
	numberWords  = [...]string{"one", "two", "three"}
	shadingWords = [...]string{"solid", "striped", "open"}
	colourWords  = [...]string{"red", "green", "purple"}
	shapeWords   = [...]string{"diamond", "squiggle", "oval"}
	rankWords    = [...]string{
		"ace", "two", "three", "four", "five", "six", "seven",
		"eight", "nine", "ten", "jack", "queen", "king",
	}
	suitWords = [...]string{"spades", "hearts", "diamonds", "clubs"}
)

func (n Number) String() string  { return numberWords[n] }
func (s Shading) String() string { return shadingWords[s] }
func (c Colour) String() string  { return colourWords[c] }
func (p Shape) String() string   { return shapeWords[p] }

// Words reads the card aloud: "two striped red diamonds", "ten of diamonds".
func (c Card) Words() string {
	switch {
	case c.IsSET():
		words := []string{c.Number().String(), c.Shading().String(), c.Colour().String(), c.Shape().String()}
		if c.Number() != One {
			words[3] += "s"
		}
		return strings.Join(words, " ")
	case c.IsStandard():
		return rankWords[c.Rank()] + " of " + suitWords[c.Suit()]
	}
	return "a hidden card"
}

// MarshalText is the card's code, so that JSON shows "2SRD".
func (c Card) MarshalText() ([]byte, error) { return []byte(c.String()), nil }
