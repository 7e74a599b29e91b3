package render

import (
	"errors"
	"image"

	"settable/render/layout"
	"settable/render/splice"
)

// A patcher turns the strokes of a canvas into the patches of a picture. Overlapping strokes form a piece. A piece
// stays separate if it lies on a field of one colour inside another piece, so a card, its symbols, its ring and its
// label don't need a patch for each combination.
type patcher struct {
	sheet   *sheet
	pieces  []piece
	owner   []int // the piece of each stroke
	picture splice.Picture
}

// A piece is a group of strokes that form one patch.
type piece struct {
	box       image.Rectangle
	base      int         // the piece below this one, or table
	into      int         // the index of the piece that this one was merged into; its own index if it wasn't merged
	at        image.Point // the upper left corner of its first stroke
	composite *composite
	whole     *composite // the composite of the piece and everything on it
	on        int        // the number of pieces on it
	split     bool       // the pieces on it must be joined with it
}

const table = -1

// withRowAbove returns the box extended by the row above it, which must have the paper colour.
func (p *piece) withRowAbove() image.Rectangle {
	return image.Rect(p.box.Min.X, p.box.Min.Y-1, p.box.Max.X, p.box.Max.Y)
}

var errNoKit = errors.New("render: no precompressed pieces for this kind of picture")

// appendSpliced appends the canvas as a PNG to dst. If it returns an error, the canvas must be painted.
func (s *sheet) appendSpliced(dst []byte, c *canvas) ([]byte, error) {
	if s.kit == nil || c.w != layout.Width {
		return dst, errNoKit
	}
	t, _ := s.patchers.Get().(*patcher)
	if t == nil {
		t = &patcher{sheet: s}
	}
	defer s.patchers.Put(t)
	if err := t.describe(c); err != nil {
		return dst, err
	}
	return s.kit.Append(dst, &t.picture)
}

func (t *patcher) describe(c *canvas) error {
	t.group(c.strokes)
	if err := t.compose(c.strokes); err != nil {
		return err
	}
	t.picture.Height, t.picture.Patches = c.h, t.picture.Patches[:0]
	for i := range t.pieces {
		if p := &t.pieces[i]; p.base == table && p.into == i {
			t.picture.Patches = append(t.picture.Patches, p.whole.placed(t.sheet, p.at))
		}
	}
	return nil
}

// group assigns each stroke to a piece.
func (t *patcher) group(strokes []stroke) {
	t.pieces, t.owner = t.pieces[:0], t.owner[:0]
	for i := range strokes {
		box, k := strokes[i].box, strokes[i].what.sprite.motif
		base := t.baseFor(box)
		if base != table && (k == newRing || k == markRing) {
			t.owner = append(t.owner, base) // a ring runs along the edge and covers nothing inside
			continue
		}
		n := len(t.pieces)
		t.pieces = append(t.pieces, piece{box: box, base: base, into: n})
		t.owner = append(t.owner, n)
		t.merge(n)
	}
}

// baseFor returns the index of the piece on the table that contains the box, or table if there is none.
func (t *patcher) baseFor(box image.Rectangle) int {
	for i := len(t.pieces) - 1; i >= 0; i-- {
		if p := &t.pieces[i]; p.base == table && p.into == i && box.In(p.box) {
			return i
		}
	}
	return table
}

// mustJoin reports whether two pieces must become one patch. Pieces on top of another piece must be joined only if they
// overlap. On the table, pieces must also be joined if one is directly above the other, because the row above a patch
// must be background.
func (p *piece) mustJoin(q *piece) bool {
	if p.base != q.base || p.box.Min.Y > q.box.Max.Y || q.box.Min.Y > p.box.Max.Y {
		return false // the most common case
	}
	if p.base != table {
		return p.box.Overlaps(q.box)
	}
	return p.withRowAbove().Overlaps(q.withRowAbove())
}

// merge merges all pieces that overlap the n-th piece into it.
func (t *patcher) merge(n int) {
	for again := true; again; {
		again = false
		for i := range t.pieces[:n] {
			p, q := &t.pieces[i], &t.pieces[n]
			if p.into == i && p.mustJoin(q) {
				p.into = n
				q.box = q.box.Union(p.box)
				again = true
			}
		}
	}
	if t.pieces[n].base != table {
		return
	}
	for i := range t.pieces[:n] { // the merged piece may now cover pieces on top of others
		if p := &t.pieces[i]; p.base != table && p.into == i && t.mergedInto(p.base) == n {
			p.into = n
		}
	}
}

// mergedInto returns the piece into which the i-th piece was merged.
func (t *patcher) mergedInto(i int) int {
	for t.pieces[i].into != i {
		i = t.pieces[i].into
	}
	return i
}

// compose finds the composites of all pieces on the table, including the pieces on them. New composites are joined
// from their parts.
func (t *patcher) compose(strokes []stroke) error {
	t.countPiecesOn()
	t.composites(strokes, together)
	fresh := false
	for i := range t.pieces {
		p := &t.pieces[i]
		if p.whole = p.composite; p.base == table && p.into == i {
			p.split = p.on > 0 && !p.composite.isQuickToCut()
			fresh = fresh || p.split
		}
	}
	if !fresh {
		return nil
	}
	t.splitPieces(strokes)
	for i := range t.pieces {
		if t.pieces[i].split {
			if err := t.join(i); err != nil {
				return err
			}
		}
	}
	return nil
}

// countPiecesOn counts the pieces that lie on top of each piece.
func (t *patcher) countPiecesOn() {
	for i := range t.pieces {
		t.pieces[i].on = 0
	}
	for i := range t.pieces {
		if p := &t.pieces[i]; p.into == i && p.base != table {
			t.pieces[p.base].on++
		}
	}
}

// splitPieces finds the composites of split pieces and of the pieces on them. A piece outside the field of its base is
// merged into the base, which changes the base's composite.
func (t *patcher) splitPieces(strokes []stroke) {
	for settled := false; !settled; {
		settled = true
		t.composites(strokes, bases)
		for i := range t.pieces {
			p := &t.pieces[i]
			if p.into == i && p.base != table && t.pieces[p.base].split && !p.withRowAbove().In(t.field(p.base).Box) {
				p.into = p.base
				settled = false
			}
		}
	}
	t.composites(strokes, tops)
}

// hasPieceAbove reports whether another piece with the same base is directly above the i-th piece.
func (t *patcher) hasPieceAbove(i int) bool {
	p := &t.pieces[i]
	for j := range t.pieces {
		if q := &t.pieces[j]; j != i && q.into == j && q.base == p.base && q.box.Overlaps(p.withRowAbove()) {
			return true
		}
	}
	return false
}

// join makes one patch from a piece and everything on it.
func (t *patcher) join(base int) error {
	b, parts := &t.pieces[base], splice.Picture{}
	corner := b.at.Add(b.whole.box.Min)
	for i := range t.pieces {
		if p := &t.pieces[i]; p.into == i && p.base == base {
			parts.Patches = append(parts.Patches, p.composite.placed(t.sheet, p.at.Sub(corner)))
		}
	}
	if len(parts.Patches) == 0 {
		return nil // the composite will be cut as a whole
	}
	parts.Height = b.whole.box.Dy()
	parts.Fields = []splice.Field{t.field(base)}
	parts.Fields[0].Box = parts.Fields[0].Box.Sub(corner)
	for _, a := range t.sheet.frameOf(b.composite).around {
		a.X, a.Y = a.X+b.at.X-corner.X, a.Y+b.at.Y-corner.Y
		parts.Patches = append(parts.Patches, a)
	}
	joined, err := t.sheet.kit.Join(b.whole.box.Dx(), &parts)
	if err == nil {
		t.sheet.cache.add(joined.Weight())
		b.whole.whole.Store(joined)
	}
	return err
}

// These constants select pieces.
const (
	together = iota // pieces on the table, including everything on them
	bases           // split pieces on the table
	tops            // pieces on split pieces
)

// composites finds the composites of the selected pieces.
func (t *patcher) composites(strokes []stroke, whose int) {
	for i := range t.pieces {
		if p := &t.pieces[i]; t.isSelected(p, whose) {
			p.composite = nil
		}
	}
	for i := range strokes {
		p := &t.pieces[t.mergedInto(t.owner[i])]
		if whose == together && p.base != table {
			p = &t.pieces[p.base]
		}
		if !t.isSelected(p, whose) {
			continue
		}
		n := nextComposite{from: p.composite, stroke: strokes[i]}
		if p.composite == nil {
			p.at = n.stroke.box.Min
			if whose == tops {
				n.paper, n.below = t.field(p.base).Colour, t.hasPieceAbove(t.mergedInto(t.owner[i]))
			}
		}
		n.stroke.box = n.stroke.box.Sub(p.at)
		p.composite = t.sheet.cache.composite(&n)
	}
}

func (t *patcher) isSelected(p *piece, whose int) bool {
	switch whose {
	case together:
		return p.base == table
	case bases:
		return p.split
	}
	return p.base != table && t.pieces[p.base].split
}

// field returns the field of one colour inside a piece.
func (t *patcher) field(i int) splice.Field {
	p := &t.pieces[i]
	f := t.sheet.frameOf(p.composite).field
	f.Box = f.Box.Add(p.at)
	return f
}
