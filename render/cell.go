package render

import (
	"image"
	"strconv"
	"strings"

	"settable/games"
	"settable/games/cards"
	"settable/render/layout"
)

func (m *canvas) cell(c games.Cell, box image.Rectangle) {
	w, h := box.Dx(), box.Dy()
	m.pile(c, box)
	switch c.Kind {
	case games.Face:
		m.lay(box.Min, m.faceOf(c, w, h))
		if c.Card.IsStandard() {
			m.rank(c.Card, box)
		}
	case games.Back:
		m.lay(box.Min, sprite{motif: back, w: w, h: h})
	default:
		m.lay(box.Min, sprite{motif: empty, w: w, h: h})
	}
	m.ring(c, box)
	m.label(c, box)
	m.depth(c, box)
}

// ring draws the frame around a marked or new card.
func (m *canvas) ring(c games.Cell, box image.Rectangle) {
	switch {
	case c.Marked:
		m.lay(box.Min, sprite{motif: markRing, w: box.Dx(), h: box.Dy()})
	case c.New:
		m.lay(box.Min, sprite{motif: newRing, w: box.Dx(), h: box.Dy()})
	}
}

// faceOf returns the sprite of a card's face. If the label needs room, the symbols move to the right, by the same
// distance for all labels of the same length.
func (m *canvas) faceOf(c games.Cell, w, h int) sprite {
	k := sprite{motif: face, card: c.Card, w: w, h: h}
	if letters := m.labelFont(w); c.Label != "" && c.Card.IsSET() && 100*letters.size > labelled*w {
		widest := "M"
		if c.Label <= "9" {
			widest = "0"
		}
		k.n = letters.width(widest) + 2 + 9*w/layout.Wide
	}
	return k
}

// labelled is the largest font size of a label, in hundredths of the card's width, at which the symbols stay in the
// middle.
const labelled = 17

// labelFont returns the font of a label. The font shrinks less than the card, so that labels on small cards stay
// legible.
func (m *canvas) labelFont(w int) fontFace {
	return fontFace{bold: true, size: max(m.size.Of(layout.SmallLetters), w*29/layout.Wide)}
}

// label writes the label in the upper left corner. The corner is coloured if the card is marked or face down. The label
// of a face-down pile includes the number of cards.
func (m *canvas) label(c games.Cell, box image.Rectangle) {
	words := c.Label
	if c.Kind == games.Back && c.Depth > 1 {
		words = strings.TrimSpace(words + "  " + depthOf(c))
	}
	if words == "" {
		return
	}
	h, k := m.labelFont(box.Dx()), float64(box.Dx())/layout.Wide
	at := box.Min.Add(image.Pt(2+int(9*k), 3+int(3*k)))
	rim := 3 + int(3*k) // keeps the label inside the card's round corner
	end := at.Add(image.Pt(h.width(words)+h.size/4, h.rise()+h.size/4))
	corner := sprite{w: end.X - box.Min.X - rim, h: end.Y - box.Min.Y - rim}
	b := m.sheet.blends.inkOnCard
	switch {
	case c.Marked:
		b, corner.motif = m.sheet.blends.inkOnAccent, tag
		m.lay(box.Min.Add(image.Pt(rim, rim)), corner)
	case c.Kind == games.Back:
		corner.motif = plate
		m.lay(box.Min.Add(image.Pt(rim, rim)), corner)
	case c.Kind == games.Empty:
		b = m.sheet.blends.mutedOnGround
	}
	h.write(m, at.X, at.Y+h.rise(), words, b)
}

// pile draws the edges of one or two cards below the top card of a pile.
func (m *canvas) pile(c games.Cell, box image.Rectangle) {
	step := max(2, 4*box.Dx()/layout.Wide)
	for n := min(c.Depth-1, 2); n > 0; n-- {
		m.lay(box.Min.Add(image.Pt(n*step, n*step)), sprite{motif: under, w: box.Dx(), h: box.Dy()})
	}
}

// depthOf returns the label with the number of cards in a pile.
func depthOf(c games.Cell) string { return "×" + strconv.Itoa(c.Depth) }

func (m *canvas) depth(c games.Cell, box image.Rectangle) {
	if c.Depth < 2 || c.Kind == games.Back {
		return
	}
	h, k := m.labelFont(box.Dx()), float64(box.Dx())/layout.Wide
	h.size = max(m.size.Of(layout.SmallLetters), h.size*3/4)
	inset := int(8 * k)
	if c.Marked {
		inset += int(6 * k) // keeps the label inside the ring
	}
	b := m.sheet.blends.mutedOnCard
	if c.Kind == games.Empty {
		b = m.sheet.blends.mutedOnGround
	}
	h.write(m, box.Max.X-inset-h.width(depthOf(c)), box.Max.Y-inset, depthOf(c), b)
}

// rankOf returns a card's rank as it is printed on the card, such as "10" or "K".
func rankOf(c cards.Card) string {
	if words := c.String()[:1]; words != "T" {
		return words
	}
	return "10"
}

// rank writes the rank in large letters: in the corner of an upright card, or beside the suit of a horizontal one.
func (m *canvas) rank(c cards.Card, box image.Rectangle) {
	if box.Dx() < box.Dy() {
		m.index(c, box)
		return
	}
	words, b := rankOf(c), m.sheet.blends.suitOnCard[suitColour(c)]
	h := fontFace{bold: true, size: box.Dx() * 82 / layout.Wide}
	x := box.Min.X + box.Dx()/2 - box.Dx()*38/layout.Wide - h.width(words)/2
	h.write(m, x, box.Min.Y+(box.Dy()+h.rise())/2, words, b)
}

// index writes the rank in the corner of an upright card.
func (m *canvas) index(c cards.Card, box image.Rectangle) {
	words, h := rankOf(c), fontFace{bold: true, size: box.Dx() * 2 / 3}
	top := box.Min.Y + box.Dx()/8 + h.rise()
	if len(words) > 1 {
		h.size = h.size * 8 / 9
	}
	h.write(m, box.Min.X+box.Dx()/9, top, words, m.sheet.blends.suitOnCard[suitColour(c)])
}

// showing draws the sets of an exposed hand: cards of the hand, a plus sign, and cards of the centre.
func (m *canvas) showing(s games.Showing, row layout.Row) {
	lay := func(list []cards.Card, boxes []image.Rectangle) {
		for i, box := range boxes {
			m.cell(games.Cell{Kind: games.Face, Card: list[i]}, box)
		}
	}
	h, b := captionFont.inType(m.size), m.sheet.blends.mutedOnGround
	if !row.Mark.Empty() {
		m.mark(row.Mark, s.Seat, groundMark)
	}
	for i, t := range row.Sets {
		lay(s.Sets[i].Own, t.Own)
		lay(s.Sets[i].Common, t.Common)
		m.lay(image.Pt((t.With.Min.X+t.With.Max.X-12)/2, (t.With.Min.Y+t.With.Max.Y-12)/2),
			sprite{motif: plus, w: 12, h: 12})
	}
	if more := len(s.Sets) - len(row.Sets); !row.More.Empty() {
		h.write(m, row.More.Min.X, (row.More.Min.Y+row.More.Max.Y+h.rise())/2,
			say(m.lang, "render.shown.more", "n", more), b)
	}
}
