package layout

// A Type is how large everything is written, and what is as large as the
// writing, in hundredths. A picture that is higher than it is wide is shown
// smaller on a desktop, so it is written larger: cards keep their size and only
// the words between them grow.
type Type int

// types are the sizes to choose from; few, so that the same words are drawn again and again.
var types = []Type{100, 106, 112, 118, 125, 132, 140, 150, 160, 185, 215, 250}

// Sizes of letters at 100, in pixels to the em. A capital is 72 hundredths of
// that, and on a phone everything is shown at 54 hundredths: small letters have
// capitals 8 pixels high there, a headline in two lines 10.
const (
	SmallLetters = 21
	HeadLetters  = 26
	titleTall    = 16
	LineTall     = 27 // a line of the headline
)

// highest is how high a picture may be at 100 for its words to be read on a
// desktop, 350 pixels high: 9 of them for a capital of the headline, 7 for others.
const highest = 730

// Of is the measure in that type.
func (t Type) Of(n int) int { return (n*int(t) + 50) / 100 }

func (t Type) highest() int { return highest * int(t) / 100 }
