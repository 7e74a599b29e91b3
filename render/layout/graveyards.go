package layout

import (
	"image"
	"slices"

	"settable/games"
)

// In a view with graveyards, each row has a seat, its hand and its graveyard. Cards are upright, like playing cards.
const (
	Slim      = 60 // width of a card
	SlimTall  = 90
	plaque    = 112 // width of a seat at type size 100
	nameTall  = 30  // height of a player's name above the row at type size 100
	StarterW  = 64
	StarterH  = 96
	slimGap   = 4
	named     = 80 // width of a starter's name at type size 100
	handCards = 4  // cards per line
)

// HasGraveyards reports whether the view shows graveyards.
func HasGraveyards(v games.View) bool {
	return slices.ContainsFunc(v.Areas, func(a games.Area) bool { return a.Arrangement != games.InRows })
}

// starter places the title and the headline, and to their right the pack and the starter while they are in use.
func (p *Layout) starter(v games.View) int {
	x, y := Width-Margin, Margin+p.caption()
	column := max(StarterW, p.Type.Of(named)) // at least as wide as the starter's name
	for i, a := range v.Areas {
		if n := len(a.Cells); a.Seat == games.Watcher && n > 0 {
			x -= max(column, n*(StarterW+Gap)-Gap)
			p.Areas[i].Caption = image.Rect(x, Margin, Width-Margin, y)
			p.Areas[i].Cells = grid(x, y, StarterW, StarterH, Gap, n, n)
			x -= Gap
		}
	}
	if v.Phase == games.Playing && v.CardsLeft >= 0 {
		x -= column
		p.Pack = image.Rect(x, y, x+StarterW, y+StarterH)
		x -= Gap
	}
	least := p.head(v, x) + p.caption() + Gap
	if x == Width-Margin {
		return least
	}
	return max(least, y+StarterH+p.caption())
}

// rows places the seats with their hands and graveyards. While any player has cards, the hands have their own column. A
// player's name is above the row, where even a long name fits.
func (p *Layout) rows(v games.View, y int) int {
	hands := slices.ContainsFunc(v.Areas, isHand)
	wide := max(plaque, plaque*int(p.Type)/125) // at type size 125, the score just fits
	hasNames := slices.ContainsFunc(v.Seats, func(s games.SeatView) bool { return s.Name != "" })
	handAt := Margin + wide + slimGap
	yardAt := handAt
	if hands {
		yardAt += handCards*(Slim+slimGap) + slimGap
	}
	heading, headed := y-p.caption(), map[int]bool{}
	for _, s := range v.Seats {
		if hasNames {
			p.Names = append(p.Names, image.Rect(Margin, y, Width-Margin, y+p.Type.Of(nameTall)))
			y += p.Type.Of(nameTall)
		}
		p.Seats = append(p.Seats, image.Rect(Margin, y, Margin+wide, y+SlimTall))
		end := y + SlimTall
		for i, a := range v.Areas {
			if a.Seat != s.Seat || len(a.Cells) == 0 {
				continue
			}
			g, x := &p.Areas[i], yardAt
			if isHand(a) {
				x = handAt
				g.Cells = grid(x, y, Slim, SlimTall, slimGap, handCards, len(a.Cells))
			} else {
				g.Cells = stones(a, x, y)
			}
			end = max(end, g.Cells[len(g.Cells)-1].Max.Y)
			if !headed[x] {
				headed[x] = true
				g.Caption = image.Rect(x, heading, x+Wide/2, heading+p.caption())
			}
		}
		y = end + Gap
	}
	return y
}

func isHand(a games.Area) bool {
	return a.Seat > 0 && a.Arrangement == games.InRows && len(a.Cells) > 0
}

// stones places the sets of a graveyard in lines with a common baseline per line. Incomplete sets are wider than they
// are high. The first line is as high as the hand beside it.
func stones(a games.Area, left, y int) []image.Rectangle {
	cells := make([]image.Rectangle, len(a.Cells))
	x, first, high := left, 0, SlimTall
	for i, c := range a.Cells {
		w, h := SlimTall, Slim
		if c.Upright {
			w, h = h, w
		}
		if x > left && x+w > Width-Margin {
			y += high + slimGap
			x, first, high = left, i, 0
		}
		if grows := h - high; grows > 0 { // move the sets in the line down with its baseline
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
