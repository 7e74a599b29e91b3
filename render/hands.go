package render

import (
	"image"
	"slices"

	"settable/games"
)

// foreign tells whether the area is the hand of somebody else, which is drawn small.
func foreign(v games.View, a games.Area) bool { return a.Seat > 0 && a.Seat != v.Viewer }

// covered tells whether the area is somebody else's hand of which nothing is to
// be seen: the seat says how many cards it has, and that is all there is to say.
func covered(v games.View, a games.Area) bool {
	return foreign(v, a) && !slices.ContainsFunc(a.Cells, func(c games.Cell) bool { return c.Kind == games.Face })
}

// spread tells whether somebody else's hand is to be seen that has rows: it
// stands under its seat instead of beside a mark.
func spread(v games.View, a games.Area) bool {
	return foreign(v, a) && !covered(v, a) && a.Columns > 2
}

// laid is how many cells of the area are drawn: of a hand not the last rows
// when they are free.
func laid(a games.Area) int {
	n, columns := len(a.Cells), columnsOf(a)
	if a.Seat == games.Watcher {
		return n
	}
	used := n
	for used > 0 && a.Cells[used-1].Kind == games.Empty {
		used--
	}
	return min(n, max(1, (used+columns-1)/columns)*columns)
}

// others places the hands of other seats, small, as many to a line as fit.
func (p *plan) others(v games.View, y int) int {
	small := smallFor(v)
	h := small * 2 / 3
	x, used := margin, false
	for i, a := range v.Areas {
		n := len(a.Cells)
		if !foreign(v, a) || covered(v, a) || spread(v, a) {
			continue
		}
		perRow := (width - 2*margin - medal - gap + gap/2) / (small + gap/2)
		columns := min(n, perRow)
		w := medal + gap/2 + columns*(small+gap/2)
		if used && x+w-gap/2 > width-margin {
			x, y = margin, y+h+gap
		}
		g := &p.areas[i]
		g.mark = image.Rect(x, y+(h-medal)/2, x+medal, y+(h+medal)/2)
		g.cells = grid(x+medal+gap/2, y, small, h, gap/2, columns, n)
		used = true
		x += w + gap/2
		if n > columns {
			x, y = width, g.cells[n-1].Min.Y
		}
	}
	if used {
		y += h + gap
	}
	return y
}

// smallFor is how wide the cards of other hands are: as long as few hands are
// to be seen they are for everybody to look at, like the others.
func smallFor(v games.View) int {
	n := 0
	for _, a := range v.Areas {
		if foreign(v, a) && !covered(v, a) && !spread(v, a) {
			n += len(a.Cells)
		}
	}
	if n <= 8 {
		return few
	}
	return small
}
