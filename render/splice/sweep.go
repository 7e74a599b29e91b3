package splice

import "slices"

// An arrival records the row in which a patch or field begins.
type arrival struct {
	y     int
	index int // index into Patches; higher values are fields
}

// active is a patch or field that crosses the current rows.
type active struct {
	from, to, top, bottom int
	patch                 *Patch
	colour                uint8
}

// sweep processes the rows in bands. All rows of a band contain the same patches and fields.
func (s *encoder) sweep() error {
	s.queue()
	s.above, s.patches, s.fields = s.above[:0], s.patches[:0], s.fields[:0]
	next := 0
	for y := 0; y < s.picture.Height; {
		s.patches, s.fields = leave(s.patches, y), leave(s.fields, y)
		for ; next < len(s.coming) && s.coming[next].y <= y; next++ {
			if !s.arrive(s.coming[next]) {
				return ErrPlace
			}
		}
		bottom := s.picture.Height
		if next < len(s.coming) {
			bottom = min(bottom, s.coming[next].y)
		}
		bottom = nearest(s.fields, nearest(s.patches, bottom))
		if !s.plan(y, bottom) {
			return ErrPlace
		}
		s.writeBand(y, bottom)
		s.above, s.here = s.here, s.above
		y = bottom
	}
	if next < len(s.coming) {
		return ErrPlace
	}
	return nil
}

// queue sorts patches and fields by their first row.
func (s *encoder) queue() {
	s.coming = s.coming[:0]
	for i := range s.picture.Patches {
		s.coming = append(s.coming, arrival{s.picture.Patches[i].Y, i})
	}
	for i := range s.picture.Fields {
		s.coming = append(s.coming, arrival{s.picture.Fields[i].Box.Min.Y, len(s.picture.Patches) + i})
	}
	slices.SortFunc(s.coming, func(a, b arrival) int { return a.y - b.y })
}

// arrive adds a patch or field that begins in the current row. It returns false if the part extends beyond the picture,
// or if the part depends on the pixels above it but is in the first row.
func (s *encoder) arrive(next arrival) bool {
	list, a := &s.patches, active{}
	if i := next.index - len(s.picture.Patches); i < 0 {
		p := &s.picture.Patches[next.index]
		a = active{from: p.X, to: p.X + p.Patch.w, top: p.Y, bottom: p.Y + p.Patch.h, patch: p.Patch}
		if p.Patch.below && p.Y == 0 && s.left < 0 {
			return false
		}
	} else {
		f := &s.picture.Fields[i]
		list = &s.fields
		a = active{from: f.Box.Min.X, to: f.Box.Max.X, top: f.Box.Min.Y, bottom: f.Box.Max.Y, colour: f.Colour}
	}
	if a.from < 0 || a.from >= a.to || a.to > s.width || a.top < 0 || a.top >= a.bottom ||
		a.bottom > s.picture.Height {
		return false
	}
	at := len(*list)
	for at > 0 && (*list)[at-1].from > a.from {
		at--
	}
	*list = slices.Insert(*list, at, a)
	return true
}

// leave removes the parts that ended above row y.
func leave(list []active, y int) []active {
	n := 0
	for i := range list {
		if list[i].bottom > y {
			list[n] = list[i]
			n++
		}
	}
	return list[:n]
}

// nearest returns the first row at which a part of the list has ended, or bottom if that comes earlier.
func nearest(list []active, bottom int) int {
	for i := range list {
		bottom = min(bottom, list[i].bottom)
	}
	return bottom
}
