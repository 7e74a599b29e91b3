package layout

import (
	"image"

	"slices"
	"strconv"

	"settable/games"
)

// bench places the seats under the cards, each with its hand below it if hands are spread.
func (p *Layout) bench(v games.View, y int) int {
	if len(v.Seats) == 0 {
		return y
	}
	h := p.seatTall(v)
	columns := p.seatsPerRow(v)
	w := (Width - 2*Margin - (columns-1)*Gap) / columns
	for row := range slices.Chunk(v.Seats, columns) {
		boxes := grid(Margin, y, w, h, Gap, columns, len(row))
		p.Seats = append(p.Seats, boxes...)
		y = boxes[0].Max.Y + Gap
		below := y
		for i, s := range row {
			below = max(below, p.placeSpreadHand(v, s.Seat, boxes[i].Min.X, w, y-Gap/2))
		}
		y = below
	}
	return y
}

// seatTall returns the height of a seat, which has two lines if chips or cards in hand are shown.
func (p *Layout) seatTall(v games.View) int {
	if p.wide && shownRows(v) > 0 {
		return p.Type.Of(46) // the sets they have shown are above
	}
	p.TwoLines = v.ShowPot || slices.ContainsFunc(v.Seats, func(s games.Place) bool { return s.Name != "" })
	for _, s := range v.Seats {
		p.TwoLines = p.TwoLines || s.ChipsHeld() != 0 || s.Cards > 0
	}
	if p.TwoLines {
		return p.Type.Of(68)
	}
	return p.Type.Of(46)
}

// The least width of a seat, in type 100: with its score and a word, or with its chips and its cards.
const (
	withScore = 138 // and a word
	withChips = 87  // and one digit, including the space between them
	word      = 32  // its own line has more room
	between   = 32
	digit     = 12
)

// seatsPerRow returns how many seats are in a row: three, or two if that leaves more room for the hands under them, or
// four if that saves a row and no chips are shown; fewer if large words need it.
func (p *Layout) seatsPerRow(v games.View) int {
	n, fit := len(v.Seats), 3
	if hasSpreadHand(v) {
		if n <= 2 || n == 4 {
			return 2
		}
		return 3
	}
	least := p.Type.Of(withScore) + between
	if WithChips(v) {
		most := games.Chips(0)
		for _, s := range v.Seats {
			most = max(most, s.ChipsHeld())
		}
		least = p.Type.Of(withChips+digit*len(strconv.Itoa(int(most)))) + between
	} else if p.TwoLines {
		least -= p.Type.Of(word)
		if (n+3)/4 < (n+2)/3 {
			fit = 4
		}
	}
	return max(1, min(fit, (Width-2*Margin+Gap)/(least+Gap)))
}

// WithChips reports whether the seats have chips and not points. This includes seats whose chips are gone.
func WithChips(v games.View) bool {
	has := func(s games.Place) bool { return s.ChipsHeld() != 0 }
	return v.ShowPot || slices.ContainsFunc(v.Seats, has)
}

// placeSpreadHand places the hand of the seat under it, in the order of a telephone keypad, and returns where it ends.
func (p *Layout) placeSpreadHand(v games.View, seat games.Seat, x, w, y int) int {
	for i, a := range v.Areas {
		if a.Seat != seat || !p.isSpread(v, a) {
			continue
		}
		columns := Columns(a)
		side := (w - (columns-1)*Gap/2) / columns &^ 1
		g := &p.Areas[i]
		g.Cells = grid(x, y, side, side*2/3, Gap/2, columns, DrawnCells(a))
		y = g.Cells[len(g.Cells)-1].Max.Y + Gap
	}
	return y
}

// highlights places a line for each highlight of a finished game: below the seats, or beside the seat if there is only
// one.
func (p *Layout) highlights(v games.View, y int) int {
	if len(v.Highlights) == 0 {
		return y
	}
	x, below := Margin, y
	if len(p.Seats) == 1 && !p.Graveyards && p.Seats[0].Max.X < Width/2 {
		x, y = p.Seats[0].Max.X+Gap, p.Seats[0].Min.Y
	}
	for range v.Highlights {
		p.Highlights = append(p.Highlights, image.Rect(x, y, Width-Margin, y+p.caption()))
		y += p.caption()
	}
	return max(y+Gap, below)
}
