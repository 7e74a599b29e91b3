package layout

// A Type is the size of text, and of everything that grows with it, as a percentage of the usual size. Discord shrinks
// tall pictures on a desktop, so their text must be larger. Cards keep their size.
type Type int

// types lists the possible sizes. The list is short, so that cached words are reused.
var types = []Type{100, 106, 112, 118, 125, 132, 140, 150, 160, 185, 215, 250}

// These are font sizes at type size 100, in pixels per em. Capital letters have 72 % of that height, and a phone shows
// a picture at 54 % of its size. On a phone, capitals are therefore 8 pixels high in small text, and 10 in a headline
// of two lines.
const (
	SmallLetters = 21
	HeadLetters  = 26
	titleTall    = 16
	LineTall     = 27 // height of a line of the headline
)

// highest is the maximum height of a picture whose text is legible on a desktop at type size 100. Shrunk to 350 pixels,
// such a picture has capitals that are 9 pixels high in the headline and 7 elsewhere.
const highest = 730

// Of scales a measurement from type size 100 to this type size.
func (t Type) Of(n int) int { return (n*int(t) + 50) / 100 }

func (t Type) highest() int { return highest * int(t) / 100 }
