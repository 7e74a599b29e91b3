package layout

import (
	"image"
	"slices"

	"settable/games"
)

// abreastOf is how many cells of an area stand in a row where height is dear:
// one's own cards are as large as those of everybody above them, a table that
// is played with from hands that lie open is one row, and a centre of five to a
// row has three of them.
func (p *Plan) abreastOf(v games.View, a games.Area, before int) int {
	n := len(a.Cells)
	if a.Seat == games.Watcher && n <= 6 && slices.ContainsFunc(v.Areas,
		func(a games.Area) bool { return Spread(v, a) }) {
		return max(3, n)
	}
	if columns := Columns(a); columns > 3 {
		return min(9, max(columns, (n+2)/3))
	}
	return max(before, Columns(a))
}

// block places a table of more than four rows of three so that it is not much
// higher than those: the first three cards more are a fourth column beside the
// twelve, and after them each three are a row again.
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

// bottom is where the lowest of the cells ends.
func bottom(cells []image.Rectangle) (y int) {
	for _, c := range cells {
		y = max(y, c.Max.Y)
	}
	return y
}

// beside places one's own hand to the right of the table where both would be
// too high one below the other: nine cards and six are three rows of five. It
// tells whether it did.
func (p *Plan) beside(v games.View, y int) (int, bool) {
	table := slices.IndexFunc(v.Areas, func(a games.Area) bool { return a.Seat == games.Watcher })
	own := slices.IndexFunc(v.Areas, func(a games.Area) bool { return a.Seat > 0 && a.Seat == v.Viewer })
	if !p.wide || table < 0 || own < 0 || v.Areas[own].Columns != 3 {
		return y, false
	}
	left, right := Laid(v.Areas[table]), Laid(v.Areas[own])
	high := (right + 2) / 3
	if high < 2 || left == 0 {
		return y, false
	}
	columns := (left + high - 1) / high
	w := (Width - 2*Margin - (columns+3)*Gap) / (columns + 3) &^ 1
	x := Margin + columns*(w+Gap) + Gap
	p.Areas[table].Caption = image.Rect(Margin, y, x-Gap, y+p.caption())
	p.Areas[own].Caption = image.Rect(x, y, Width-Margin, y+p.caption())
	y += p.caption()
	p.Areas[table].Cells = grid(Margin, y, w, w*2/3, Gap, columns, left)
	p.Areas[own].Cells = grid(x, y, w, w*2/3, Gap, 3, right)
	return y + high*(w*2/3+Gap), true
}
