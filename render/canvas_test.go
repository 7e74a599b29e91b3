package render

import "image"

// drawn returns what draw paints on an empty canvas.
func drawn(s *sheet, size image.Point, draw func(*canvas)) *image.Paletted {
	c := &canvas{sheet: s, lang: spoken, w: size.X, h: size.Y}
	draw(c)
	return s.paintCanvas(c)
}
