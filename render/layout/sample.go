package layout

import (
	"image"
	"slices"

	"settable/games"
)

// sample places the sample cards, which a table shows before the first deal, in one or two rows. The cards are small,
// so that they don't distract from the instructions.
func (p *Layout) sample(v games.View, y int) int {
	n := len(v.Sample)
	if n == 0 {
		return y
	}
	columns, w, h := n, Slim, SlimTall
	if v.Sample[0].IsSET() {
		if columns > 9 {
			columns = (n + 1) / 2
		}
		w = min(Few, (Width-2*Margin-(columns-1)*Gap)/columns) &^ 1
		h = w * 2 / 3
	}
	left := (Width - columns*(w+Gap) + Gap) / 2
	p.Sample = grid(left, y, w, h, Gap, columns, n)
	return bottomOf(p.Sample) + 2*Gap
}

// HasRoster reports whether the picture lists the players by name, as it does before the start.
func HasRoster(v games.View) bool {
	return v.Phase == games.Gathering && slices.ContainsFunc(v.Seats, func(s games.SeatView) bool { return s.Name != "" })
}

// These are the heights of a seat in the roster, at type size 100: the usual one, and the one for many players.
const (
	rosterTall  = 50
	rosterDense = 43
)

// roster places the seats in two columns, each with room for a full name, and returns the bottom of the seats.
func (p *Layout) roster(v games.View, y int) int {
	columns, tall, gap := min(2, len(v.Seats)), p.Type.Of(rosterTall), Gap
	if len(v.Seats) > mostPictured {
		tall, gap = p.Type.Of(rosterDense), 3
	}
	wide := (Width - 2*Margin - (columns-1)*Gap) / columns
	for i := range v.Seats {
		x, top := Margin+i%columns*(wide+Gap), y+i/columns*(tall+gap)
		p.Seats = append(p.Seats, image.Rect(x, top, x+wide, top+tall))
	}
	for _, box := range p.Seats {
		x, right := box.Min.X+7+p.medal()+Gap, box.Max.X-9
		if WithChips(v) {
			right -= p.Type.Of(rosterChips)
		}
		p.Roster = append(p.Roster, image.Rect(x, box.Min.Y+2, right, box.Max.Y-2))
	}
	return bottomOf(p.Seats) + Gap
}

const rosterChips = 80 // width of a number of chips, at type size 100
