package splice

import "slices"

// Join makes a patch with rows of w pixels from patches and fields that fill it. Joining is many times faster than
// cutting the result, and pictures of few patches are spliced faster than pictures of many. If a part requires certain
// pixels above it, the new patch must have the same pixels there. The only error is ErrPlace.
func (k *Kit) Join(w int, p *Picture) (*Patch, error) {
	s := k.encoder()
	defer k.encoders.Put(s)
	defer s.forget()
	s.picture, s.run, s.width, s.left, s.lead = p, 0, w, 0, 0
	s.total, s.sum, s.moment = 1, 0, 0 // a patch has its own sums
	s.rows, s.out = s.rows[:0], bitWriter{buf: s.room}
	err := s.sweep()
	s.room = s.out.buf
	if err != nil {
		return nil, err
	}
	s.patchSums()
	joined := &Patch{w: w, h: p.Height, rows: slices.Clone(s.rows), sum: s.sum, moment: -s.moment}
	for _, part := range p.Patches {
		joined.below = joined.below || part.Patch.below && part.Y == 0
	}
	joined.bits = slices.Concat(s.out.buf[:s.out.at], make([]byte, 8))
	joined.countRepeats()
	return joined, nil
}

func (s *encoder) writeBand(y, bottom int) {
	if s.left < 0 {
		s.first(y)
		s.rest(y+1, bottom)
		return
	}
	for r := y; r < bottom; r++ {
		s.lead, s.run = -1, 0
		start := s.out.at
		if r == y {
			s.first(r)
		} else {
			s.next(r)
		}
		s.keep(start)
	}
}

// keep turns the bits written since start into a row of a patch.
func (s *encoder) keep(start int) {
	if s.lead < 0 { // no bits were written
		s.lead, s.run = s.run, 0
	}
	s.rows = append(s.rows, newRow(start, 8*(s.out.at-start)+int(s.out.n), s.lead, s.run))
	s.out.align()
}
