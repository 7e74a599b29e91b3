package render

import (
	"image"
	"slices"
	"sync"
	"sync/atomic"

	"settable/games/cards"
	"settable/render/splice"
)

// A composite is a stack of strokes on a background of one colour. The strokes are placed relative to the first one, so
// a picture can contain the composite at any position. It is painted and cut into patches when it is first spliced.
type composite struct {
	paper   uint8
	below   bool // some pixels directly above it don't have the paper colour
	strokes []stroke
	box     image.Rectangle // the bounding box of all strokes
	cutting sync.Mutex      // ensures that it is cut only once
	whole   atomic.Pointer[splice.Patch]
	framed  atomic.Pointer[frame]
}

// A frame is a composite split into a field of one colour, which other parts may cover, and the patches around it.
type frame struct {
	field  splice.Field
	around []splice.Placed
}

// nextComposite identifies a composite by its last stroke and the composite below. For the first stroke, which has no
// composite below it, the paper colour is used instead.
type nextComposite struct {
	from   *composite
	paper  uint8
	below  bool
	stroke stroke
}

// A key is a nextComposite in a compact form that can be hashed and compared as one block. Lookups must be fast,
// because each picture needs about a hundred of them. An int16 is enough for every distance on a canvas.
type key struct {
	from           *composite
	word           *word
	x0, y0, x1, y1 int16
	w, h, n, below int16
	blend          blend
	motif          motif
	card           cards.Card
	paper, colour  uint8
}

func (n *nextComposite) key() key {
	s := &n.stroke
	k := key{
		from: n.from, word: s.what.word, blend: s.what.blend, paper: n.paper, colour: s.what.colour,
		x0: int16(s.box.Min.X), y0: int16(s.box.Min.Y), x1: int16(s.box.Max.X), y1: int16(s.box.Max.Y),
		w: int16(s.what.sprite.w), h: int16(s.what.sprite.h), n: int16(s.what.sprite.n),
		motif: s.what.sprite.motif, card: s.what.sprite.card,
	}
	if n.below {
		k.below = 1
	}
	return k
}

// A compositeCache caches composites. It drops all of them once they take too much memory.
type compositeCache struct {
	lock       sync.RWMutex
	composites map[key]*composite
	weight     int
	cuts       atomic.Int64 // number of patches that were cut rather than joined
}

// heaviest is the maximum size of a compositeCache's patches in bytes.
const heaviest = 24 << 20

// composite returns the composite of a stroke on top of another composite or, for the first stroke, on paper. The
// stroke's position is relative to the first stroke.
func (c *compositeCache) composite(n *nextComposite) *composite {
	k := n.key()
	c.lock.RLock()
	l := c.composites[k]
	c.lock.RUnlock()
	if l != nil {
		return l
	}
	l = &composite{paper: n.paper, below: n.below, strokes: []stroke{n.stroke}, box: n.stroke.box}
	if n.from != nil {
		l.paper, l.below, l.box = n.from.paper, n.from.below, n.from.box.Union(n.stroke.box)
		l.strokes = append(slices.Clip(n.from.strokes), n.stroke)
	}
	c.lock.Lock()
	defer c.lock.Unlock()
	if known := c.composites[k]; known != nil {
		return known
	}
	if c.composites == nil || c.weight > heaviest {
		c.composites, c.weight = map[key]*composite{}, 0
	}
	c.weight += 300
	c.composites[k] = l
	return l
}

func (c *compositeCache) add(weight int) {
	c.lock.Lock()
	defer c.lock.Unlock()
	c.weight += weight
}

// smallArea is the area up to which cutting a composite is faster than joining it from parts.
const smallArea = 70 * 45

// isQuickToCut reports whether the composite is small or has already been cut.
func (l *composite) isQuickToCut() bool {
	return l.whole.Load() != nil || l.box.Dx()*l.box.Dy() < smallArea
}

// placed returns the composite at a position. The upper left corner of its first stroke is at the given point.
func (l *composite) placed(s *sheet, at image.Point) splice.Placed {
	at = at.Add(l.box.Min)
	return splice.Placed{Patch: s.wholePatch(l), X: at.X, Y: at.Y}
}

func (s *sheet) pixels(l *composite) *image.Paletted {
	m := image.NewPaletted(l.box, s.colours.palette)
	for i := range m.Pix {
		m.Pix[i] = l.paper
	}
	s.paint(m, l.strokes)
	return m
}

func (s *sheet) wholePatch(l *composite) *splice.Patch {
	if p := l.whole.Load(); p != nil {
		return p
	}
	l.cutting.Lock()
	defer l.cutting.Unlock()
	if p := l.whole.Load(); p != nil {
		return p
	}
	m := s.pixels(l)
	var above []uint8 // nil, because the pixels above are unknown
	if !l.below {
		above = slices.Repeat([]uint8{l.paper}, m.Rect.Dx())
	}
	p := s.cut(m, m.Rect, above)
	l.whole.Store(p)
	return p
}

// cut returns the part of m inside box as a patch. above holds the row of pixels above the patch. It is nil if they are
// unknown.
func (s *sheet) cut(m *image.Paletted, box image.Rectangle, above []uint8) *splice.Patch {
	pix := make([]uint8, 0, box.Dx()*box.Dy())
	for y := box.Min.Y; y < box.Max.Y; y++ {
		pix = append(pix, m.Pix[m.PixOffset(box.Min.X, y):][:box.Dx()]...)
	}
	p := s.kit.Cut(pix, box.Dx(), above, onTheFly)
	s.cache.add(p.Weight())
	s.cache.cuts.Add(1)
	return p
}

// frameOf returns the composite split into a frame.
func (s *sheet) frameOf(l *composite) *frame {
	if f := l.framed.Load(); f != nil {
		return f
	}
	l.cutting.Lock()
	defer l.cutting.Unlock()
	if f := l.framed.Load(); f != nil {
		return f
	}
	m := s.pixels(l)
	in, out := fieldOf(m), m.Rect
	f := &frame{field: splice.Field{Box: in, Colour: m.ColorIndexAt(in.Min.X, in.Min.Y)}}
	for _, box := range []image.Rectangle{
		{Min: out.Min, Max: image.Pt(out.Max.X, in.Min.Y)},
		{Min: image.Pt(out.Min.X, in.Min.Y), Max: image.Pt(in.Min.X, in.Max.Y)},
		{Min: image.Pt(in.Max.X, in.Min.Y), Max: image.Pt(out.Max.X, in.Max.Y)},
		{Min: image.Pt(out.Min.X, in.Max.Y), Max: out.Max},
	} {
		if box.Empty() {
			continue
		}
		above := slices.Repeat([]uint8{l.paper}, box.Dx())
		if box.Min.Y > out.Min.Y {
			above = m.Pix[m.PixOffset(box.Min.X, box.Min.Y-1):][:box.Dx()]
		}
		f.around = append(f.around, splice.Placed{Patch: s.cut(m, box, above), X: box.Min.X, Y: box.Min.Y})
	}
	l.framed.Store(f)
	return f
}

// fieldOf returns a large rectangle of one colour. On each side of it, there are either no pixels or at least three,
// because splice can't encode shorter runs. Height counts twice, so that the rectangle includes the label near the top
// of a card.
func fieldOf(m *image.Paletted) (best image.Rectangle) {
	w, h := m.Rect.Dx(), m.Rect.Dy()
	high := make([]int, w) // height of the column of equal pixels that ends in this row
	for y := range h {
		row := m.Pix[y*m.Stride:][:w]
		for x, c := range row {
			if y == 0 || m.Pix[(y-1)*m.Stride+x] != c {
				high[x] = 0
			}
			high[x]++
		}
		for from := range w {
			if from == 1 || from == 2 {
				continue
			}
			low := high[from]
			for to := from; to < w && row[to] == row[from]; to++ {
				low = min(low, high[to])
				if low*low*(w-from) <= best.Dx()*best.Dy()*best.Dy() {
					break
				}
				if rest := w - to - 1; rest != 1 && rest != 2 && low*low*(to-from+1) > best.Dx()*best.Dy()*best.Dy() {
					best = image.Rect(from, y-low+1, to+1, y+1)
				}
			}
		}
	}
	return best.Add(m.Rect.Min)
}
