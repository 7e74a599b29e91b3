package layout

// A Type is the size of words, and of everything that grows with them, in hundredths. A desktop shrinks tall pictures,
// so the words in them must be larger. Cards don't change their size.
type Type int

// types lists the possible sizes. There are few, so that cached words can be reused.
var types = []Type{100, 106, 112, 118, 125, 132, 140, 150, 160, 185, 215, 250}

// These are font sizes at type size 100, in pixels per em. A capital letter has 72 % of that height, and a phone shows
// a picture at 54 % of its size. On a phone, capitals are therefore 8 pixels high in small letters, and 10 in a
// two-line headline.
const (
	SmallLetters = 21
	HeadLetters  = 26
	titleTall    = 16
	LineTall     = 27 // height of a line of the headline
)

// highest is the maximum height of a picture whose words are legible at type size 100 on a desktop. A desktop shows
// the picture 350 pixels high. Capitals are then 9 pixels high in the headline and 7 elsewhere.
const highest = 730

// Of scales a measurement from type size 100 to this type size.
func (t Type) Of(n int) int { return (n*int(t) + 50) / 100 }

func (t Type) highest() int { return highest * int(t) / 100 }
