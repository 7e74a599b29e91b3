package cards

var (
	numberWords  = [...]string{"one", "two", "three"}
	shadingWords = [...]string{"solid", "striped", "open"}
	colourWords  = [...]string{"red", "green", "purple"}
	shapeWords   = [...]string{"diamond", "squiggle", "oval"}
)

func (n Number) String() string  { return numberWords[n] }
func (s Shading) String() string { return shadingWords[s] }
func (c Colour) String() string  { return colourWords[c] }
func (p Shape) String() string   { return shapeWords[p] }

// MarshalText is the card's code, so that JSON shows "2SRD".
func (c Card) MarshalText() ([]byte, error) { return []byte(c.String()), nil }
