package render

import (
	"github.com/fogleman/gg"

	"settable/games/cards"
)

// standardFace is a standard card: its suit large, with room for the rank
// above it on a card that stands and beside it on one that lies.
func (t theme) standardFace(dc *gg.Context, w, h int, c cards.Card) {
	dc.SetColor(t.suit[suitColour(c)])
	k := scaleOf(w, h)
	if w < h {
		dc.Translate(float64(w)*0.6, float64(h)*0.7) // clear of the tail of a Q
		k *= 1.15
	} else {
		dc.Translate(float64(w)/2+41*k, float64(h)/2)
	}
	dc.Scale(0.9*k, 0.9*k) // a suit is 88 high, and 79 on a card that is wide
	suitPath(dc, c.Suit())
	dc.Fill()
}

func (t theme) pipAlone(dc *gg.Context, w, h float64, k sprite) {
	dc.SetColor(t.suit[suitColour(k.card)])
	if k.motif == ghost {
		dc.SetColor(t.ghost)
	}
	dc.Translate(w/2, h/2)
	dc.Scale(w/88, w/88)
	suitPath(dc, k.card.Suit())
	dc.Fill()
}

// suitColour is 0 for the black suits, 1 for the red ones.
func suitColour(c cards.Card) int {
	if s := c.Suit(); s == 1 || s == 2 {
		return 1
	}
	return 0
}

// suitPath draws spades, hearts, diamonds or clubs, about 80 high, round the origin.
func suitPath(dc *gg.Context, suit int) {
	switch suit {
	case 0:
		dc.MoveTo(0, -42)
		dc.CubicTo(10, -18, 38, -8, 38, 12)
		dc.CubicTo(38, 32, 12, 32, 5, 18)
		dc.LineTo(12, 40)
		dc.LineTo(-12, 40)
		dc.LineTo(-5, 18)
		dc.CubicTo(-12, 32, -38, 32, -38, 12)
		dc.CubicTo(-38, -8, -10, -18, 0, -42)
	case 1:
		dc.MoveTo(0, 40)
		dc.CubicTo(-10, 16, -40, 4, -40, -18)
		dc.CubicTo(-40, -42, -8, -44, 0, -20)
		dc.CubicTo(8, -44, 40, -42, 40, -18)
		dc.CubicTo(40, 4, 10, 16, 0, 40)
	case 2:
		dc.MoveTo(0, -44)
		dc.LineTo(34, 0)
		dc.LineTo(0, 44)
		dc.LineTo(-34, 0)
		dc.ClosePath()
	default:
		dc.DrawCircle(0, -22, 19)
		dc.DrawCircle(-21, 8, 19)
		dc.DrawCircle(21, 8, 19)
		dc.MoveTo(-5, -4)
		dc.LineTo(5, -4)
		dc.LineTo(12, 40)
		dc.LineTo(-12, 40)
		dc.ClosePath()
	}
}
