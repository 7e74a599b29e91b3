package layout

import (
	"image"
	"slices"

	"settable/games"
)

// cellsPerRow returns the number of cells per row if height is scarce. The viewer's own cards are as large as the
// common cards above them. If other hands are open, up to six common cards share one row.
func (p *Layout) cellsPerRow(v games.View, a games.Area, before int) int {
	n := len(a.Cells)
	if a.Seat == games.Watcher && n <= 6 && (hasSpreadHand(v) || shownRows(v) > 0) {
		return max(3, n)
	}
	if columns := Columns(a); columns > 3 {
		return min(9, max(columns, (n+2)/3))
	}
	return max(before, Columns(a))
}

// block places a table of more than twelve cards so that it is only slightly taller than one of twelve. The first three
// additional cards form a fourth column beside the twelve, and the next three form another row.
func (g *Ground) block(a games.Area, y int) bool {
	const column, twelve = 3, 12
	n := len(a.Cells)
	if a.Seat != games.Watcher || Columns(a) != column || n <= twelve {
		return false
	}
	const w = (Width - 2*Margin - column*Gap) / (column + 1) &^ 1
	g.Cells = grid(Margin, y, w, w*2/3, Gap, column, twelve)
	right := image.Pt(g.Cells[column-1].Max.X+Gap, y)
	g.Cells = append(g.Cells, grid(right.X, y, w, w*2/3, Gap, 1, min(column, n-twelve))...)
	if rest := n - twelve - column; rest > 0 {
		below := g.Cells[twelve-1].Max.Y + Gap
		g.Cells = append(g.Cells, grid(Margin, below, w, w*2/3, Gap, column, rest)...)
	}
	return true
}

func bottomOf(cells []image.Rectangle) (y int) {
	for _, c := range cells {
		y = max(y, c.Max.Y)
	}
	return y
}

func hasSpreadHand(v games.View) bool {
	return slices.ContainsFunc(v.Areas, func(a games.Area) bool { return IsSpread(v, a) })
}

// isSpread reports whether the hand is placed below its seat. If height is scarce and all hands are open, this
// includes the viewer's own hand.
func (p *Layout) isSpread(v games.View, a games.Area) bool {
	return IsSpread(v, a) || p.wide && a.Seat > 0 && a.Seat == v.Viewer && a.Columns > 2 && hasSpreadHand(v)
}

func hasPiles(a games.Area) bool {
	return slices.ContainsFunc(a.Cells, func(c games.Cell) bool { return c.Depth > 1 })
}

// placeSeatsBeside places the seats, or as many as fit, in a column to the right of the table and the viewer's hand. It
// returns false if the picture is low enough without that. The rows of the table still have three cards, but the cards
// are smaller.
func (p *Layout) placeSeatsBeside(v games.View, y int) (int, bool) {
	if !p.wide || len(v.Shown) > 0 || v.Viewer == games.Watcher || WithChips(v) || len(v.Seats) == 0 {
		return y, false
	}
	for _, a := range v.Areas {
		if IsForeign(v, a) && !IsCovered(v, a) || !IsForeign(v, a) && Columns(a) != 3 || hasPiles(a) {
			return y, false
		}
	}
	const w = (Width - 2*Margin - 3*Gap) / 4 &^ 1
	x, seats := Margin+3*(w+Gap), y
	for i, a := range v.Areas {
		if n := DrawnCells(a); !IsForeign(v, a) && n > 0 {
			g := &p.Areas[i]
			g.Caption = image.Rect(Margin, y, x-Gap, y+p.caption())
			g.Cells = grid(Margin, y+p.caption(), w, w*2/3, Gap, 3, n)
			y = bottomOf(g.Cells) + Gap
		}
	}
	h := p.seatTall(v)
	fit := max(1, min(len(v.Seats), (y-seats+Gap/2)/(h+Gap/2)))
	p.Seats = grid(x, seats, Width-Margin-x, h, Gap/2, 1, fit)
	y = max(y, bottomOf(p.Seats)+Gap)
	if rest := len(v.Seats) - fit; rest > 0 { // the remaining seats are in rows below
		columns := max(1, min(4, (Width-2*Margin+Gap)/(p.Type.Of(withScore-word)+between+Gap)))
		w := (Width - 2*Margin - (columns-1)*Gap) / columns
		p.Seats = append(p.Seats, grid(Margin, y, w, h, Gap, columns, rest)...)
		y = bottomOf(p.Seats) + Gap
	}
	return y, true
}
