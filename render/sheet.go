package render

import (
	"image"
	"sync"

	"github.com/fogleman/gg"

	"settable/games/cards"
)

// A motif is what a sprite shows.
type motif uint8

const (
	face       motif = iota // a card, face up
	back                    // a card, face down
	empty                   // a place without a card
	newRing                 // round a card laid since the last picture
	markRing                // round a card that is being shown
	tag                     // under the label of a marked card
	plate                   // under the label of a card face down
	under                   // the next card of a pile
	tile                    // behind a seat
	turnTile                // behind the seat that is to move
	tileMark                // a seat's mark on its tile
	groundMark              // a seat's mark on the ground
	tileGone                // the mark of a seat that was left
	deck                    // cards in hand
	chip                    // chips
	button                  // the dealer's button
	star                    // the winner's
	arrow                   // who is to move
	lock                    // may not claim
	bubble                  // has called
	bar                     // of a chart
	myBar                   // of the viewer in a chart
)

// A sprite names a piece of a picture: what it shows, how large.
type sprite struct {
	motif motif
	card  cards.Card
	n     int // which of the seats' marks
	w, h  int
}

// A sheet keeps the sprites of one theme. Each is painted with gg when first
// asked for, turned into palette indices and never changed again; a picture is
// then copied together.
type sheet struct {
	theme    theme
	colours  *colouring
	blends   blends
	lock     sync.RWMutex
	sprites  map[sprite]*image.Paletted
	pictures sync.Pool
}

func newSheet(t theme) *sheet {
	colours, blends := newColouring(t)
	return &sheet{theme: t, colours: colours, blends: blends, sprites: map[sprite]*image.Paletted{}}
}

// sprite is the piece in palette indices.
func (s *sheet) sprite(k sprite) *image.Paletted {
	s.lock.RLock()
	m := s.sprites[k]
	s.lock.RUnlock()
	if m != nil {
		return m
	}
	dc := gg.NewContext(k.w, k.h)
	s.theme.paint(dc, k)
	m = s.colours.flatten(dc.Image().(*image.RGBA), s.theme.paper(k.motif), s.allowed(k))
	if k.motif == newRing || k.motif == markRing {
		s.open(m)
	}
	s.lock.Lock()
	defer s.lock.Unlock()
	s.sprites[k] = m
	return m
}

// allowed are the colours a sprite is drawn in: a SET card has those of its
// edge and of its symbols, so that soft edges keep to their hue.
func (s *sheet) allowed(k sprite) []uint8 {
	if k.motif != face || !k.card.IsSET() {
		return nil
	}
	return append(s.blends.symbolOnCard[k.card.Colour()][:], s.blends.frame...)
}

// open lets the card show through a ring that was painted on one.
func (s *sheet) open(m *image.Paletted) {
	card := s.colours.index[s.theme.card]
	for i, c := range m.Pix {
		if c == card {
			m.Pix[i] = clear
		}
	}
}

// lay copies the sprite into the picture with its corner at the point.
func (s *sheet) lay(m *image.Paletted, at image.Point, k sprite) {
	piece := s.sprite(k)
	see := image.Rectangle{Min: at, Max: at.Add(image.Pt(k.w, k.h))}.Intersect(m.Rect)
	solid := k.motif == face || k.motif == back || k.motif == under
	for y := see.Min.Y; y < see.Max.Y; y++ {
		to := m.Pix[m.PixOffset(see.Min.X, y):][:see.Dx()]
		from := piece.Pix[(y-at.Y)*piece.Stride+see.Min.X-at.X:][:see.Dx()]
		if solid {
			copy(to, from)
			continue
		}
		for i, c := range from {
			if c != clear {
				to[i] = c
			}
		}
	}
}

// picture is an empty picture of that size. Give it back with done.
func (s *sheet) picture(w, h int) *image.Paletted {
	if m, _ := s.pictures.Get().(*image.Paletted); m != nil && cap(m.Pix) >= w*h {
		m.Pix, m.Stride, m.Rect = m.Pix[:w*h], w, image.Rect(0, 0, w, h)
		for i := range m.Pix {
			m.Pix[i] = 0
		}
		return m
	}
	return image.NewPaletted(image.Rect(0, 0, w, h), s.colours.palette)
}

func (s *sheet) done(m *image.Paletted) { s.pictures.Put(m) }
