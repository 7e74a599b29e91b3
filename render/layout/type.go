package layout

// A Type is the size of words, and of everything that grows with them, in hundredths. A desktop shrinks a tall picture,
// so its words are larger: cards keep their size and only the words between them grow.
type Type int

// types are the possible sizes; there are few, so that drawn words can be reused.
var types = []Type{100, 106, 112, 118, 125, 132, 140, 150, 160, 185, 215, 250}

// Sizes of letters in type 100, in pixels per em. A capital has 72 % of that height, and a phone shows everything at 54
// %: capitals of small letters are 8 pixels high there, those of a two-line headline 10.
const (
	SmallLetters = 21
	HeadLetters  = 26
	titleTall    = 16
	LineTall     = 27 // a line of the headline
)

// highest is the greatest height of a picture in type 100 whose words are legible on a desktop, where it is 350 pixels
// high: a capital of the headline has 9 of them, others 7.
const highest = 730

// Of returns a measurement of type 100 in this type.
func (t Type) Of(n int) int { return (n*int(t) + 50) / 100 }

func (t Type) highest() int { return highest * int(t) / 100 }
