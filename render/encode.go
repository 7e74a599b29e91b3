package render

import (
	"bytes"
	"fmt"
	"image"
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

func encode(m *image.Paletted) ([]byte, error) {
	var b bytes.Buffer
	b.Grow(32 << 10)
	if err := encoder.Encode(&b, m); err != nil {
		return nil, fmt.Errorf("render: encoding a picture of %v: %w", m.Rect.Size(), err)
	}
	return b.Bytes(), nil
}
