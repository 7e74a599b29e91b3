package splice

import (
	"cmp"
	"math/bits"
	"slices"
)

// These are the sizes of deflate's alphabets (RFC 1951, 3.2.5).
const (
	literals  = 286 // bytes, the end of the block and the lengths of matches
	distances = 30
	ending    = 256 // the end of the block
	shortest  = 3   // minimum length of a match
	longest   = 258
	farthest  = 32768
	mostBits  = 15 // maximum length of a symbol's bits
)

// A code is a pair of prefix codes: one for literals and lengths, and one for distances.
type code struct {
	lit  [literals]word
	dist [distances]word
}

// codeOf returns the canonical Huffman codes for the given code lengths (RFC 1951, 3.2.2).
func codeOf(trained []byte) *code {
	c := &code{}
	canonical(c.lit[:], trained[:literals])
	canonical(c.dist[:], trained[literals:])
	return c
}

func canonical(words []word, lengths []uint8) {
	var count, next [mostBits + 2]uint16
	for _, n := range lengths {
		count[n]++
	}
	count[0] = 0
	for n := 1; n <= mostBits; n++ {
		next[n] = (next[n-1] + count[n-1]) << 1
	}
	for i, n := range lengths {
		if n > 0 {
			words[i] = word{bits: uint64(bits.Reverse16(next[n]) >> (16 - n)), n: n}
			next[n]++
		}
	}
}

// huffman returns the number of bits of each symbol in an optimal code with at most limit bits per symbol. If the limit
// is reached, the code is only close to optimal. Unused symbols get 0.
func huffman(counts []int, limit uint8) []uint8 {
	counts = slices.Clone(counts)
	for {
		lengths := unlimited(counts)
		if slices.Max(lengths) <= limit {
			return lengths
		}
		for i, n := range counts { // flatten the counts to get a lower tree
			if n > 0 {
				counts[i] = n/2 + 1
			}
		}
	}
}

// unlimited builds a Huffman code without a length limit, by joining the two rarest trees until only one is left.
func unlimited(counts []int) []uint8 {
	type tree struct {
		count   int
		symbols []int
	}
	var trees []tree
	for s, n := range counts {
		if n > 0 {
			trees = append(trees, tree{n, []int{s}})
		}
	}
	lengths := make([]uint8, len(counts))
	if len(trees) == 1 {
		lengths[trees[0].symbols[0]] = 1
	}
	for len(trees) > 1 {
		slices.SortStableFunc(trees, func(a, b tree) int { return cmp.Compare(a.count, b.count) })
		both := tree{trees[0].count + trees[1].count, slices.Concat(trees[0].symbols, trees[1].symbols)}
		for _, s := range both.symbols {
			lengths[s]++
		}
		trees = append([]tree{both}, trees[2:]...)
	}
	return lengths
}

// An extra is a symbol with its extra bits, which is how deflate stores lengths and distances.
type extra struct {
	symbol int
	rest   word
}

var lengthSymbols, distSteps = func() (all [longest + 1]extra, steps [distances]int) {
	at := shortest
	for s := 0; s < 28; s++ {
		n := uint8(max(0, s/4-1))
		for rest := range 1 << n {
			all[at] = extra{257 + s, word{uint64(rest), n}}
			at++
		}
	}
	all[longest] = extra{symbol: 285}
	at = 1
	for s := range steps {
		steps[s] = at
		at += 1 << max(0, s/2-1)
	}
	return all, steps
}()

func distSymbol(d int) extra {
	s := d - 1
	if d > 4 { // two symbols for each power of two
		n := bits.Len(uint(d - 1))
		s = 2*n - 2 + (d-1)>>(n-2)&1
	}
	return extra{s, word{uint64(d - distSteps[s]), uint8(max(0, s/2-1))}}
}

func (c *code) match(length, dist int) word {
	l, d := lengthSymbols[length], distSymbol(dist)
	return c.lit[l.symbol].followedBy(l.rest).followedBy(c.dist[d.symbol]).followedBy(d.rest)
}
