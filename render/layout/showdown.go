package layout

import (
	"image"
	"slices"

	"settable/games"
)

// A Row holds the positions of the sets beside an exposed hand.
type Row struct {
	Mark image.Rectangle // the seat's mark, if the hand isn't drawn elsewhere; otherwise empty
	Sets []Three
	More image.Rectangle // the number of further sets; empty: none
}

// A Three holds the positions of the parts of a set: the cards from the hand, the plus sign and the common cards.
type Three struct {
	Own    []image.Rectangle
	With   image.Rectangle
	Common []image.Rectangle
}

// A scale is the size of cards in a showdown, and the maximum number of sets per hand.
type scale struct{ card, with, most int }

// These are the sizes for the showdown. On a phone, cards are then 32 pixels wide, or 29 if height is scarce.
var (
	ample  = scale{card: 60, with: 20, most: 4}
	scarce = scale{card: 54, with: 16, most: 2}
	single = scale{card: 54, with: 16, most: 1}
)

const (
	shownGap = 4
	manyRows = 4 // with more rows, there are two columns with one set per hand
)

func (s scale) tall() int { return s.card * 2 / 3 }
func (s scale) wide() int { return 3*s.card + shownGap + s.with }

// inRow reports whether the hand is drawn beside its sets.
func inRow(v games.View, a games.Area) bool {
	return a.Seat > 0 && slices.ContainsFunc(v.Shown, func(s games.Showing) bool {
		return s.Seat == a.Seat && len(s.Sets) > 0
	})
}

// shownRows returns the number of exposed hands that have a set.
func shownRows(v games.View) (n int) {
	for _, s := range v.Shown {
		if len(s.Sets) > 0 {
			n++
		}
	}
	return n
}

// showdown places the exposed hands and their sets one below the other. If height is scarce and there are many hands,
// it uses two columns.
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

// row places a hand and its sets, as many sets per line as fit. It returns the bottom of these parts.
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
	if len(set.Own) == 0 || len(set.Common) == 0 {
		t.Common = grid(x, y, s.card, s.tall(), shownGap, len(set.Common), len(set.Common))
		return t
	}
	x = t.Own[len(t.Own)-1].Max.X
	t.With = image.Rect(x, y, x+s.with, y+s.tall())
	t.Common = grid(x+s.with, y, s.card, s.tall(), shownGap, len(set.Common), len(set.Common))
	return t
}
