package splice

import (
	"encoding/binary"
	"math"
	"math/bits"
	"slices"
)

// A token is a literal (dist is 0) or a match.
type token struct {
	length, dist uint16 // of a match
	literal      uint8
}

// A parser divides a patch into the tokens that need the fewest bits. effort limits how many matches it tries.
type parser struct {
	code    *code
	stride  int
	effort  int
	pix     []uint8
	w       int
	newest  []int32  // by the hash of three pixels, their last position, or -1
	older   []int32  // for each pixel, the previous position with the same hash
	line    []int16  // the row of each pixel
	recent  []offset // recently used distances, the latest first
	choices []choice
	offers  [longest + 1]offer
}

// An offset is a distance, given as rows upwards and pixels to the left.
type offset struct{ up, left int }

// A choice holds the last token of the cheapest sequence that leads to a pixel, and the cost of that sequence.
type choice struct {
	cost uint32
	by   token
}

// An offer is the cheapest distance for a match of at least a certain length.
type offer struct {
	dist uint16
	cost uint32
}

const hashBits = 12

func newParser(c *code, stride, effort int, pix []uint8, w int) *parser {
	p := &parser{code: c, stride: stride, effort: effort, pix: pix, w: w}
	p.newest = make([]int32, 1<<hashBits)
	for i := range p.newest {
		p.newest[i] = -1
	}
	p.older = make([]int32, len(pix))
	p.line = make([]int16, len(pix))
	for i := range p.line {
		p.line[i] = int16(i / w)
	}
	p.choices = make([]choice, w+1)
	return p
}

// row divides a part of row y, from index from to just before index to, into tokens.
func (p *parser) row(y, from, to int, tokens []token) []token {
	for i := from; i <= to; i++ {
		p.choices[i].cost = math.MaxUint32
	}
	p.choices[from].cost = 0
	p.addPixels(y, 0, from)
	for x := from; x < to; x++ {
		p.step(y, x, to)
		p.addPixels(y, x, x+1)
	}
	p.addPixels(y, to, p.w)
	return p.walk(from, to, tokens)
}

// step considers all tokens that can start at a pixel.
func (p *parser) step(y, x, to int) {
	cost := p.choices[x].cost
	b := p.pix[y*p.w+x]
	p.offer(x+1, cost+uint32(p.code.lit[b].n), token{literal: b})
	for n := p.matches(y, x, min(to-x, longest)); n >= shortest; n-- {
		l, o := lengthSymbols[n], p.offers[n]
		p.offer(x+n, cost+uint32(p.code.lit[l.symbol].n+l.rest.n)+o.cost, token{length: uint16(n), dist: o.dist})
	}
}

func (p *parser) offer(x int, cost uint32, t token) {
	if cost < p.choices[x].cost {
		p.choices[x] = choice{cost, t}
	}
}

// matches fills offers and returns the length of the longest match.
func (p *parser) matches(y, x, most int) (longest int) {
	if most < shortest {
		return 0
	}
	at := y*p.w + x
	if y > 0 {
		longest = p.match(at, x, offset{1, 0}, most, longest)
	}
	if x > 0 {
		longest = p.match(at, x, offset{0, 1}, most, longest)
	}
	for _, d := range p.recent {
		if longest < most && y >= d.up && x >= d.left && x < p.w+d.left {
			longest = p.match(at, x, d, most, longest)
		}
	}
	for i, n := p.newest[p.hash(at)], 0; i >= 0 && n < p.effort && longest < most; i, n = p.older[i], n+1 {
		up := y - int(p.line[i])
		longest = p.match(at, x, offset{up, at - int(i) - up*p.w}, most, longest)
	}
	return longest
}

// match considers a match with the offset d for the pixels at x.
func (p *parser) match(at, x int, d offset, most, longest int) int {
	from := at - d.up*p.w - d.left
	if p.pix[from] != p.pix[at] || p.pix[from+1] != p.pix[at+1] || p.pix[from+2] != p.pix[at+2] {
		return longest
	}
	dist := d.up*p.stride + d.left
	if dist > farthest {
		return longest
	}
	if d.up > 0 {
		most = min(most, p.w-x+d.left)
	}
	o := offer{uint16(dist), p.cost(dist)}
	if longest >= shortest && o.cost >= p.offers[longest].cost &&
		(most <= longest || p.pix[from+longest] != p.pix[at+longest]) {
		return longest // the match is neither cheaper nor longer
	}
	n := alike(p.pix[at:at+most], p.pix[from:])
	if n < shortest {
		return longest
	}
	for i := longest + 1; i <= n; i++ {
		p.offers[i] = o
	}
	for i := min(n, longest); i >= shortest && p.offers[i].cost > o.cost; i-- {
		p.offers[i] = o
	}
	return max(n, longest)
}

// alike returns the length of the common prefix of two slices. The second must not be shorter than the first.
func alike(a, b []uint8) (n int) {
	for ; len(a)-n >= 8; n += 8 {
		if d := binary.LittleEndian.Uint64(a[n:]) ^ binary.LittleEndian.Uint64(b[n:]); d != 0 {
			return n + bits.TrailingZeros64(d)/8
		}
	}
	for n < len(a) && a[n] == b[n] {
		n++
	}
	return n
}

// cost returns the number of bits that a distance needs.
func (p *parser) cost(dist int) uint32 {
	s := distSymbol(dist)
	return uint32(p.code.dist[s.symbol].n + s.rest.n)
}

func (p *parser) hash(at int) uint32 {
	v := uint32(p.pix[at]) | uint32(p.pix[at+1])<<8 | uint32(p.pix[at+2])<<16
	return v * 0x9E3779B1 >> (32 - hashBits)
}

// addPixels makes pixels of a row available to later matches.
func (p *parser) addPixels(y, from, to int) {
	for x := from; x < min(to, p.w-shortest+1); x++ {
		at := y*p.w + x
		if x > 0 && x+shortest < p.w && p.flat(at) {
			continue
		}
		h := p.hash(at)
		p.older[at], p.newest[h] = p.newest[h], int32(at)
	}
}

// remember moves a distance to the front of the recent distances. The parser tries recent distances everywhere in the
// next rows, even in the middle of runs.
func (p *parser) remember(dist int) {
	if dist == 0 {
		return
	}
	d := offset{up: (dist + p.w) / p.stride}
	d.left = dist - d.up*p.stride
	i := slices.Index(p.recent, d)
	if i < 0 {
		if len(p.recent) < p.effort {
			p.recent = append(p.recent, d)
		}
		i = len(p.recent) - 1
	}
	copy(p.recent[1:i+1], p.recent[:i])
	p.recent[0] = d
}

// flat reports whether the pixel is inside a run of equal pixels. A full search is only worthwhile where runs begin
// and end. Elsewhere, the pixels to the left and above are enough.
func (p *parser) flat(at int) bool {
	c := p.pix[at]
	return p.pix[at-1] == c && p.pix[at+1] == c && p.pix[at+2] == c && p.pix[at+3] == c
}

// walk follows the cheapest choices back to the start and returns their tokens in order.
func (p *parser) walk(from, to int, tokens []token) []token {
	start := len(tokens)
	for x := to; x > from; {
		t := p.choices[x].by
		tokens = append(tokens, t)
		p.remember(int(t.dist))
		x -= max(1, int(t.length))
	}
	for i, j := start, len(tokens)-1; i < j; i, j = i+1, j-1 {
		tokens[i], tokens[j] = tokens[j], tokens[i]
	}
	return tokens
}
