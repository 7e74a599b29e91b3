package render

import (
	"image/color"
	"math"
	"settable/render/layout"

	"github.com/fogleman/gg"
)

func (t theme) paint(dc *gg.Context, k sprite) {
	w, h := float64(k.w), float64(k.h)
	switch k.motif {
	case face:
		if k.card.IsStandard() {
			t.standardFace(dc, k.w, k.h, k.card)
		} else {
			t.setFace(dc, k.w, k.h, k.card, k.n)
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
	case pip, ghost:
		t.pipAlone(dc, w, h, k)
	case tag, plate:
		t.underLabel(dc, w, h, k.motif)
	case tile, turnTile:
		t.tilePlate(dc, w, h, k.motif)
	case tileMark, groundMark, tileGone:
		t.seatMark(dc, w, h, k)
	case bar, myBar:
		dc.DrawRoundedRectangle(0, 0, w, h, w/2)
		dc.SetColor(t.bar)
		if k.motif == myBar {
			dc.SetColor(t.accent)
		}
		dc.Fill()
	default:
		t.icon(dc, w, h, k.motif)
	}
}

// paper returns the background colour of a sprite.
func (t theme) paper(m motif) color.RGBA {
	switch m {
	case face, back, under, newRing, markRing, tag, pip, ghost:
		return t.card
	case plate:
		return t.back
	case empty, tile, turnTile, groundMark, bar, myBar, plus, bigStar, noStar:
		return t.ground
	}
	return t.tile
}

// cardBack draws the back of a card, which is the same for all cards.
func (t theme) cardBack(dc *gg.Context, w, h int) {
	t.board(dc, w, h)
	k := scaleOf(w, h)
	inset := max(4, 8*k)
	dc.DrawRoundedRectangle(inset, inset, float64(w)-2*inset, float64(h)-2*inset, corner*k*0.6)
	dc.SetColor(t.back)
	dc.FillPreserve()
	dc.Clip()
	dc.SetColor(t.weave)
	dc.SetLineWidth(max(1, 2*k))
	every := max(8, 17*k)
	for x := -float64(h); x < float64(w+h); x += every {
		dc.DrawLine(x, 0, x+float64(h), float64(h))
		dc.DrawLine(x, 0, x-float64(h), float64(h))
	}
	dc.Stroke()
	dc.ResetClip()
}

func (t theme) emptyPlace(dc *gg.Context, w, h float64) {
	k := max(w, h) / layout.Wide
	dc.DrawRoundedRectangle(2, 2, w-4, h-4, corner*k)
	dc.SetColor(t.edge)
	dc.SetLineWidth(max(2, 2.5*k))
	dc.SetDash(9*k, 7*k)
	dc.Stroke()
}

// underLabel fills a card's corner. Only the inner corner of this area is round. The other corners touch a ring or an
// edge of the same colour.
func (t theme) underLabel(dc *gg.Context, w, h float64, m motif) {
	dc.DrawRoundedRectangle(-w, -h, 2*w, 2*h, h/4)
	dc.SetColor(t.accent)
	if m == plate {
		dc.SetColor(t.card)
	}
	dc.Fill()
}

// ring draws a frame along the inside of a card's edge. The frame is thin for a new card and thick for a marked card.
func (t theme) ring(dc *gg.Context, w, h float64, m motif) {
	k := max(w, h) / layout.Wide
	line := max(2.5, 3.5*k)
	if m == markRing {
		line = max(4, 7*k)
	}
	dc.DrawRoundedRectangle(line/2, line/2, w-line, h-line, max(3, corner*k-line/4))
	dc.SetColor(t.accent)
	dc.SetLineWidth(line)
	dc.Stroke()
}

func (t theme) tilePlate(dc *gg.Context, w, h float64, m motif) {
	dc.DrawRoundedRectangle(0, 0, w, h, 9)
	dc.SetColor(t.tile)
	if m == turnTile {
		dc.SetColor(t.accent)
		dc.Fill()
		dc.DrawRoundedRectangle(4, 4, w-8, h-8, 6)
		dc.SetColor(t.tile)
	}
	dc.Fill()
}

// seatMark draws a seat's coloured shape, on which its letter is written. The shape is hollow if the player has left.
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
