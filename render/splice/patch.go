package splice

// A Patch is a rectangle of compressed pixels for pictures of one Kit. It never changes and is safe for concurrent
// use.
type Patch struct {
	w, h        int
	below       bool // depends on the pixels above, so it can't be in the first row
	rows        []row
	repeats     []uint16 // for each row, how many rows, starting with it, equal the row above
	bits        []byte   // the bits of all rows, each starting at a byte, and 8 zero bytes
	sum, moment int64    // the sum of the pixels; the sum weighted by the number of bytes after the first
}

// A row consists of lead pixels that equal those above, n bits that start at byte at, and trail pixels that equal those
// above. lead and trail are 0 or long enough for a match. If a row is identical to the one above, only lead is set. All
// four values are packed into one integer, because reading rows causes most of the memory traffic.
type row uint64

// These are the numbers of bits in a row for n (rowN) and for each of lead and trail (rowSide). The remaining bits hold
// the byte index.
const (
	rowN    = 16
	rowSide = 13
)

func newRow(at, n, lead, trail int) row {
	if at >= 1<<(64-rowN-2*rowSide) {
		panic("splice: a patch is larger than 4 MB")
	}
	return row(at)<<(rowN+2*rowSide) | row(trail)<<(rowN+rowSide) | row(lead)<<rowN | row(n)
}

func (r row) n() uint    { return uint(r & (1<<rowN - 1)) }
func (r row) lead() int  { return int(r >> rowN & (1<<rowSide - 1)) }
func (r row) trail() int { return int(r >> (rowN + rowSide) & (1<<rowSide - 1)) }
func (r row) at() int    { return int(r >> (rowN + 2*rowSide)) }

// Weight returns the approximate size of the patch in memory, in bytes.
func (p *Patch) Weight() int { return 10*len(p.rows) + len(p.bits) + 96 }

// Cut compresses a patch with rows of w pixels. above holds the pixels that will always be above the patch. It is nil
// if they are unknown. effort controls the search for short encodings: 8 is fast, and values over 256 bring no
// improvement. Cut panics if a pixel is outside the palette or the patch is larger than 4 MB.
func (k *Kit) Cut(pix []uint8, w int, above []uint8, effort int) *Patch {
	p := &Patch{w: w, h: len(pix) / w, rows: make([]row, 0, len(pix)/w), below: above != nil}
	parse := newParser(k.code, k.stride, effort, pix, w)
	var t bitWriter
	var tokens []token
	for y := range p.h {
		line := pix[y*w:][:w]
		at, n, lead, trail := t.at, 0, 0, 0
		if above != nil {
			lead, trail = repeated(above, line)
		}
		above = line
		tokens = parse.row(y, lead, w-trail, tokens[:0])
		t.grow(2*w + 8)
		for _, m := range tokens {
			v := k.token(m)
			n += int(v.n)
			t.put(v)
		}
		t.align()
		p.rows = append(p.rows, newRow(at, n, lead, trail))
		for x, c := range line {
			p.sum += int64(c)
			p.moment += int64(c) * int64(y*k.stride+x)
		}
	}
	p.bits = append(t.buf[:t.at:t.at], make([]byte, 8)...)
	p.countRepeats()
	return p
}

// countRepeats counts for each row how many rows, starting with it, equal the row above.
func (p *Patch) countRepeats() {
	p.repeats = make([]uint16, p.h)
	repeats := uint16(0)
	for y := p.h - 1; y >= 0; y-- {
		if repeats++; p.rows[y].n() > 0 {
			repeats = 0
		}
		p.repeats[y] = repeats
	}
}

// repeated returns how many pixels at the start and the end of a row equal those above.
func repeated(above, line []uint8) (lead, trail int) {
	n := len(line)
	i, j := 0, n
	for i < n && above[i] == line[i] {
		i++
	}
	for j > i && above[j-1] == line[j-1] {
		j--
	}
	if i >= shortest {
		lead = i
	}
	if n-j >= shortest {
		trail = n - j
	}
	return lead, trail
}

func (k *Kit) token(t token) word {
	if t.dist == 0 {
		if k.code.lit[t.literal].n == 0 {
			panic("splice: a pixel has a colour that isn't in the kit")
		}
		return k.code.lit[t.literal]
	}
	return k.code.match(int(t.length), int(t.dist))
}
