package render

import (
	"math"

	"github.com/fogleman/gg"

	"settable/games/cards"
	"settable/render/layout"
)

// These are the measurements of a card face at full size, in pixels. They scale with the card.
const (
	corner      = 12.5
	symbolWide  = 44.0
	symbolTall  = 76
	symbolApart = 8.0
	outline     = 4.9
	stripeEvery = 10.0
	stripe      = 4.6
	smallEvery  = 16.0 // on a small card
	smallStripe = 6.4
	notchEvery  = 18.0
	notch       = 4.4
)

func scaleOf(w, h int) float64 { return float64(max(w, h)) / layout.Wide }

// board paints a blank card. The background colour is visible outside its round corners.
func (t theme) board(dc *gg.Context, w, h int) {
	dc.SetColor(t.ground)
	dc.Clear()
	k := scaleOf(w, h)
	dc.DrawRoundedRectangle(1, 1, float64(w)-2, float64(h)-2, max(3, corner*k))
	dc.SetColor(t.card)
	dc.FillPreserve()
	dc.SetColor(t.edge)
	dc.SetLineWidth(max(1.5, 2*k))
	dc.Stroke()
}

// setFace paints one to three symbols side by side in the middle of a SET card. On a small card, the symbols are as
// large as the label allows.
func (t theme) setFace(dc *gg.Context, w, h int, c cards.Card, label int) {
	k, shift := float64(w)/layout.Wide, 0.0
	n := int(c.Number()) + 1
	small := w < cramped
	if small || label > 0 {
		room := float64(w) - 8 - float64(label)
		shift = float64(label) / 2
		k = min(room/(float64(n)*(symbolWide+symbolApart)-symbolApart), (float64(h)-6)/(1.05*symbolTall))
		if !small {
			k = min(k, 0.94*float64(w)/layout.Wide)
		}
	} else {
		k *= 0.88 + 0.12*k // small cards need room for larger labels
	}
	for i := range n {
		x := shift + (float64(i)-float64(n-1)/2)*(symbolWide+symbolApart)*k
		dc.Push()
		dc.Translate(float64(w)/2+x, float64(h)/2)
		t.symbolAt(dc, k, c, small)
		dc.Pop()
	}
}

// cramped is the width of a card below which symbols are simplified. On smaller cards, striped symbols have a few broad
// stripes, and there are no second outlines, because shape and shading must stay recognisable.
const cramped = 90

// symbolAt paints one symbol around the origin. Its outline also shows the colour, for people who can't distinguish
// colours: red has a plain outline, green a double one, and purple a notched one.
func (t theme) symbolAt(dc *gg.Context, k float64, c cards.Card, small bool) {
	s := max(2, outline*k*t.stroke)
	ink := t.symbol[c.Colour()]
	points := outlineOf(c.Shape(), symbolWide*k-s, symbolTall*k-s)
	trace(dc, points)
	dc.Clip()
	t.fill(dc, k, c, small)
	if c.Colour() != cards.Red && t.outlines && !small {
		t.outlineGap(dc, s, points, c)
	}
	dc.ResetClip()
	dc.SetLineWidth(s)
	dc.SetLineJoinRound()
	dc.SetColor(ink)
	trace(dc, points)
	dc.Stroke()
	if c.Colour() == cards.Purple && t.outlines {
		t.notches(dc, k, s, points)
	}
}

// fill paints the inside of a symbol with the pattern of its shading.
func (t theme) fill(dc *gg.Context, k float64, c cards.Card, small bool) {
	dc.SetColor(t.symbol[c.Colour()])
	w, h := symbolWide*k, symbolTall*k
	switch c.Shading() {
	case cards.Solid:
		dc.DrawRectangle(-w, -h, 2*w, 2*h)
	case cards.Striped:
		every, line := stripeEvery*k, max(1.6, stripe*k*math.Sqrt(t.stroke))
		if small {
			every, line = smallEvery*k, smallStripe*k
		}
		for y := 0.0; y < h; y += every {
			dc.DrawRectangle(-w, y-line/2, 2*w, line)
			dc.DrawRectangle(-w, -y-line/2, 2*w, line)
		}
	}
	dc.Fill()
}

// outlineGap separates the outline of a green or purple symbol from its inside. An open green symbol has a thin second
// line instead.
func (t theme) outlineGap(dc *gg.Context, s float64, points []gg.Point, c cards.Card) {
	space, line := 0.6*s, 0.42*s
	if c.Shading() == cards.Open && c.Colour() == cards.Green {
		dc.SetColor(t.symbol[c.Colour()])
		dc.SetLineWidth(s + 2*space + 2*line)
		trace(dc, points)
		dc.Stroke()
	}
	dc.SetColor(t.card)
	dc.SetLineWidth(s + 2*space)
	trace(dc, points)
	dc.Stroke()
}

// notches cuts notches into a purple outline at regular intervals. The number of notches is a multiple of four, so that
// both halves of a symbol look alike and the corners of a diamond stay intact.
func (t theme) notches(dc *gg.Context, k, s float64, points []gg.Point) {
	length := 0.0
	for i, p := range points {
		length += p.Distance(points[(i+1)%len(points)])
	}
	every := length / (4 * math.Round(length/(4*notchEvery*k)))
	dc.SetColor(t.card)
	dc.SetLineWidth(max(2, notch*k))
	next, walked := every/2, 0.0
	for i, p := range points {
		q := points[(i+1)%len(points)]
		d := p.Distance(q)
		for ; next < walked+d; next += every {
			m := p.Interpolate(q, (next-walked)/d)
			reach := (s/2 + 0.8) / d
			x, y := (q.Y-p.Y)*reach, (p.X-q.X)*reach
			dc.DrawLine(m.X-x, m.Y-y, m.X+x, m.Y+y)
			dc.Stroke()
		}
		walked += d
	}
}
