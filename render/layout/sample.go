package layout

import "settable/games"

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
