package render

import (
	"image"
	"slices"

	"settable/games"
)

// Where sets are kept in graveyards each seat has a row of its own: the seat,
// its hand, its graveyard. Cards are as high there as playing cards are.
const (
	slim      = 60 // width of a card
	slimTall  = 90
	plaque    = 108 // width of a seat
	starterW  = 64
	starterH  = 96
	slimGap   = 4
	handAt    = margin + plaque + 7
	handCards = 4 // in a line
)

// hasYard tells whether the view is one of graveyards.
func hasYard(v games.View) bool {
	for _, a := range v.Areas {
		if a.Lies != games.InRows {
			return true
		}
	}
	return false
}

// starter places the first lines, and to the right of them the pack and the
// starter while they are played with.
func (p *plan) starter(v games.View) int {
	x, y := width-margin, margin+caption
	for i, a := range v.Areas {
		if n := len(a.Cells); a.Seat == games.Watcher && n > 0 {
			x -= n*(starterW+gap) - gap
			p.areas[i].caption = image.Rect(x, margin, width-margin, y)
			p.areas[i].cells = grid(x, y, starterW, starterH, gap, n, n)
			x -= gap
		}
	}
	if v.Phase == games.Playing && v.Left >= 0 {
		x -= starterW
		p.pack = image.Rect(x, y, x+starterW, y+starterH)
		x -= gap
	}
	p.head(v, x)
	if x == width-margin {
		return margin + header + caption + gap
	}
	return y + starterH + gap
}

// rows places the seats with their hands and graveyards, the hands in a column
// of their own as long as somebody has one.
func (p *plan) rows(v games.View, y int) int {
	yardAt := handAt
	if slices.ContainsFunc(v.Areas, isHand) {
		yardAt += handCards*(slim+slimGap) + 7
	}
	heading, headed := y-caption, map[int]bool{}
	for _, s := range v.Seats {
		p.seats = append(p.seats, image.Rect(margin, y, margin+plaque, y+slimTall))
		end := y + slimTall
		for i, a := range v.Areas {
			if a.Seat != s.Seat || len(a.Cells) == 0 {
				continue
			}
			g, x := &p.areas[i], yardAt
			if isHand(a) {
				x = handAt
				g.cells = grid(x, y, slim, slimTall, slimGap, handCards, len(a.Cells))
			} else {
				g.cells = stones(a, x, y)
			}
			end = max(end, g.cells[len(g.cells)-1].Max.Y)
			if !headed[x] {
				headed[x] = true
				g.caption = image.Rect(x, heading, x+wide/2, heading+caption)
			}
		}
		y = end + gap
	}
	return y
}

func isHand(a games.Area) bool { return a.Seat > 0 && a.Lies == games.InRows && len(a.Cells) > 0 }

// stones places the sets of a graveyard in lines, each set on the ground of its
// line. What lies is low and wide; the first line is as high as the hand beside it.
func stones(a games.Area, left, y int) []image.Rectangle {
	cells := make([]image.Rectangle, len(a.Cells))
	x, first, high := left, 0, slimTall
	for i, c := range a.Cells {
		w, h := slimTall, slim
		if c.Upright {
			w, h = h, w
		}
		if x > left && x+w > width-margin {
			y += high + slimGap
			x, first, high = left, i, 0
		}
		if grows := h - high; grows > 0 { // what is in the line goes down with its ground
			high = h
			for j := first; j < i; j++ {
				cells[j] = cells[j].Add(image.Pt(0, grows))
			}
		}
		cells[i] = image.Rect(x, y+high-h, x+w, y+high)
		x += w + slimGap
	}
	return cells
}
