package render

import (
	"image/color"
	"math"

	"github.com/fogleman/gg"

	"settable/games/cards"
)

// paint paints the sprite, which fills the drawing.
func (t theme) paint(dc *gg.Context, k sprite) {
	w, h := float64(k.w), float64(k.h)
	switch k.motif {
	case face:
		if k.card.IsStandard() {
			t.standardFace(dc, k.w, k.h, k.card)
		} else {
			t.setFace(dc, k.w, k.h, k.card)
		}
	case back:
		t.cardBack(dc, k.w, k.h)
	case empty:
		t.emptyPlace(dc, w, h)
	case newRing, markRing:
		t.board(dc, k.w, k.h)
		t.ring(dc, w, h, k.motif)
	case under:
		t.board(dc, k.w, k.h)
	case tag, plate:
		t.underLabel(dc, w, h, k.motif)
	case tile, turnTile:
		t.tilePlate(dc, w, h, k.motif)
	case tileMark, groundMark, tileGone:
		t.seatMark(dc, w, h, k)
	case bar, myBar:
		dc.DrawRoundedRectangle(0, 0, w, h, min(6, w/2))
		dc.SetColor(t.bar)
		if k.motif == myBar {
			dc.SetColor(t.accent)
		}
		dc.Fill()
	default:
		t.icon(dc, w, h, k.motif)
	}
}

// paper is what a sprite is painted to stand on.
func (t theme) paper(m motif) color.RGBA {
	switch m {
	case face, back, under, newRing, markRing, tag:
		return t.card
	case plate:
		return t.back
	case empty, tile, turnTile, groundMark, bar, myBar:
		return t.ground
	}
	return t.tile
}

// cardBack is a card face down: a calm weave, the same for every card.
func (t theme) cardBack(dc *gg.Context, w, h int) {
	t.board(dc, w, h)
	k := float64(w) / wide
	inset := max(4, 9*k)
	dc.DrawRoundedRectangle(inset, inset, float64(w)-2*inset, float64(h)-2*inset, corner*k*0.6)
	dc.SetColor(t.back)
	dc.FillPreserve()
	dc.Clip()
	dc.SetColor(t.weave)
	dc.SetLineWidth(max(1, 2*k))
	every := max(8, 19*k)
	for x := -float64(h); x < float64(w+h); x += every {
		dc.DrawLine(x, 0, x+float64(h), float64(h))
		dc.DrawLine(x, 0, x-float64(h), float64(h))
	}
	dc.Stroke()
	dc.ResetClip()
}

func (t theme) emptyPlace(dc *gg.Context, w, h float64) {
	k := w / wide
	dc.DrawRoundedRectangle(2, 2, w-4, h-4, corner*k)
	dc.SetColor(t.edge)
	dc.SetLineWidth(max(2, 2.5*k))
	dc.SetDash(10*k, 8*k)
	dc.Stroke()
}

// underLabel fills a corner of a card; only its inner corner is round, the
// others lie on a ring or a rim of the same colour.
func (t theme) underLabel(dc *gg.Context, w, h float64, m motif) {
	dc.DrawRoundedRectangle(-w, -h, 2*w, 2*h, h/4)
	dc.SetColor(t.accent)
	if m == plate {
		dc.SetColor(t.card)
	}
	dc.Fill()
}

// ring runs along the inside of a card's edge: thin round a new card, thick
// round a marked one.
func (t theme) ring(dc *gg.Context, w, h float64, m motif) {
	line := max(2.5, 4.5*w/wide)
	if m == markRing {
		line = max(4, 8*w/wide)
	}
	dc.DrawRoundedRectangle(line/2, line/2, w-line, h-line, corner*w/wide-line/4)
	dc.SetColor(t.accent)
	dc.SetLineWidth(line)
	dc.Stroke()
}

func (t theme) tilePlate(dc *gg.Context, w, h float64, m motif) {
	dc.DrawRoundedRectangle(0, 0, w, h, 10)
	dc.SetColor(t.tile)
	if m == turnTile {
		dc.SetColor(t.accent)
		dc.Fill()
		dc.DrawRoundedRectangle(4, 4, w-8, h-8, 7)
		dc.SetColor(t.tile)
	}
	dc.Fill()
}

// seatMark is the seat's own colour and shape; the letter is written on it.
// The mark of a seat that was left is hollow.
func (t theme) seatMark(dc *gg.Context, w, h float64, k sprite) {
	x, y, r := w/2, h/2, w/2-1
	switch k.n % 5 {
	case 0:
		dc.DrawCircle(x, y, r)
	case 1:
		dc.DrawRoundedRectangle(x-r*0.9, y-r*0.9, r*1.8, r*1.8, r*0.25)
	case 2:
		dc.DrawRegularPolygon(6, x, y, r, math.Pi/2)
	case 3:
		dc.DrawRegularPolygon(4, x, y, r, math.Pi/4)
	case 4:
		dc.DrawRegularPolygon(5, x, y+r*0.06, r*1.03, 0)
	}
	if k.motif == tileGone {
		dc.SetColor(t.muted)
		dc.SetLineWidth(2)
		dc.Stroke()
		return
	}
	dc.SetColor(t.seat[k.n%len(t.seat)])
	dc.Fill()
}

// icon paints the small signs of the seats.
func (t theme) icon(dc *gg.Context, w, h float64, m motif) {
	dc.SetColor(t.muted)
	switch m {
	case deck:
		dc.DrawRoundedRectangle(w*0.30, h*0.10, w*0.64, h*0.62, 2)
		dc.Fill()
		dc.SetColor(t.tile)
		dc.DrawRoundedRectangle(w*0.02, h*0.22, w*0.72, h*0.70, 3)
		dc.Fill()
		dc.SetColor(t.ink)
		dc.DrawRoundedRectangle(w*0.06, h*0.28, w*0.64, h*0.60, 2)
	case chip:
		dc.DrawCircle(w/2, h/2, w*0.46)
		dc.SetColor(t.ink)
		dc.Fill()
		dc.SetColor(t.tile)
		dc.SetLineWidth(w * 0.09)
		dc.DrawCircle(w/2, h/2, w*0.27)
		dc.Stroke()
		for i := range 6 {
			a := float64(i) * math.Pi / 3
			dc.DrawLine(w/2+w*0.27*math.Cos(a), h/2+w*0.27*math.Sin(a), w/2+w*0.48*math.Cos(a), h/2+w*0.48*math.Sin(a))
		}
		dc.Stroke()
	case button:
		dc.SetColor(t.ink)
		dc.DrawCircle(w/2, h/2, w*0.48)
	case star:
		dc.SetColor(t.accent)
		trace(dc, starPoints(w, h))
	case arrow:
		dc.SetColor(t.accent)
		trace(dc, []gg.Point{{X: w * 0.15, Y: h * 0.08}, {X: w * 0.9, Y: h * 0.5}, {X: w * 0.15, Y: h * 0.92}})
	case lock:
		dc.SetLineWidth(w * 0.12)
		dc.DrawRoundedRectangle(w*0.27, h*0.08, w*0.46, h*0.7, w*0.23)
		dc.Stroke()
		dc.DrawRoundedRectangle(w*0.12, h*0.42, w*0.76, h*0.54, 2)
	case bubble:
		dc.SetColor(t.accent)
		dc.DrawRoundedRectangle(w*0.04, h*0.08, w*0.92, h*0.62, w*0.2)
		dc.Fill()
		trace(dc, []gg.Point{{X: w * 0.22, Y: h * 0.6}, {X: w * 0.55, Y: h * 0.6}, {X: w * 0.22, Y: h * 0.96}})
	}
	dc.Fill()
}

func starPoints(w, h float64) []gg.Point {
	points := make([]gg.Point, 10)
	for i := range points {
		r, a := w*0.5, float64(i)*math.Pi/5-math.Pi/2
		if i%2 == 1 {
			r *= 0.42
		}
		points[i] = gg.Point{X: w/2 + r*math.Cos(a), Y: h/2 + h*0.03 + r*math.Sin(a)}
	}
	return points
}

// standardFace is a standard card: the suit large in the middle, its rank beside it.
func (t theme) standardFace(dc *gg.Context, w, h int, c cards.Card) {
	t.board(dc, w, h)
	k := float64(w) / wide
	dc.SetColor(t.suit[suitColour(c)])
	dc.Translate(float64(w)/2+46*k, float64(h)/2)
	dc.Scale(k, k)
	suitPath(dc, c.Suit())
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
