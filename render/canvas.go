package render

import (
	"image"

	"settable/render/layout"
	"settable/render/words"
)

// A canvas describes a picture as a list of strokes. Later strokes cover earlier ones. The package can paint a canvas
// pixel by pixel or splice it from patches (splice.go), and both give the same result.
type canvas struct {
	sheet   *sheet
	lang    *words.Language
	w, h    int
	size    layout.Type // the size of the picture's text
	strokes []stroke
}

type stroke struct {
	box  image.Rectangle
	what content
}

// content is what a stroke draws: a sprite, a word in two colours, or a bar of one colour.
type content struct {
	sprite sprite
	word   *word
	blend  blend
	colour uint8
}

func (c *canvas) add(box image.Rectangle, w content) {
	c.strokes = append(c.strokes, stroke{box, w})
}

// canvas returns an empty canvas of this size. The caller must release it with returnCanvas.
func (s *sheet) canvas(w, h int, lang *words.Language) *canvas {
	c, _ := s.canvases.Get().(*canvas)
	if c == nil {
		c = &canvas{}
	}
	c.sheet, c.lang, c.w, c.h, c.size, c.strokes = s, lang, w, h, 100, c.strokes[:0]
	return c
}

func (s *sheet) returnCanvas(c *canvas) { s.canvases.Put(c) }

// lay adds a sprite whose upper left corner is at the given point. For the face of a card, it first adds a blank card.
func (m *canvas) lay(at image.Point, k sprite) {
	if k.motif == face {
		m.lay(at, sprite{motif: under, w: k.w, h: k.h})
	}
	box := image.Rect(0, 0, k.w, k.h)
	if k.motif == face { // the sprite contains only the symbols
		box = m.sheet.sprite(k).Rect
	}
	m.add(box.Add(at), content{sprite: k})
}

func (s *sheet) paint(m *image.Paletted, strokes []stroke) {
	for i := range strokes {
		k := &strokes[i]
		switch {
		case k.what.word != nil:
			k.what.word.stamp(m, k.box.Min, k.what.blend)
		case k.what.sprite != sprite{}:
			s.stamp(m, k.box.Min, k.what.sprite)
		default:
			box := k.box.Intersect(m.Rect)
			for y := box.Min.Y; y < box.Max.Y; y++ {
				row := m.Pix[m.PixOffset(box.Min.X, y):][:box.Dx()]
				for x := range row {
					row[x] = k.what.colour
				}
			}
		}
	}
}

// stamp copies the sprite into the picture, with its upper left corner at the given point.
func (s *sheet) stamp(m *image.Paletted, at image.Point, k sprite) {
	piece := s.sprite(k)
	see := image.Rectangle{Min: at, Max: at.Add(piece.Rect.Size())}.Intersect(m.Rect)
	solid := k.motif == back || k.motif == under
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

// paintCanvas paints the canvas. The caller must release the picture with returnPixels.
func (s *sheet) paintCanvas(c *canvas) *image.Paletted {
	m, _ := s.pictures.Get().(*image.Paletted)
	if n := c.w * c.h; m == nil || cap(m.Pix) < n {
		m = image.NewPaletted(image.Rect(0, 0, c.w, c.h), s.colours.palette)
	} else {
		m.Pix, m.Stride, m.Rect = m.Pix[:n], c.w, image.Rect(0, 0, c.w, c.h)
		for i := range m.Pix {
			m.Pix[i] = 0
		}
	}
	s.paint(m, c.strokes)
	return m
}

func (s *sheet) returnPixels(m *image.Paletted) { s.pictures.Put(m) }
