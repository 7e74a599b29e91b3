package layout

import (
	"image"

	"settable/games"
)

// mostAlone is the maximum height of a picture that shows only cards. The cards' buttons are below the picture. Up to
// this height, a phone of 390 × 844 can show the picture, the text and five rows of buttons together.
const mostAlone = 420

// cardsOnly places cards without a table, in the same columns as their buttons below the picture. All cards have the
// same size.
func cardsOnly(v games.View) Layout {
	p := Layout{Width: Width, Type: types[0], Areas: make([]Ground, len(v.Areas))}
	caption := 0
	if len(v.Areas) > 1 {
		caption = p.caption()
	}
	rows, widest := 0, 1
	for _, a := range v.Areas {
		rows, widest = rows+rowsOf(a), max(widest, a.Columns)
	}
	tall := (mostAlone - 2*Margin - len(v.Areas)*caption - (rows-1)*Gap) / max(1, rows)
	w := min(tall*3/2, (Width-2*Margin-(widest-1)*Gap)/widest) &^ 1
	y := Margin
	for i, a := range v.Areas {
		g := &p.Areas[i]
		if caption > 0 {
			g.Caption = image.Rect(Margin, y, Width-Margin, y+caption)
			y += caption
		}
		step := (Width - 2*Margin + Gap) / a.Columns
		g.Cells = grid(Margin+(step-Gap-w)/2, y, w, w*2/3, step-w, a.Columns, len(a.Cells))
		for j := range g.Cells { // the gaps between rows are smaller than those between columns
			g.Cells[j] = g.Cells[j].Sub(image.Pt(0, j/a.Columns*(step-w-Gap)))
		}
		y = bottomOf(g.Cells) + Gap
	}
	p.Height = y - Gap + Margin
	return p
}

func rowsOf(a games.Area) int { return (len(a.Cells) + a.Columns - 1) / a.Columns }
