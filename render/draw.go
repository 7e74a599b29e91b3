// Package render draws what a seat may know of a table, a games.View, as a
// picture, as the picture's alternative text and as text alone. It knows no
// game and no chat: any View draws.
package render

import (
	"image"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize"

	"settable/games"
)

// Draw is the view as a PNG, 732 pixels wide. Its height depends on how many
// cells and seats there are and on nothing that is hidden. The error is an
// unknown theme or palette. Draw may be called by many at once.
func Draw(v games.View, s Style) ([]byte, error) {
	sheet, err := sheetOf(s)
	if err != nil {
		return nil, err
	}
	m := sheet.table(v)
	defer sheet.done(m)
	return encode(m)
}

// table is the picture before it is encoded.
func (s *sheet) table(v games.View) *image.Paletted {
	p := planOf(v)
	m := s.picture(p.width, p.height)
	s.head(m, v, p)
	for i, g := range p.areas {
		s.area(m, v, v.Areas[i], g)
	}
	for i, box := range p.seats {
		s.seat(m, placeOf(v, i), box, p.twoLines, v.ShowPot)
	}
	return m
}

// The hands things are written in.
var (
	titleHand   = hand{size: 21}
	headHands   = []hand{{bold: true, size: 30}, {bold: true, size: 26}}
	narrowHand  = hand{bold: true, size: 21}
	captionHand = hand{bold: true, size: 20}
	figureHand  = hand{bold: true, size: 30}
	smallFigure = hand{bold: true, size: 26}
	statusHand  = hand{bold: true, size: 21}
)

// head writes title and headline, and lays the set just taken beside them.
func (s *sheet) head(m *image.Paletted, v games.View, p plan) {
	titleHand.write(m, p.words.Min.X, p.words.Min.Y+17, titleLine(v), s.blends.mutedOnGround)
	s.headline(m, v.Headline, p.words)
	if !p.takenBy.Empty() {
		s.mark(m, p.takenBy, v.TakenBy, groundMark)
	}
	for i, box := range p.taken {
		s.cell(m, games.Cell{Kind: games.Face, Card: v.Taken[i]}, box)
	}
}

// titleLine is what the table is and what lies on it besides cards.
func titleLine(v games.View) string {
	parts := []string{v.Title}
	if v.Left >= 0 && v.Phase == games.Playing {
		parts = append(parts, counted(int64(v.Left), "cards")+" left")
	}
	if v.ShowPot {
		parts = append(parts, "pot "+humanize.Comma(int64(v.Pot)))
	}
	return strings.Join(parts, "  ·  ")
}

// headline is written as large as it fits: in one line, else in two.
func (s *sheet) headline(m *image.Paletted, words string, box image.Rectangle) {
	for _, h := range headHands {
		if h.width(words) <= box.Dx() {
			h.write(m, box.Min.X, box.Min.Y+52, words, s.blends.inkOnGround)
			return
		}
	}
	first, rest := breakLine(narrowHand, words, box.Dx())
	narrowHand.write(m, box.Min.X, box.Min.Y+40, first, s.blends.inkOnGround)
	if second, more := breakLine(narrowHand, rest, box.Dx()); more == "" {
		narrowHand.write(m, box.Min.X, box.Min.Y+63, second, s.blends.inkOnGround)
	} else {
		second, _ = breakLine(narrowHand, rest, box.Dx()-narrowHand.width(" …"))
		narrowHand.write(m, box.Min.X, box.Min.Y+63, second+" …", s.blends.inkOnGround)
	}
}

// breakLine is as many words as fit, and the others.
func breakLine(h hand, words string, width int) (fits, rest string) {
	fields := strings.Fields(words)
	n := len(fields)
	for n > 1 && h.width(strings.Join(fields[:n], " ")) > width {
		n--
	}
	return strings.Join(fields[:n], " "), strings.Join(fields[n:], " ")
}

// area lays the cells of one area.
func (s *sheet) area(m *image.Paletted, v games.View, a games.Area, g ground) {
	if !g.caption.Empty() {
		captionHand.write(m, g.caption.Min.X, g.caption.Min.Y+18, captionOf(v, a), s.blends.mutedOnGround)
	}
	if !g.mark.Empty() {
		s.mark(m, g.mark, a.Seat, groundMark)
	}
	for i, box := range g.cells {
		s.cell(m, a.Cells[i], box)
	}
}

// captionOf is the name of an area as it is written over it.
func captionOf(v games.View, a games.Area) string {
	if a.Seat > 0 && a.Seat == v.Viewer {
		return "Your " + a.Name
	}
	if a.Name == "" {
		return ""
	}
	return strings.ToUpper(a.Name[:1]) + a.Name[1:]
}

// cell lays a card or a place for one, with its label in the corner.
func (s *sheet) cell(m *image.Paletted, c games.Cell, box image.Rectangle) {
	w, h := box.Dx(), box.Dy()
	s.pile(m, c, box)
	switch c.Kind {
	case games.Face:
		s.lay(m, box.Min, sprite{motif: face, card: c.Card, w: w, h: h})
		if c.Card.IsStandard() {
			s.rank(m, c, box)
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

// labelHand grows with the card, but less than it, so that small cards can be named too.
func labelHand(w int) hand { return hand{bold: true, size: max(20, w*33/wide)} }

// label is written in the upper left corner: on the card where it is free, on
// a ground of its own where the card is marked or face down. On a card face
// down the depth of its pile stands beside it.
func (s *sheet) label(m *image.Paletted, c games.Cell, box image.Rectangle) {
	words := c.Label
	if c.Kind == games.Back && c.Depth > 1 {
		words = strings.TrimSpace(words + "  " + depthOf(c))
	}
	if words == "" {
		return
	}
	h, k := labelHand(box.Dx()), float64(box.Dx())/wide
	at := box.Min.Add(image.Pt(3+int(6*k), 3+int(5*k)))
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
func (s *sheet) pile(m *image.Paletted, c games.Cell, box image.Rectangle) {
	step := max(2, 4*box.Dx()/wide)
	for n := min(c.Depth-1, 2); n > 0; n-- {
		s.lay(m, box.Min.Add(image.Pt(n*step, n*step)), sprite{motif: under, w: box.Dx(), h: box.Dy()})
	}
}

// depthOf is how many cards lie in the pile, as it is written on it.
func depthOf(c games.Cell) string { return "×" + strconv.Itoa(c.Depth) }

// depth is written in the lower right corner of a pile that shows a face.
func (s *sheet) depth(m *image.Paletted, c games.Cell, box image.Rectangle) {
	if c.Depth < 2 || c.Kind == games.Back {
		return
	}
	h, k := labelHand(box.Dx()), float64(box.Dx())/wide
	h.size = h.size * 3 / 4
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

// rank is written large beside the suit.
func (s *sheet) rank(m *image.Paletted, c games.Cell, box image.Rectangle) {
	words := c.Card.String()[:1]
	if words == "T" {
		words = "10"
	}
	h := hand{bold: true, size: box.Dx() * 92 / wide}
	x := box.Min.X + box.Dx()/2 - box.Dx()*42/wide - h.width(words)/2
	h.write(m, x, box.Min.Y+(box.Dy()+h.rise())/2, words, s.blends.suitOnCard[suitColour(c.Card)])
}
