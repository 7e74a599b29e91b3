package render

import "image"

// drawn paints the strokes that a function adds to an empty canvas of this size.
func drawn(s *sheet, size image.Point, draw func(*canvas)) *image.Paletted {
	c := &canvas{sheet: s, lang: spoken, w: size.X, h: size.Y}
	draw(c)
	return s.paintCanvas(c)
}
