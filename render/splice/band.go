package splice

import "encoding/binary"

// A stretch is a part of a row that shows the background or a field, because no patch covers it.
type stretch struct {
	from, to int // -1: the filter byte
	colour   uint8
}

// A step is one part of a row in a band: bytes of background and fields, followed by a row of a patch.
type step struct {
	repeated int   // number of bytes that equal those above in all rows but the first
	from, to int32 // the step's stretches as indices in here
	patch    *Patch
	top      int // row of the picture in which the patch begins
}

// plan computes the steps of the band that extends from row y to bottom. It returns false if parts overlap.
func (s *encoder) plan(y, bottom int) bool {
	s.here, s.steps, s.later = s.here[:0], s.steps[:0], s.later[:0]
	for i := 1; i < len(s.fields); i++ {
		if s.fields[i].from < s.fields[i-1].to {
			return false
		}
	}
	x, field := s.left, 0
	for i := range s.patches {
		a := &s.patches[i]
		if a.from < x {
			return false
		}
		var st step
		st, field = s.open(x, a.from, field)
		st.patch, st.top = a.patch, a.top
		s.steps = append(s.steps, st)
		x = a.to
	}
	last, _ := s.open(x, s.width, field)
	s.steps = append(s.steps, last)
	s.weigh(y, bottom)
	if bottom > y+1 {
		s.laterRows(y+1, bottom)
	}
	return true
}

// laterRows computes the steps for all rows but the first. A patch whose pixels equal those above in all these rows
// counts as background.
func (s *encoder) laterRows(y, bottom int) {
	repeated, from := 0, int32(0)
	for i := range s.steps {
		st := &s.steps[i]
		repeated += st.repeated
		if st.patch != nil && int(st.patch.repeats[y-st.top]) >= bottom-y {
			repeated += st.patch.w
			continue
		}
		s.later = append(s.later, step{repeated, from, st.to, st.patch, st.top})
		repeated, from = 0, st.to
	}
}

// open adds the visible parts of background and fields between two patches. All fields before the index next are
// further to the left.
func (s *encoder) open(x, to, next int) (st step, after int) {
	st = step{repeated: to - x, from: int32(len(s.here))}
	for ; next < len(s.fields) && s.fields[next].from < to; next++ {
		f := &s.fields[next]
		if f.to <= x {
			continue
		}
		if f.from > x {
			s.here = append(s.here, stretch{x, f.from, 0})
		}
		s.here = append(s.here, stretch{max(x, f.from), min(f.to, to), f.colour})
		x = min(f.to, to)
		if f.to > to {
			break
		}
	}
	if x < to {
		s.here = append(s.here, stretch{x, to, 0})
	}
	st.to = int32(len(s.here))
	return st, next
}

// weigh adds the fields' contribution to the checksum.
func (s *encoder) weigh(y, bottom int) {
	rows := int64(bottom - y)
	for _, h := range s.here {
		if h.colour == 0 {
			continue
		}
		n := int64(h.to - h.from)
		s.sum += int64(h.colour) * n * rows
		// At the first byte, the distance to the end of the data is total-offset. It decreases by one with each byte in
		// the row, and by a stride with each row.
		first := int64(s.total - s.kit.offset(h.from, y))
		s.moment += int64(h.colour) * (n*rows*first - rows*n*(n-1)/2 - n*int64(s.kit.stride)*rows*(rows-1)/2)
	}
}

// first writes the first row of a band. This row may show background and fields that patches covered in the row above.
func (s *encoder) first(y int) {
	s.out.grow(s.kit.rowRoom())
	seen := 0
	for i := range s.steps {
		st := &s.steps[i]
		for _, h := range s.here[st.from:st.to] {
			seen = s.uncover(h, seen)
		}
		s.patch(st, y)
	}
}

// uncover writes a stretch. In the row above, the stretches before seen are further to the left.
func (s *encoder) uncover(h stretch, seen int) int {
	for seen < len(s.above) && s.above[seen].to <= h.from {
		seen++
	}
	x := h.from
	for _, a := range s.above[seen:] {
		if a.from >= h.to {
			break
		}
		from, to := max(x, a.from), min(h.to, a.to)
		if a.colour != h.colour || to-from < shortest {
			continue
		}
		if from > x {
			s.fill(from-x, h.colour)
		}
		s.run += to - from
		x = to
	}
	if x < h.to {
		s.fill(h.to-x, h.colour)
	}
	return seen
}

// rest writes all rows of a band except the first. Most of the time that a picture takes is spent here, so the output
// and the run are local variables, and bytes that equal those above are written together with the bits that follow.
// Each shift is masked to less than 64 bits, so that the compiler adds no check. Every row of a patch writes two words,
// even if they are empty, because that costs less than a mispredicted branch.
func (s *encoder) rest(y, bottom int) {
	if y == bottom {
		return
	}
	t, runs := &s.out, s.kit.runs
	buf, at, held, n, run := t.buf, t.at, t.held, t.n, s.run
	room := s.kit.rowRoom()
	steps, last := s.later[:len(s.later)-1], &s.later[len(s.later)-1] // the last step has no patch
	for ; y < bottom; y++ {
		if at+room+8 > len(buf) {
			t.at = at
			t.grow(room)
			buf = t.buf
		}
		for i := range steps {
			st := &steps[i]
			run += st.repeated
			if uint(st.repeated-1) < shortest-1 {
				t.at, t.held, t.n, s.run = at, held, n, run
				s.shortRun(st)
				buf, at, held, n, run = t.buf, t.at, t.held, t.n, s.run
			}
			r := st.patch.rows[y-st.top]
			run += r.lead()
			if r.n() == 0 {
				continue
			}
			if run >= len(runs) {
				t.at, t.held, t.n, s.run = at, held, n, run
				s.long()
				buf, at, held, n, run = t.buf, t.at, t.held, t.n, s.run
			}
			w, src, more := runs[run], st.patch.bits[r.at():], r.n()
			run = r.trail()
			part := min(more, (mostInWord-uint(w.n))&^7)
			held |= (w.bits | binary.LittleEndian.Uint64(src)&(1<<(part&63)-1)<<(w.n&63)) << (n & 63)
			n += uint(w.n) + part
			binary.LittleEndian.PutUint64(buf[at:], held)
			at, held, n = at+int(n>>3), held>>(n&56), n&7
			for {
				src, more = src[part>>3:], more-part
				part = min(more, mostInWord)
				held |= binary.LittleEndian.Uint64(src) & (1<<(part&63) - 1) << (n & 63)
				n += part
				binary.LittleEndian.PutUint64(buf[at:], held)
				at, held, n = at+int(n>>3), held>>(n&56), n&7
				if more == part {
					break
				}
			}
		}
		run += last.repeated
		if uint(last.repeated-1) < shortest-1 {
			t.at, t.held, t.n, s.run = at, held, n, run
			s.shortRun(last)
			buf, at, held, n, run = t.buf, t.at, t.held, t.n, s.run
		}
	}
	t.at, t.held, t.n, s.run = at, held, n, run
}

// next writes one row of a band that isn't the first.
func (s *encoder) next(y int) {
	s.out.grow(s.kit.rowRoom())
	for i := range s.later {
		st := &s.later[i]
		if s.run += st.repeated; st.repeated > 0 && st.repeated < shortest {
			s.shortRun(st)
		}
		s.patch(st, y)
	}
}

// shortRun writes the bytes between two patches if there are too few for a match.
func (s *encoder) shortRun(st *step) {
	s.run -= st.repeated
	for _, h := range s.here[st.from:st.to] {
		s.fill(h.to-h.from, h.colour)
	}
}

// patch writes the bits of row y in a step's patch.
func (s *encoder) patch(st *step, y int) {
	if st.patch == nil {
		return // after the last patch
	}
	r := st.patch.rows[y-st.top]
	s.run += r.lead()
	if r.n() > 0 {
		s.flush()
		s.out.copyBits(st.patch.bits[r.at():], r.n())
		s.run = r.trail()
	}
}

// flush writes the pending bytes that equal those above.
func (s *encoder) flush() {
	if s.lead < 0 { // the row of a patch has just begun
		s.lead, s.run = s.run, 0
		return
	}
	s.long()
	s.out.put(s.kit.runs[s.run]) // an empty run has no bits
	s.run = 0
}

// long writes a long run, except for the part that fits into one word.
func (s *encoder) long() {
	most := len(s.kit.runs) - 1
	if s.run > most {
		s.out.grow(8*(s.run/most) + s.kit.rowRoom())
	}
	for s.run > most {
		part := min(most, s.run-shortest)
		s.out.put(s.kit.runs[part])
		s.run -= part
	}
}

// fill writes n bytes of one colour.
func (s *encoder) fill(n int, colour uint8) {
	s.flush()
	literal := s.kit.code.lit[colour]
	s.out.put(literal)
	n--
	for n >= shortest {
		part := min(longest, n)
		s.out.put(s.kit.fills[part])
		n -= part
	}
	for ; n > 0; n-- {
		s.out.put(literal)
	}
}

// rowRoom returns the maximum size of an encoded row. No token takes more than 16 bits per byte that it encodes.
func (k *Kit) rowRoom() int { return 2*k.stride + 64 }
