package render

import (
	"image"
	"slices"

	"settable/games"
)

// A pile whose cards below may be seen is a block of small cards, three to a
// row. Its top takes three by three of them, and when a pile grows two by two,
// so that nine cards need no more height than four. The others follow in
// reading order, the next one first.
const (
	low    = 64 // width of a card below
	lowGap = 6
)

// deepestOf is how many cards below a top may be seen, at most.
func deepestOf(cells []games.Cell) (n int) {
	for _, c := range cells {
		n = max(n, len(c.Under))
	}
	return n
}

// fan places the piles of the area from y on, and says where they end.
func (g *ground) fan(a games.Area, y int) int {
	side := 3
	if deepestOf(a.Cells) > 3 {
		side = 2
	}
	top := side*low + (side-1)*lowGap
	for row := range slices.Chunk(a.Cells, 3) {
		high := 0
		for i, c := range row {
			at := image.Pt(margin+i*(wide+gap), y)
			g.cells = append(g.cells, image.Rectangle{Min: at, Max: at.Add(image.Pt(top, top*2/3))})
			below := around(at, side, top)
			below = below[:min(len(below), len(c.Under))]
			g.under = append(g.under, below)
			high = max(high, top*2/3)
			for _, box := range below {
				high = max(high, box.Max.Y-y)
			}
		}
		y += high + gap
	}
	return y
}

// around are the eight places to the right of a top and under it.
func around(at image.Point, side, top int) []image.Rectangle {
	const h = low * 2 / 3
	right := grid(at.X+top+lowGap, at.Y, low, h, 0, 1, (3-side)*side)
	for i := range right { // from the upper edge of the top to its lower one
		right[i] = right[i].Add(image.Pt(0, i*(top*2/3-2*h)))
	}
	return append(right, grid(at.X, at.Y+top*2/3+lowGap, low, h, lowGap, 3, 8)...)
}
