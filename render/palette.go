package render

import (
	"image"
	"image/color"
	"math"
	"slices"
)

// These are the numbers of steps between two colours. Thin shapes, such as words and small symbols, need three. At the
// edge of a large shape, two look the same as three and make the pictures ten per cent smaller.
const (
	shades = 3 // between the paper and the ink of words
	edges  = 2
)

// A blend lists the palette indices of the shades from a paper colour (at 0) to an ink colour (at shades).
type blend [shades + 1]uint8

// blends holds the combinations of paper and ink that words and edges use.
type blends struct {
	inkOnGround, mutedOnGround blend
	inkOnTile, mutedOnTile     blend
	inkOnCard, mutedOnCard     blend
	inkOnAccent                blend
	tileOnInk                  blend
	letterOnSeat               [6]blend
	suitOnCard                 [2]blend
	symbolOnCard               [3]blend
	largeOnCard                [3][]uint8
	frame                      []uint8 // a card's edge, from the card to the background
	ghost                      []uint8 // a missing suit on a card
}

// A colouring collects the colours of a theme, at most 256. A picture with a palette is smaller and far faster to
// encode than one in full colour.
type colouring struct {
	palette color.Palette
	index   map[color.RGBA]uint8
	n       int     // the number of colours; the rest of the palette is unused
	all     []uint8 // the indices that any sprite may use
}

func newColouring(t theme) (*colouring, blends) {
	c := &colouring{index: map[color.RGBA]uint8{}}
	c.add(t.ground) // index 0 is the colour of an empty picture
	b := blends{
		inkOnGround: c.ramp(t.ground, t.ink), mutedOnGround: c.ramp(t.ground, t.muted),
		inkOnTile: c.ramp(t.tile, t.ink), mutedOnTile: c.ramp(t.tile, t.muted),
		inkOnCard: c.ramp(t.card, t.ink), mutedOnCard: c.ramp(t.card, t.muted),
		inkOnAccent: c.ramp(t.accent, t.onAccent),
		tileOnInk:   c.ramp(t.ink, t.tile),
	}
	for i, seat := range t.seat {
		b.letterOnSeat[i] = c.ramp(seat, t.onSeat)
		c.steps(t.tile, seat)
		c.steps(t.ground, seat)
	}
	for i, symbol := range t.symbol {
		b.symbolOnCard[i] = c.ramp(t.card, symbol)
		b.largeOnCard[i] = c.steps(t.card, symbol)
	}
	for i, suit := range t.suit {
		b.suitOnCard[i] = c.ramp(t.card, suit)
	}
	b.frame = slices.Concat(c.steps(t.ground, t.card), c.steps(t.ground, t.edge),
		c.steps(t.card, t.edge))
	c.steps(t.ground, t.tile)
	c.steps(t.ground, t.bar)
	c.steps(t.tile, t.accent)
	c.steps(t.ground, t.accent)
	c.steps(t.card, t.accent)
	c.steps(t.back, t.weave)
	c.steps(t.card, t.back)
	rest := c.all
	b.ghost = c.steps(t.card, t.ghost)
	c.all = rest // the other colours are only for shadows
	if len(c.palette) > clear {
		panic("render: a theme has more than 255 colours")
	}
	c.n = len(c.palette)
	for len(c.palette) <= clear {
		c.palette = append(c.palette, t.ground)
	}
	return c, b
}

// clear is the palette index of transparent pixels in a sprite.
const clear = 255

func (c *colouring) add(q color.RGBA) uint8 {
	i, known := c.index[q]
	if !known {
		i = uint8(len(c.palette))
		c.index[q] = i
		c.all = append(c.all, i)
		c.palette = append(c.palette, q)
	}
	return i
}

func (c *colouring) ramp(paper, ink color.RGBA) (b blend) {
	for i := range b {
		b[i] = c.add(between(paper, ink, float64(i)/shades))
	}
	return b
}

func (c *colouring) steps(from, to color.RGBA) (all []uint8) {
	for i := range edges + 1 {
		all = append(all, c.add(between(from, to, float64(i)/edges)))
	}
	return all
}

func between(p, q color.RGBA, part float64) color.RGBA {
	mix := func(a, b uint8) uint8 {
		return uint8(math.Round(float64(a) + (float64(b)-float64(a))*part))
	}
	return color.RGBA{R: mix(p.R, q.R), G: mix(p.G, q.G), B: mix(p.B, q.B), A: 0xff}
}

// nearest returns the index of the colour nearest to q among the allowed indices. If allowed is nil, it searches
// c.all.
func (c *colouring) nearest(q color.RGBA, allowed []uint8) uint8 {
	if allowed == nil {
		allowed = c.all
	}
	best, least := allowed[0], math.MaxInt
	for _, i := range allowed {
		p := c.palette[i].(color.RGBA)
		dr, dg, db := int(p.R)-int(q.R), int(p.G)-int(q.G), int(p.B)-int(q.B)
		if far := 2*dr*dr + 4*dg*dg + 3*db*db; far < least {
			best, least = i, far
		}
	}
	return best
}

// flatten converts a painted sprite to the allowed palette indices. If allowed is nil, it uses c.all. It blends
// half-transparent pixels with the paper. Unpainted pixels become transparent.
func (c *colouring) flatten(m *image.RGBA, paper color.RGBA, allowed []uint8) *image.Paletted {
	p := image.NewPaletted(m.Rect, c.palette)
	seen := map[color.RGBA]uint8{}
	for i := range p.Pix {
		q := color.RGBA{R: m.Pix[4*i], G: m.Pix[4*i+1], B: m.Pix[4*i+2], A: m.Pix[4*i+3]}
		n, known := seen[q]
		if !known {
			n = clear
			if q.A > 0x10 {
				n = c.nearest(over(q, paper), allowed)
			}
			seen[q] = n
		}
		p.Pix[i] = n
	}
	return p
}

// over blends a colour with premultiplied alpha over the paper.
func over(q, paper color.RGBA) color.RGBA {
	lay := func(a, b uint8) uint8 { return a + uint8((int(b)*(255-int(q.A))+127)/255) }
	return color.RGBA{R: lay(q.R, paper.R), G: lay(q.G, paper.G), B: lay(q.B, paper.B), A: 0xff}
}
