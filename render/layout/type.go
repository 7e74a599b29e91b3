package layout

// A Type is the size of words, and of what grows with them, in hundredths. A desktop shows a picture
// that is higher than wide in a smaller size, so its words are larger: cards keep their size and only
// the words between them grow.
type Type int

// types are the possible sizes; they are few, so that drawn words are used again.
var types = []Type{100, 106, 112, 118, 125, 132, 140, 150, 160, 185, 215, 250}

// Sizes of letters in type 100, in pixels to the em. A capital has 72 hundredths of that height, and
// a phone shows everything at 54 hundredths: capitals of small letters are 8 pixels high there, those
// of a headline in two lines 10.
const (
	SmallLetters = 21
	HeadLetters  = 26
	titleTall    = 16
	LineTall     = 27 // a line of the headline
)

// highest is the greatest height of a picture in type 100 with words that can be read on a desktop,
// where it is 350 pixels high: a capital of the headline has 9 of them, others 7.
const highest = 730

// Of returns a measure of type 100 in this type.
func (t Type) Of(n int) int { return (n*int(t) + 50) / 100 }

func (t Type) highest() int { return highest * int(t) / 100 }
