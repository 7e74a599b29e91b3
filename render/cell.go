package render

import (
	"image"
	"strconv"
	"strings"

	"settable/games"
)

// cell lays a card or a place for one, with its label in the corner.
func (s *sheet) cell(m *canvas, c games.Cell, box image.Rectangle) {
	w, h := box.Dx(), box.Dy()
	if len(c.Under) == 0 {
		s.pile(m, c, box)
	}
	switch c.Kind {
	case games.Face:
		kind := face
		if c.Label != "" && w < cramped && c.Card.IsSET() {
			kind = faceAside
		}
		s.lay(m, box.Min, sprite{motif: kind, card: c.Card, w: w, h: h})
		if c.Card.IsStandard() {
			s.rank(m, c.Card, box)
		}
	case games.Back:
		s.lay(m, box.Min, sprite{motif: back, w: w, h: h})
	default:
		s.lay(m, box.Min, sprite{motif: empty, w: w, h: h})
	}
	switch {
	case c.Marked:
		s.lay(m, box.Min, sprite{motif: markRing, w: w, h: h})
	case c.New:
		s.lay(m, box.Min, sprite{motif: newRing, w: w, h: h})
	}
	s.label(m, c, box)
	s.depth(m, c, box)
}

// below lays the cards below a top that may be seen, the next one first.
func (s *sheet) below(m *canvas, c games.Cell, boxes []image.Rectangle) {
	for i, box := range boxes {
		s.cell(m, games.Cell{Kind: games.Face, Card: c.Under[len(c.Under)-1-i]}, box)
	}
}

// cramped is how wide a card must be for label and symbols to share it.
const cramped = 90

// labelHand grows with the card, but less than it, so that small cards can be named too.
func labelHand(w int) hand { return hand{bold: true, size: max(18, w*29/wide)} }

// label is written in the upper left corner: on the card where it is free, on
// a ground of its own where the card is marked or face down. On a card face
// down the depth of its pile stands beside it.
func (s *sheet) label(m *canvas, c games.Cell, box image.Rectangle) {
	words := c.Label
	if c.Kind == games.Back && c.Depth > 1 {
		words = strings.TrimSpace(words + "  " + depthOf(c))
	}
	if words == "" {
		return
	}
	h, k := labelHand(box.Dx()), float64(box.Dx())/wide
	at := box.Min.Add(image.Pt(2+int(9*k), 3+int(3*k)))
	rim := 3 + int(3*k) // inside the round corner of the card
	end := at.Add(image.Pt(h.width(words)+h.size/4, h.rise()+h.size/4))
	corner := sprite{w: end.X - box.Min.X - rim, h: end.Y - box.Min.Y - rim}
	b := s.blends.inkOnCard
	switch {
	case c.Marked:
		b, corner.motif = s.blends.inkOnAccent, tag
		s.lay(m, box.Min.Add(image.Pt(rim, rim)), corner)
	case c.Kind == games.Back:
		corner.motif = plate
		s.lay(m, box.Min.Add(image.Pt(rim, rim)), corner)
	case c.Kind == games.Empty:
		b = s.blends.mutedOnGround
	}
	h.write(m, at.X, at.Y+h.rise(), words, b)
}

// pile lays the edges of the cards below, one or two of them.
func (s *sheet) pile(m *canvas, c games.Cell, box image.Rectangle) {
	step := max(2, 4*box.Dx()/wide)
	for n := min(c.Depth-1, 2); n > 0; n-- {
		s.lay(m, box.Min.Add(image.Pt(n*step, n*step)), sprite{motif: under, w: box.Dx(), h: box.Dy()})
	}
}

// depthOf is how many cards lie in the pile, as it is written on it.
func depthOf(c games.Cell) string { return "×" + strconv.Itoa(c.Depth) }

// depth is written in the lower right corner of a pile that shows a face.
func (s *sheet) depth(m *canvas, c games.Cell, box image.Rectangle) {
	if c.Depth < 2 || c.Kind == games.Back {
		return
	}
	h, k := labelHand(box.Dx()), float64(box.Dx())/wide
	h.size = max(18, h.size*3/4)
	inset := int(8 * k)
	if c.Marked {
		inset += int(6 * k) // inside the ring
	}
	b := s.blends.mutedOnCard
	if c.Kind == games.Empty {
		b = s.blends.mutedOnGround
	}
	h.write(m, box.Max.X-inset-h.width(depthOf(c)), box.Max.Y-inset, depthOf(c), b)
}
