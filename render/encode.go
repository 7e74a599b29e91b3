package render

import (
	"bytes"
	"fmt"
	"image/png"
	"maps"
	"slices"
	"sync"
)

// scratch keeps the encoder's buffers for later pictures.
type scratch struct{ pool sync.Pool }

func (s *scratch) Get() *png.EncoderBuffer {
	b, _ := s.pool.Get().(*png.EncoderBuffer)
	return b
}

func (s *scratch) Put(b *png.EncoderBuffer) { s.pool.Put(b) }

// encoder uses one byte per pixel and the fastest compression. With flat colours the files are small enough, and
// encoding is many times faster than by default.
var encoder = png.Encoder{CompressionLevel: png.BestSpeed, BufferPool: &scratch{}}

// usualCapacity is the initial capacity of a picture's buffer, in bytes. It is enough for almost every picture.
const usualCapacity = 40 << 10

// encode appends the canvas as a PNG to dst. It splices the picture if possible and otherwise paints it, and counts
// it under key, which is the name of a game or chartKey.
func (s *sheet) encode(dst []byte, c *canvas, key string) ([]byte, error) {
	dst = slices.Grow(dst, usualCapacity)
	if picture, err := s.appendSpliced(dst, c); err == nil {
		count(key, true)
		return picture, nil
	}
	count(key, false)
	return s.appendPainted(dst, c)
}

// appendPainted paints and compresses the canvas, and appends the result to dst.
func (s *sheet) appendPainted(dst []byte, c *canvas) ([]byte, error) {
	m := s.paintCanvas(c)
	defer s.returnPixels(m)
	b := bytes.NewBuffer(dst)
	if err := encoder.Encode(b, m); err != nil {
		return dst, fmt.Errorf("render: encoding a picture of %v: %w", m.Rect.Size(), err)
	}
	return b.Bytes(), nil
}

// Path counts the pictures of a game by the way they were made.
type Path struct {
	Spliced int // joined from precompressed patches
	Painted int // painted pixel by pixel and compressed
}

// chartKey is the key under which charts are counted in Paths.
const chartKey = "chart"

var paths = struct {
	lock  sync.Mutex
	taken map[string]Path
}{taken: map[string]Path{}}

// Paths returns the counts of pictures since the program started. The keys are the names of games, and "chart".
func Paths() map[string]Path {
	paths.lock.Lock()
	defer paths.lock.Unlock()
	return maps.Clone(paths.taken)
}

func count(game string, spliced bool) {
	paths.lock.Lock()
	defer paths.lock.Unlock()
	p := paths.taken[game]
	if spliced {
		p.Spliced++
	} else {
		p.Painted++
	}
	paths.taken[game] = p
}
