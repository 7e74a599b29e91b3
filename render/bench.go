package render

import (
	"slices"

	"settable/games"
)

// bench places the seats under the cards, each with its hand below it when that is spread.
func (p *plan) bench(v games.View, y int) int {
	if len(v.Seats) == 0 {
		return y
	}
	h := 43
	p.twoLines = v.ShowPot
	for _, s := range v.Seats {
		p.twoLines = p.twoLines || s.Chips != 0 || s.Cards > 0
	}
	if p.twoLines {
		h = 64
	}
	columns := p.abreast(v)
	w := (width - 2*margin - (columns-1)*gap) / columns
	for row := range slices.Chunk(v.Seats, columns) {
		boxes := grid(margin, y, w, h, gap, columns, len(row))
		p.seats = append(p.seats, boxes...)
		y = boxes[0].Max.Y + gap
		below := y
		for i, s := range row {
			below = max(below, p.spreads(v, s.Seat, boxes[i].Min.X, w, y-gap/2))
		}
		y = below
	}
	return y
}

// abreast is how many seats stand in a row: three, or two where that leaves more
// room to the hands under them, or four where that saves a row and there are no chips to show.
func (p *plan) abreast(v games.View) int {
	n := len(v.Seats)
	if slices.ContainsFunc(v.Areas, func(a games.Area) bool { return spread(v, a) }) {
		if n <= 2 || n == 4 {
			return 2
		}
		return 3
	}
	if p.twoLines && !withChips(v) && (n+3)/4 < (n+2)/3 {
		return 4
	}
	return 3
}

// withChips tells whether the seats have chips, not points: also those whose chips are gone.
func withChips(v games.View) bool {
	return v.ShowPot || slices.ContainsFunc(v.Seats, func(s games.Place) bool { return s.Chips != 0 })
}

// spreads places the hand of the seat under it, in the order of the keys of a
// telephone, and says where it ends.
func (p *plan) spreads(v games.View, seat games.Seat, x, w, y int) int {
	for i, a := range v.Areas {
		if a.Seat != seat || !spread(v, a) {
			continue
		}
		columns := columnsOf(a)
		side := (w - (columns-1)*gap/2) / columns &^ 1
		g := &p.areas[i]
		g.cells = grid(x, y, side, side*2/3, gap/2, columns, laid(a))
		y = g.cells[len(g.cells)-1].Max.Y + gap
	}
	return y
}
