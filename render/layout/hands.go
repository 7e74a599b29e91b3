package layout

import (
	"image"
	"slices"

	"settable/games"
)

// IsForeign reports whether the area is another player's hand. Such hands are drawn smaller.
func IsForeign(v games.View, a games.Area) bool { return a.Seat > 0 && a.Seat != v.Viewer }

// IsCovered reports whether the area is another player's hand without visible cards. Such a hand isn't drawn, because
// the seat shows the number of cards.
func IsCovered(v games.View, a games.Area) bool {
	return IsForeign(v, a) && !slices.ContainsFunc(a.Cells,
		func(c games.Cell) bool { return c.Kind == games.Face })
}

// IsSpread reports whether the area is another player's open hand with more than two columns. Such a hand is drawn
// below its seat instead of beside a mark.
func IsSpread(v games.View, a games.Area) bool {
	return IsForeign(v, a) && !IsCovered(v, a) && a.Columns > 2
}

// DrawnCells returns how many cells of an area are drawn. Empty rows at the end of a hand are omitted.
func DrawnCells(a games.Area) int {
	n, columns := len(a.Cells), Columns(a)
	if a.Seat == games.Watcher {
		return n
	}
	used := n
	for used > 0 && a.Cells[used-1].Kind == games.Empty {
		used--
	}
	return min(n, max(1, (used+columns-1)/columns)*columns)
}

// placeOtherHands places the hands of other players at a small size, as many per line as fit.
func (p *Layout) placeOtherHands(v games.View, y int) int {
	Small, m := smallFor(v), p.medal()
	h, off := max(Small*2/3, m), max(0, m-Small*2/3)/2
	x, used := Margin, false
	for i, a := range v.Areas {
		n := len(a.Cells)
		if !IsForeign(v, a) || IsCovered(v, a) || IsSpread(v, a) || inRow(v, a) {
			continue
		}
		perRow := (Width - 2*Margin - m - Gap + Gap/2) / (Small + Gap/2)
		columns := min(n, perRow)
		w := m + Gap/2 + columns*(Small+Gap/2)
		if used && x+w-Gap/2 > Width-Margin {
			x, y = Margin, y+h+Gap
		}
		g := &p.Areas[i]
		g.Mark = image.Rect(x, y+(h-m)/2, x+m, y+(h+m)/2)
		g.Cells = grid(x+m+Gap/2, y+off, Small, Small*2/3, Gap/2, columns, n)
		used = true
		x += w + Gap/2
		if n > columns {
			x, y = Width, g.Cells[n-1].Min.Y-off
		}
	}
	if used {
		y += h + Gap
	}
	return y
}

// smallFor returns the width of the cards in other players' hands. If there are only a few such cards, they are larger.
func smallFor(v games.View) int {
	n := 0
	for _, a := range v.Areas {
		if IsForeign(v, a) && !IsCovered(v, a) && !IsSpread(v, a) {
			n += len(a.Cells)
		}
	}
	if n <= 8 && shownRows(v) == 0 {
		return Few
	}
	return Small
}
