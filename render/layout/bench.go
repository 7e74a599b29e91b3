package layout

import (
	"slices"
	"strconv"

	"settable/games"
)

// bench places the seats below the cards, and any spread hand below its seat.
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

// seatTall returns the height of a seat. A seat has two lines if it shows chips, cards in hand or a name.
func (p *Layout) seatTall(v games.View) int {
	if p.wide && shownRows(v) > 0 {
		return p.Type.Of(46) // the players' sets are above the seats
	}
	p.TwoLines = v.ShowPot || slices.ContainsFunc(v.Seats, func(s games.SeatView) bool { return s.Name != "" })
	for _, s := range v.Seats {
		p.TwoLines = p.TwoLines || s.ChipsHeld() != 0 || s.Cards > 0
	}
	if p.TwoLines {
		return p.Type.Of(68)
	}
	return p.Type.Of(46)
}

// These are the minimum widths of a seat's parts at type size 100.
const (
	withScore = 138 // includes a word
	withChips = 87  // includes one digit and the space between chips and cards
	word      = 32  // a status on its own line has more room
	between   = 32
	digit     = 12
)

// seatsPerRow returns the number of seats in a row, which is usually three. With spread hands, two seats per row leave
// more room. Without chips, four can save a row. Large text allows fewer seats.
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

// WithChips reports whether the seats have chips instead of points, even if a seat has lost all of them.
func WithChips(v games.View) bool {
	has := func(s games.SeatView) bool { return s.ChipsHeld() != 0 }
	return v.ShowPot || slices.ContainsFunc(v.Seats, has)
}

// placeSpreadHand places a seat's hand below the seat, with the cards in the order of a telephone keypad. It returns
// the bottom of the hand.
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
