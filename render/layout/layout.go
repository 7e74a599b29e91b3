// Package layout computes the positions of everything in a picture. It is pure geometry: it depends on the numbers of
// cells and seats, but never on hidden contents.
package layout

import (
	"image"

	"settable/games"
)

// Measurements are in pixels. Discord shows a picture in a box of 550 × 350 on a desktop, and about 350 wide on a
// phone. A picture of twelve cards is about twice as large, so everything must be legible at half size.
//
// Cards have landscape format (3 : 2) and are in rows of three, with the seats below. A card then measures 98 × 65 on a
// desktop and 110 × 73 on a phone. With the seats beside the cards, it would measure only 83 × 56 on a phone, and with
// four cards per row only 82 × 55.
const (
	Margin  = 10
	Gap     = 10
	Wide    = 204                       // width of a card in a row of three
	Tall    = Wide * 2 / 3              // 3 : 2
	Width   = 2*Margin + 3*Wide + 2*Gap // width of every picture of a table
	Caption = 27                        // height of a caption above an area, at type size 100
	Mini    = 76                        // width of a card in the set just taken
	Small   = 76                        // width of a card in another player's hand
	Few     = 128                       // width of such a card if only a few hands are visible
	Medal   = 36                        // size of a seat's mark at type size 100
)

// A Layout holds the position of everything in a picture. It depends only on public facts, such as the numbers of
// cells and seats.
type Layout struct {
	Width, Height int
	Type          Type
	Title         image.Rectangle   // the name of the game on one line
	Headline      []image.Rectangle // the lines of the headline
	TakenBy       image.Rectangle   // the mark of the seat that took the set
	Taken         []image.Rectangle // the set just taken
	Pack          image.Rectangle   // the remaining pack, if it is drawn beside a starter
	Sample        []image.Rectangle // the sample cards that are shown before the first deal
	Areas         []Ground
	Shown         []Row    // for each exposed hand, the sets that count
	Results       []Result // the players in a recap, winners first
	Ending        bool     // the picture is the recap of a finished game
	Stars         []image.Rectangle
	Best          []image.Rectangle // the lines that compare the result with earlier ones
	RestCaption   image.Rectangle
	Rest          []image.Rectangle // the top cards of the remaining piles
	Moments       []Moment          // the highlights of a finished game
	Seats         []image.Rectangle
	Names         []image.Rectangle // the players' names above their seats; nil: none
	Roster        []image.Rectangle // the players' names inside their seats, before the start; nil: none
	TwoLines      bool              // seats also show chips or cards in hand
	Graveyards    bool              // each seat has a row with its hand and its graveyard
	wide          bool              // tall parts are side by side
}

// A Ground holds the positions of an area's parts.
type Ground struct {
	Caption image.Rectangle // empty: none
	Mark    image.Rectangle // the mark of the area's seat; empty: none
	Cells   []image.Rectangle
}

// Of computes the layout of a view. If the text of the usual arrangement would be illegible on a desktop, Of enlarges
// the text or switches to a wide arrangement, whichever is legible at the smaller type size.
func Of(v games.View) Layout {
	if v.Phase == games.Choosing {
		return cardsOnly(v)
	}
	switch {
	case IsEnding(v):
		return smallest(func(t Type) Layout { return endingIn(t, v) })
	case IsShowdown(v):
		return smallest(func(t Type) Layout { return recapIn(t, v) })
	}
	usual := planInType(types[0], v, false)
	if usual.isLegible() {
		return usual
	}
	wide := planInType(types[0], v, true)
	if wide.Height >= usual.Height {
		return larger(usual, v)
	}
	if wide = larger(wide, v); wide.isLegible() && usual.Height > wide.Type.highest() {
		return wide // the usual arrangement is still too high at this type size
	}
	if usual = larger(usual, v); usual.isLegible() && usual.Type <= wide.Type {
		return usual
	}
	return wide
}

// smallest returns the layout at the smallest legible type size.
func smallest(in func(Type) Layout) (p Layout) {
	for _, t := range types {
		if p = in(t); p.isLegible() {
			break
		}
	}
	return p
}

// larger returns the same arrangement at the smallest legible type size.
func larger(p Layout, v games.View) Layout {
	for _, t := range types {
		if p.isLegible() {
			break
		}
		if t > p.Type && p.Height <= t.highest() { // larger text would not reduce the height
			p = planInType(t, v, p.wide)
		}
	}
	return p
}

func (p *Layout) isLegible() bool { return p.Height <= p.Type.highest() }

func planInType(t Type, v games.View, wide bool) Layout {
	p := Layout{Width: Width, Type: t, wide: wide, Areas: make([]Ground, len(v.Areas)),
		Graveyards: HasGraveyards(v)}
	if HasRoster(v) {
		y := p.roster(v, p.sample(v, p.head(v, Width-Margin)+Gap))
		p.Graveyards, p.Height = false, y-Gap+Margin
		return p
	}
	if p.Graveyards {
		p.Height = p.rows(v, p.starter(v)) - Gap + Margin
		return p
	}
	y := p.head(v, Width-Margin) + Gap
	if below, beside := p.placeSeatsBeside(v, y); beside {
		y = below
	} else {
		y = p.stacked(v, y)
	}
	p.Height = y - Gap + Margin
	return p
}

// stacked places all parts below y, one below the other.
func (p *Layout) stacked(v games.View, y int) int {
	if len(v.Sample) > 0 {
		y = p.sample(v, y)
	} else {
		y = p.placeOpenCards(v, y)
		y = p.placeOtherHands(v, y)
		y = p.showdown(v, y)
	}
	return p.bench(v, y)
}

func (p *Layout) caption() int { return p.Type.Of(Caption) }
func (p *Layout) medal() int   { return p.Type.Of(Medal) }

// head places the title, the headline and, in the upper right corner, the set just taken. It returns the bottom of
// these parts. The last line of the headline is below the set and may therefore be longer.
func (p *Layout) head(v games.View, right int) int {
	edge, tall := right, 0
	if n := len(v.Taken); n > 0 {
		w := min(Mini, (Width/2-n*Gap/2)/n) // at least half of the width remains for text
		h := w * 2 / 3
		tall = max(h, p.medal())
		p.Taken = grid(right-n*w-(n-1)*Gap/2, Margin+(tall-h)/2, w, h, Gap/2, n, n)
		edge = p.Taken[0].Min.X - Gap
		if v.TakenBy > 0 {
			at := Margin + (tall-p.medal())/2
			p.TakenBy = image.Rect(edge-p.medal(), at, edge, at+p.medal())
			edge -= p.medal() + Gap
		}
	}
	y, step := Margin+p.Type.Of(titleTall), p.Type.Of(LineTall)
	p.Title = image.Rect(Margin, Margin, edge, y)
	lines := 2
	if p.Type >= 140 {
		lines = 3
	}
	for range lines {
		top, end := y, edge
		if y+step-p.Type.Of(HeadLetters)*3/4 >= Margin+tall { // below the set
			top, end = max(y, Margin+tall), right
		}
		p.Headline = append(p.Headline, image.Rect(Margin, top, end, y+step))
		y += step
	}
	return y
}

// placeOpenCards places the common cards and the viewer's own cards.
func (p *Layout) placeOpenCards(v games.View, y int) int {
	before := 0
	for i, a := range v.Areas {
		if IsForeign(v, a) || len(a.Cells) == 0 || p.isSpread(v, a) || inRow(v, a) {
			continue
		}
		g := &p.Areas[i]
		if len(v.Areas) > 1 {
			g.Caption = image.Rect(Margin, y, Width-Margin, y+p.caption())
			y += p.caption()
		}
		if p.wide && g.block(a, y) {
			y = bottomOf(g.Cells) + Gap
			continue
		}
		columns := Columns(a)
		if p.wide {
			columns = p.cellsPerRow(v, a, before)
			before = columns
		}
		w := min(Wide, (Width-2*Margin-(columns-1)*Gap)/columns) &^ 1
		g.Cells = grid(Margin, y, w, w*2/3, Gap, columns, DrawnCells(a))
		y = bottomOf(g.Cells) + Gap
	}
	return y
}

// rows is the maximum number of rows in an area.
const rows = 7

// Columns returns the number of cells per row. As long as there are at most seven rows, adding three cards to a table
// adds a row and leaves the other cards in place.
func Columns(a games.Area) int {
	switch n := len(a.Cells); {
	case a.Columns > 0:
		return max(3, min(a.Columns, 9), (n+rows-1)/rows)
	case n <= 9:
		return 3
	case n <= 12:
		return 4
	default:
		return 5
	}
}

func grid(x, y, w, h, between, columns, n int) []image.Rectangle {
	cells := make([]image.Rectangle, n)
	for i := range cells {
		at := image.Pt(x+i%columns*(w+between), y+i/columns*(h+between))
		cells[i] = image.Rectangle{Min: at, Max: at.Add(image.Pt(w, h))}
	}
	return cells
}
