package render

import (
	"image"
	"sync"

	"github.com/fogleman/gg"

	"settable/games/cards"
	"settable/render/layout"
	"settable/render/splice"
)

// A sheet caches the sprites of one theme. A sprite is painted with gg when it is first needed, converted to palette
// indices and never changed again. Pictures are assembled from copies of sprites.
type sheet struct {
	theme    theme
	colours  *colouring
	blends   blends
	lock     sync.RWMutex
	sprites  map[sprite]*image.Paletted
	pictures sync.Pool   // of *image.Paletted
	canvases sync.Pool   // of *canvas
	patchers sync.Pool   // of *patcher
	kit      *splice.Kit // nil: pictures must be painted
	cache    compositeCache
}

func newSheet(t theme) *sheet {
	colours, blends := newColouring(t)
	return &sheet{theme: t, colours: colours, blends: blends, sprites: map[sprite]*image.Paletted{}}
}

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
	switch k.motif {
	case newRing, markRing:
		s.open(m)
	case face:
		m = crop(m)
	}
	s.lock.Lock()
	defer s.lock.Unlock()
	s.sprites[k] = m
	return m
}

// allowed returns the colours that a sprite may use. A card uses the colours of its edge and its symbols, so that soft
// edges keep their hue.
func (s *sheet) allowed(k sprite) []uint8 {
	switch {
	case k.motif == ghost:
		return s.blends.ghost
	case k.motif == under:
		return s.blends.frame
	case k.motif != face && k.motif != pip:
		return nil
	case k.card.IsStandard():
		return s.blends.suitOnCard[suitColour(k.card)][:]
	}
	if k.w < layout.Wide {
		return s.blends.symbolOnCard[k.card.Colour()][:]
	}
	return s.blends.largeOnCard[k.card.Colour()]
}

// open makes the inside of a ring transparent.
func (s *sheet) open(m *image.Paletted) {
	card := s.colours.index[s.theme.card]
	for i, c := range m.Pix {
		if c == card {
			m.Pix[i] = clear
		}
	}
}

// crop returns the part of a picture that isn't transparent.
func crop(m *image.Paletted) *image.Paletted {
	var box image.Rectangle
	for y := range m.Rect.Dy() {
		for x := range m.Rect.Dx() {
			if m.Pix[y*m.Stride+x] != clear {
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	part := image.NewPaletted(box, m.Palette)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		copy(part.Pix[part.PixOffset(box.Min.X, y):], m.Pix[m.PixOffset(box.Min.X, y):][:box.Dx()])
	}
	return part
}

var (
	sheetsLock sync.Mutex
	sheets     = map[Style]*sheet{}
)

func sheetOf(s Style) (*sheet, error) {
	s, err := s.full()
	if err != nil {
		return nil, err
	}
	sheetsLock.Lock()
	defer sheetsLock.Unlock()
	if sheets[s] == nil {
		sheets[s] = newSheet(themeOf(s))
		sheets[s].loadKit(s)
	}
	return sheets[s], nil
}

// A motif says what a sprite shows.
type motif uint8

const (
	face       motif = iota // a card, face up
	back                    // a card, face down
	empty                   // a cell without a card
	newRing                 // the frame around a new card
	markRing                // the frame around a marked card
	tag                     // the background of a marked card's label
	plate                   // the background of the label of a card that is face down
	under                   // the next card of a pile
	pip                     // the suit of a card
	ghost                   // a missing suit
	tile                    // the background of a seat
	turnTile                // the background of the seat whose turn it is
	tileMark                // a seat's mark on its tile
	groundMark              // a seat's mark on the picture's background
	tileGone                // the mark of a seat whose player has left
	deck                    // the icon for the number of cards in hand
	chip                    // chips
	button                  // the dealer's button
	star                    // the icon of a winner
	bigStar                 // a star that the result has earned
	noStar                  // a star that the result has missed
	arrow                   // the icon of the player whose turn it is
	lock                    // the icon of a player who can't claim
	bubble                  // the icon of a player who has called a set
	plus                    // the plus sign between cards of a hand and of the centre
	bar                     // a bar in a chart
	myBar                   // the viewer's bar in a chart
)

// A sprite identifies a part of a picture by its motif and size.
type sprite struct {
	motif motif
	card  cards.Card
	n     int // the index of a seat's mark or, for a card, the room for its label
	w, h  int
}
