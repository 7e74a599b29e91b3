package render

import (
	"bytes"
	"fmt"
	"image/png"
	"sync"
)

// scratch is the memory the encoder works in, kept for the next picture.
type scratch struct{ pool sync.Pool }

func (s *scratch) Get() *png.EncoderBuffer {
	b, _ := s.pool.Get().(*png.EncoderBuffer)
	return b
}

func (s *scratch) Put(b *png.EncoderBuffer) { s.pool.Put(b) }

// encoder writes one byte a pixel with the fastest deflate: for flat colours
// that is small enough and many times faster than the default.
var encoder = png.Encoder{CompressionLevel: png.BestSpeed, BufferPool: &scratch{}}

// enough is room for nearly every picture.
const enough = 40 << 10

// tapes are what pictures are sewn into before it is known how long they are.
var tapes = sync.Pool{New: func() any { return new(make([]byte, 0, enough)) }}

// encode is the canvas as a PNG: sewn where that can be done, painted else.
func (s *sheet) encode(c *canvas, game string) ([]byte, error) {
	dst := tapes.Get().(*[]byte)
	defer tapes.Put(dst)
	if picture, err := s.sewn((*dst)[:0], c); err == nil {
		*dst = picture
		count(game, true)
		return bytes.Clone(picture), nil
	}
	count(game, false)
	return s.plain(c)
}

// plain paints the canvas and compresses what was painted.
func (s *sheet) plain(c *canvas) ([]byte, error) {
	m := s.painted(c)
	defer s.wiped(m)
	var b bytes.Buffer
	b.Grow(enough)
	if err := encoder.Encode(&b, m); err != nil {
		return nil, fmt.Errorf("render: encoding a picture of %v: %w", m.Rect.Size(), err)
	}
	return b.Bytes(), nil
}
