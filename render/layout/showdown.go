package layout

import (
	"image"
	"slices"

	"settable/games"
)

// A Row is the position of the sets of an exposed hand, beside the hand.
type Row struct {
	Mark image.Rectangle // of the seat, if its hand has no place of its own; else empty
	Sets []Three
	More image.Rectangle // where the number of further sets is written; empty: none
}

// A Three is the position of a set: cards of the hand, the sign between, common cards.
type Three struct {
	Own    []image.Rectangle
	With   image.Rectangle
	Common []image.Rectangle
}

// A scale is the size of the cards of a showdown, and how many sets of a hand are shown.
type scale struct{ card, with, most int }

// A card is 32 pixels wide on a phone, and 29 if height is scarce.
var (
	ample  = scale{card: 60, with: 20, most: 4}
	scarce = scale{card: 54, with: 16, most: 2}
	single = scale{card: 54, with: 16, most: 1}
)

const (
	shownGap = 4
	manyRows = 4 // more than these are in two columns, each with one set
)

func (s scale) tall() int { return s.card * 2 / 3 }
func (s scale) wide() int { return 3*s.card + shownGap + s.with }

// inRow reports whether the hand is drawn beside its sets that count.
func inRow(v games.View, a games.Area) bool {
	return a.Seat > 0 && slices.ContainsFunc(v.Shown, func(s games.Showing) bool {
		return s.Seat == a.Seat && len(s.Sets) > 0
	})
}

// shownRows returns how many hands have sets that count.
func shownRows(v games.View) (n int) {
	for _, s := range v.Shown {
		if len(s.Sets) > 0 {
			n++
		}
	}
	return n
}

// showdown places each hand with its sets that count, one below the other or, if height is scarce and there are many
// hands, two next to each other.
func (p *Layout) showdown(v games.View, y int) int {
	p.Shown = make([]Row, len(v.Shown))
	how, columns := ample, 1
	if p.wide {
		how = scarce
		if shownRows(v) > manyRows {
			how, columns = single, 2
		}
	}
	n, bottom := 0, y
	for i, s := range v.Shown {
		if len(s.Sets) == 0 {
			continue
		}
		if n%columns == 0 {
			y = bottom
		}
		x := Margin + n%columns*(Width-Margin)/2
		bottom = max(bottom, p.row(v, &p.Shown[i], s, how, x, y)+Gap)
		n++
	}
	return bottom
}

// row places a hand and its sets, as many in a line as fit, and returns where they end.
func (p *Layout) row(v games.View, row *Row, s games.Showing, how scale, x, y int) int {
	m := p.medal()
	tall := max(how.tall(), m)
	mark := image.Rect(x, y+(tall-m)/2, x+m, y+(tall+m)/2)
	x += m + Gap/2
	for i, a := range v.Areas {
		switch n := len(a.Cells); {
		case a.Seat != s.Seat:
		case how == single:
			row.Mark = mark
		default:
			g := &p.Areas[i]
			g.Mark = mark
			g.Cells = grid(x, y+(tall-how.tall())/2, how.card, how.tall(), shownGap, n, n)
			x = g.Cells[n-1].Max.X + 2*Gap
		}
	}
	left := x
	for i, set := range s.Sets[:min(len(s.Sets), how.most)] {
		if i > 0 && x+how.wide() > Width-Margin {
			x, y = left, y+tall+Gap/2
		}
		row.Sets = append(row.Sets, how.three(set, x, y+(tall-how.tall())/2))
		x += how.wide() + Gap
	}
	if len(s.Sets) > how.most {
		if how == ample {
			x, y = left, y+tall+Gap/2
		}
		row.More = image.Rect(x, y, min(x+p.Type.Of(60), Width-Margin), y+tall)
	}
	return y + tall
}

func (s scale) three(set games.ShownSet, x, y int) (t Three) {
	t.Own = grid(x, y, s.card, s.tall(), shownGap, len(set.Own), len(set.Own))
	x = t.Own[len(t.Own)-1].Max.X
	t.With = image.Rect(x, y, x+s.with, y+s.tall())
	t.Common = grid(x+s.with, y, s.card, s.tall(), shownGap, len(set.Common), len(set.Common))
	return t
}
