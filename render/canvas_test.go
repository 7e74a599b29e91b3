package render

import "image"

// drawn paints a canvas of this size that contains what draw adds.
func drawn(s *sheet, size image.Point, draw func(*canvas)) *image.Paletted {
	c := &canvas{sheet: s, lang: spoken, w: size.X, h: size.Y}
	draw(c)
	return s.paintCanvas(c)
}
