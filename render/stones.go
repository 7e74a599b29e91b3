package render

import (
	"image"

	"settable/games"
	"settable/games/cards"
	"settable/render/layout"
)

// isStone tells whether the cell is a set in a graveyard.
func isStone(a games.Area, c games.Cell) bool {
	return a.Lies == games.Ranks && c.Kind == games.Face && c.Card.IsStandard()
}

func suitsOf(c games.Cell) (has [4]bool) {
	for _, card := range append([]cards.Card{c.Card}, c.Under...) {
		if card.IsStandard() {
			has[card.Suit()] = true
		}
	}
	return has
}

// stone lays a set of a graveyard: its rank and its suits, of which those that
// are missing are shadows. A complete set stands, another one lies.
func (m *canvas) stone(c games.Cell, box image.Rectangle) {
	w, h := box.Dx(), box.Dy()
	m.pile(c, box)
	m.lay(box.Min, sprite{motif: under, w: w, h: h})
	switch {
	case c.Marked:
		m.lay(box.Min, sprite{motif: markRing, w: w, h: h})
	case c.New:
		m.lay(box.Min, sprite{motif: newRing, w: w, h: h})
	}
	rank, suits := image.Rect(0, 0, w, h*2/5), image.Rect(0, h*2/5, w, h-h/12)
	if !c.Upright {
		rank, suits = image.Rect(w/20, 0, w*9/20, h), image.Rect(w*9/20, 0, w-w/12, h) // inside a ring
	}
	m.stoneRank(c.Card, rank.Add(box.Min))
	m.stoneSuits(c, suits.Add(box.Min))
}

func (m *canvas) stoneRank(c cards.Card, box image.Rectangle) {
	words := rankOf(c)
	h := hand{bold: true, size: 32}
	if len(words) > 1 {
		h.size = 27
	}
	h.size = max(h.size, m.size.Of(layout.SmallLetters))
	h.write(m, (box.Min.X+box.Max.X-h.width(words))/2, (box.Min.Y+box.Max.Y+h.rise())/2, words,
		m.sheet.blends.inkOnCard)
}

// stoneSuits lays the four suits two by two in the middle of the box.
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
	h := captionHand.in(m.size)
	h.write(m, box.Min.X, box.Min.Y-m.size.Of(layout.Caption)+h.rise()+1, m.lang.Key("render.pack"),
		m.sheet.blends.mutedOnGround)
	m.cell(c, box)
}
