package render

import "image"

// paintStrokes paints the strokes that draw adds to an empty canvas of this size.
func paintStrokes(s *sheet, size image.Point, draw func(*canvas)) *image.Paletted {
	c := &canvas{sheet: s, lang: spoken, w: size.X, h: size.Y}
	draw(c)
	return s.paintCanvas(c)
}
