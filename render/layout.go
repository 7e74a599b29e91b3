package render

import (
	"fmt"
	"image"
	"slices"
	"strings"

	"settable/games"
)

// Measures in pixels. Discord shows a picture at most 550 × 350 on a desktop
// and about 350 wide on a phone, so a picture is drawn at twice the phone's
// width and everything must read at half size. Landscape cards (3 : 2) three
// to a row, seats below them, keep the smallest card of the two screens as
// large as it can be: for twelve cards 100 × 67 and 109 × 73. Seats beside the
// cards would give the phone 83 × 56, four cards to a row 82 × 55.
const (
	margin  = 12
	gap     = 12
	wide    = 228                       // of a card three to a row
	tall    = wide * 2 / 3              // 3 : 2
	width   = 2*margin + 3*wide + 2*gap // of every picture of a table
	header  = 64                        // title and headline
	caption = 28                        // over an area that needs a name
	mini    = 84                        // width of a card of the set just taken
	small   = 84                        // width of a card in somebody else's hand
	few     = 144                       // and while there are few such hands to be seen
	medal   = 40                        // of a seat's mark
)

// A plan says where everything of a picture stands. It depends on the public
// layout alone: how many cells and seats there are, never what lies in them.
type plan struct {
	width, height int
	words         image.Rectangle   // title and headline
	takenBy       image.Rectangle   // the mark of who took the set
	taken         []image.Rectangle // the set just taken
	areas         []ground
	seats         []image.Rectangle
	twoLines      bool // seats show chips or cards in hand as well
}

// A ground is where an area stands.
type ground struct {
	caption image.Rectangle // empty: none
	mark    image.Rectangle // of the seat whose it is; empty: none
	cells   []image.Rectangle
}

// planOf finds a place for everything in the view.
func planOf(v games.View) plan {
	p := plan{width: width}
	p.head(v)
	y := margin + header + gap
	y = p.open(v, y)
	y = p.others(v, y)
	y = p.bench(v, y)
	p.height = y - gap + margin
	return p
}

// head places the first lines, and the set just taken to the right of them.
func (p *plan) head(v games.View) {
	right := width - margin
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

// foreign tells whether the area is the hand of somebody else, which is drawn small.
func foreign(v games.View, a games.Area) bool { return a.Seat > 0 && a.Seat != v.Viewer }

// covered tells whether the area is somebody else's hand of which nothing is to
// be seen: the seat says how many cards it has, and that is all there is to say.
func covered(v games.View, a games.Area) bool {
	return foreign(v, a) && !slices.ContainsFunc(a.Cells, func(c games.Cell) bool { return c.Kind != games.Back })
}

// open places what everybody plays with and the viewer's own cards.
func (p *plan) open(v games.View, y int) int {
	p.areas = make([]ground, len(v.Areas))
	for i, a := range v.Areas {
		if foreign(v, a) || len(a.Cells) == 0 {
			continue
		}
		g := &p.areas[i]
		if len(v.Areas) > 1 {
			g.caption = image.Rect(margin, y, width-margin, y+caption)
			y += caption
		}
		columns := columnsOf(a)
		w := min(wide, (width-2*margin-(columns-1)*gap)/columns) &^ 1
		g.cells = grid(margin, y, w, w*2/3, gap, columns, len(a.Cells))
		y = g.cells[len(a.Cells)-1].Max.Y + gap
	}
	return y
}

// columnsOf is how many cells stand in a row. Three more cards of a table are
// one more row, and nothing else moves.
func columnsOf(a games.Area) int {
	switch n := len(a.Cells); {
	case a.Columns > 0:
		return max(3, min(a.Columns, 9))
	case a.Name == "table" || n <= 9:
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

// others places the hands of other seats, small, as many to a line as fit.
func (p *plan) others(v games.View, y int) int {
	small := smallFor(v)
	h := small * 2 / 3
	x, used := margin, false
	for i, a := range v.Areas {
		n := len(a.Cells)
		if !foreign(v, a) || covered(v, a) {
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
		if foreign(v, a) && !covered(v, a) {
			n += len(a.Cells)
		}
	}
	if n <= 8 {
		return few
	}
	return small
}

// bench places the seats, three to a row under the cards.
func (p *plan) bench(v games.View, y int) int {
	if len(v.Seats) == 0 {
		return y
	}
	h := 48
	p.twoLines = v.ShowPot
	for _, s := range v.Seats {
		p.twoLines = p.twoLines || s.Chips != 0 || s.Cards > 0
	}
	if p.twoLines {
		h = 72
	}
	p.seats = grid(margin, y, wide, h, gap, 3, len(v.Seats))
	return p.seats[len(p.seats)-1].Max.Y + gap
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
	}
	for i, r := range p.seats {
		line(fmt.Sprintf("seat %d", i+1), r)
	}
	return b.String()
}
