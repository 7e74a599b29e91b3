package render

import (
	"fmt"
	"image"
	"strings"

	"settable/games"
)

// Measures in pixels. Discord shows a picture at most 550 × 350 on a desktop
// and about 350 wide on a phone, so twelve cards are drawn at twice the desktop's
// height, nearly twice the phone's width, and everything must read at half size.
// Landscape cards (3 : 2) three to a row, seats below them, keep the smallest
// card of the two screens as large as it can be: for twelve cards 100 × 67 and
// 110 × 73. Seats beside the cards would give the phone 83 × 56, four cards to a
// row 82 × 55.
const (
	margin  = 10
	gap     = 10
	wide    = 204                       // of a card three to a row
	tall    = wide * 2 / 3              // 3 : 2
	width   = 2*margin + 3*wide + 2*gap // of every picture of a table
	header  = 57                        // title and headline
	caption = 25                        // over an area that needs a name
	mini    = 76                        // width of a card of the set just taken
	small   = 76                        // width of a card in somebody else's hand
	few     = 128                       // and while there are few such hands to be seen
	medal   = 36                        // of a seat's mark
)

// A plan says where everything of a picture stands. It depends on the public
// layout alone: how many cells and seats there are, never what lies in them.
type plan struct {
	width, height int
	words         image.Rectangle   // title and headline
	takenBy       image.Rectangle   // the mark of who took the set
	taken         []image.Rectangle // the set just taken
	pack          image.Rectangle   // the cards left, where they lie beside a starter
	areas         []ground
	seats         []image.Rectangle
	twoLines      bool // seats show chips or cards in hand as well
	yard          bool // each seat has a row with its hand and its graveyard
}

// A ground is where an area stands.
type ground struct {
	caption image.Rectangle // empty: none
	mark    image.Rectangle // of the seat whose it is; empty: none
	cells   []image.Rectangle
	under   [][]image.Rectangle // of each cell the cards below it that are to be seen, the next one first
}

// planOf finds a place for everything in the view.
func planOf(v games.View) plan {
	p := plan{width: width, areas: make([]ground, len(v.Areas)), yard: hasYard(v)}
	if p.yard {
		p.height = p.rows(v, p.starter(v)) - gap + margin
		return p
	}
	p.head(v, width-margin)
	y := margin + header + gap
	y = p.open(v, y)
	y = p.others(v, y)
	y = p.bench(v, y)
	p.height = y - gap + margin
	return p
}

// head places the first lines as far as right, and the set just taken at their end.
func (p *plan) head(v games.View, right int) {
	if n := len(v.Taken); n > 0 {
		w := min(mini, (width/2-n*gap/2)/n) // however many, they leave half to the words
		h := w * 2 / 3
		p.taken = grid(right-n*w-(n-1)*gap/2, margin+(header-h)/2, w, h, gap/2, n, n)
		right = p.taken[0].Min.X - gap
		if v.TakenBy > 0 {
			y := margin + (header-medal)/2
			p.takenBy = image.Rect(right-medal, y, right, y+medal)
			right -= medal + gap
		}
	}
	p.words = image.Rect(margin, margin, right, margin+header)
}

// open places what everybody plays with and the viewer's own cards.
func (p *plan) open(v games.View, y int) int {
	for i, a := range v.Areas {
		if foreign(v, a) || len(a.Cells) == 0 {
			continue
		}
		g := &p.areas[i]
		if len(v.Areas) > 1 {
			g.caption = image.Rect(margin, y, width-margin, y+caption)
			y += caption
		}
		if deepestOf(a.Cells) > 0 {
			y = g.fan(a, y)
			continue
		}
		columns := columnsOf(a)
		w := min(wide, (width-2*margin-(columns-1)*gap)/columns) &^ 1
		g.cells = grid(margin, y, w, w*2/3, gap, columns, laid(a))
		y = g.cells[len(g.cells)-1].Max.Y + gap
	}
	return y
}

// columnsOf is how many cells stand in a row. Three more cards of a table are
// one more row, and nothing else moves.
func columnsOf(a games.Area) int {
	switch n := len(a.Cells); {
	case a.Columns > 0:
		return max(3, min(a.Columns, 9))
	case n <= 9:
		return 3
	case n <= 12:
		return 4
	default:
		return 5
	}
}

func grid(x, y, w, h, gap, columns, n int) []image.Rectangle {
	cells := make([]image.Rectangle, n)
	for i := range cells {
		at := image.Pt(x+i%columns*(w+gap), y+i/columns*(h+gap))
		cells[i] = image.Rectangle{Min: at, Max: at.Add(image.Pt(w, h))}
	}
	return cells
}

// String is the plan for the goldens: a line for each box, as x y w h.
func (p plan) String() string {
	var b strings.Builder
	line := func(what string, r image.Rectangle) {
		if !r.Empty() {
			fmt.Fprintf(&b, "%-14s %4d %4d %4d %4d\n", what, r.Min.X, r.Min.Y, r.Dx(), r.Dy())
		}
	}
	line("picture", image.Rect(0, 0, p.width, p.height))
	line("words", p.words)
	line("pack", p.pack)
	line("taken by", p.takenBy)
	for i, r := range p.taken {
		line(fmt.Sprintf("taken %d", i+1), r)
	}
	for i, g := range p.areas {
		line(fmt.Sprintf("area %d caption", i+1), g.caption)
		line(fmt.Sprintf("area %d mark", i+1), g.mark)
		for j, r := range g.cells {
			line(fmt.Sprintf("area %d cell %d", i+1, j+1), r)
		}
		for j, below := range g.under {
			for k, r := range below {
				line(fmt.Sprintf("  under %d.%d.%d", i+1, j+1, k+1), r)
			}
		}
	}
	for i, r := range p.seats {
		line(fmt.Sprintf("seat %d", i+1), r)
	}
	return b.String()
}
