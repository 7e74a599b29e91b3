package layout

import (
	"image"
	"slices"

	"settable/games"
)

// A pile with visible cards below its top is drawn as a block of small cards in rows of three. In this block, the top
// takes the space of nine small cards or, in a deep pile, of four. The cards below the top follow in reading order,
// the next one first.
const (
	Low    = 64 // width of a card below the top
	LowGap = 6
)

// Deepest returns the greatest number of visible cards below a top.
func Deepest(cells []games.Cell) (n int) {
	for _, c := range cells {
		n = max(n, len(c.Under))
	}
	return n
}

// fan places the piles of an area below y and returns their bottom.
func (g *Ground) fan(a games.Area, y int) int {
	side := 3
	if Deepest(a.Cells) > 3 {
		side = 2
	}
	top := side*Low + (side-1)*LowGap
	for row := range slices.Chunk(a.Cells, 3) {
		high := 0
		for i, c := range row {
			at := image.Pt(Margin+i*(Wide+Gap), y)
			g.Cells = append(g.Cells, image.Rectangle{Min: at, Max: at.Add(image.Pt(top, top*2/3))})
			below := around(at, side, top)
			below = below[:min(len(below), len(c.Under))]
			g.Under = append(g.Under, below)
			high = max(high, top*2/3)
			for _, box := range below {
				high = max(high, box.Max.Y-y)
			}
		}
		y += high + Gap
	}
	return y
}

// around returns the eight places to the right of a top and below it.
func around(at image.Point, side, top int) []image.Rectangle {
	const h = Low * 2 / 3
	right := grid(at.X+top+LowGap, at.Y, Low, h, 0, 1, (3-side)*side)
	for i := range right { // between the top's upper and lower edges
		right[i] = right[i].Add(image.Pt(0, i*(top*2/3-2*h)))
	}
	return append(right, grid(at.X, at.Y+top*2/3+LowGap, Low, h, LowGap, 3, 8)...)
}
