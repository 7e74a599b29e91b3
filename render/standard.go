package render

import (
	"image"

	"github.com/fogleman/gg"

	"settable/games"
	"settable/games/cards"
	"settable/render/layout"
)

// standardFace draws a standard card. The large suit leaves room for the rank: above it or, on a horizontal card,
// beside it.
func (t theme) standardFace(dc *gg.Context, w, h int, c cards.Card) {
	dc.SetColor(t.suit[suitColour(c)])
	k := scaleOf(w, h)
	if w < h {
		dc.Translate(float64(w)*0.6, float64(h)*0.7) // keeps clear of the tail of a Q
		k *= 1.15
	} else {
		dc.Translate(float64(w)/2+41*k, float64(h)/2)
	}
	dc.Scale(0.9*k, 0.9*k) // a suit is 88 pixels high, or 79 on a horizontal card
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

// suitColour returns 0 for black suits and 1 for red ones.
func suitColour(c cards.Card) int {
	if s := c.Suit(); s == 1 || s == 2 {
		return 1
	}
	return 0
}

// suitPath adds a suit's shape to the path, around the origin and about 80 pixels high.
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

// isStone reports whether the cell is a set in a graveyard.
func isStone(a games.Area, c games.Cell) bool {
	return a.Arrangement == games.Ranks && c.Kind == games.Face && c.Card.IsStandard()
}

func suitsOf(c games.Cell) (has [4]bool) {
	for _, card := range append([]cards.Card{c.Card}, c.Under...) {
		if card.IsStandard() {
			has[card.Suit()] = true
		}
	}
	return has
}

// stone draws a set in a graveyard with its rank and its suits. Missing suits are drawn as shadows. A complete set is
// upright, and an incomplete set is horizontal.
func (m *canvas) stone(c games.Cell, box image.Rectangle) {
	w, h := box.Dx(), box.Dy()
	m.pile(c, box)
	m.lay(box.Min, sprite{motif: under, w: w, h: h})
	m.ring(c, box)
	rank, suits := image.Rect(0, 0, w, h*2/5), image.Rect(0, h*2/5, w, h-h/12)
	if !c.Upright {
		rank, suits = image.Rect(w/20, 0, w*9/20, h), image.Rect(w*9/20, 0, w-w/12, h) // leaves room for a ring
	}
	m.stoneRank(c.Card, rank.Add(box.Min))
	m.stoneSuits(c, suits.Add(box.Min))
}

func (m *canvas) stoneRank(c cards.Card, box image.Rectangle) {
	words := rankOf(c)
	h := fontFace{bold: true, size: 32}
	if len(words) > 1 {
		h.size = 27
	}
	h.size = max(h.size, m.size.Of(layout.SmallLetters))
	h.write(m, (box.Min.X+box.Max.X-h.width(words))/2, (box.Min.Y+box.Max.Y+h.rise())/2, words,
		m.sheet.blends.inkOnCard)
}

// stoneSuits draws the four suits in two rows in the middle of the box.
func (m *canvas) stoneSuits(c games.Cell, box image.Rectangle) {
	const side, step = 20, 22
	first := image.Pt((box.Min.X+box.Max.X-side-step)/2, (box.Min.Y+box.Max.Y-side-step)/2)
	for suit, there := range suitsOf(c) {
		k := sprite{motif: ghost, card: cards.Standard(0, suit), w: side, h: side}
		if there {
			k.motif = pip
		}
		m.lay(first.Add(image.Pt(suit%2*step, suit/2*step)), k)
	}
}

func (m *canvas) pack(left int, box image.Rectangle) {
	c := games.Cell{Kind: games.Back, Depth: left}
	if left == 0 {
		c.Kind = games.Empty
	}
	h := captionFont.inType(m.size)
	h.write(m, box.Min.X, box.Min.Y-m.size.Of(layout.Caption)+h.rise()+1, m.lang.Key("render.pack"),
		m.sheet.blends.mutedOnGround)
	m.cell(c, box)
}
