package splice

import (
	"encoding/binary"
	"fmt"
	"image/color"
	"slices"
)

// Train finds the code that makes pictures like the given ones as small as possible. In each round, it calls draw with
// the kit of the previous round. Pass the result to Load. The bot doesn't train kits; go generate runs a test of
// package render that stores them in files.
func Train(width int, palette color.Palette, rounds int,
	draw func(*Kit) ([][]byte, error)) ([]byte, error) {
	code := Guess(len(palette))
	for range rounds {
		k, err := Load(width, palette, code)
		if err != nil {
			return nil, err
		}
		pictures, err := draw(k)
		if err != nil {
			return nil, fmt.Errorf("making training pictures: %w", err)
		}
		counts := everySymbol(len(palette))
		for _, p := range pictures {
			if err := counts.add(p); err != nil {
				return nil, err
			}
		}
		code = counts.code()
	}
	return code, nil
}

// Guess returns the code from which training starts. This code favours a few literals and many short matches.
func Guess(colours int) []byte {
	t := everySymbol(colours)
	for s := range t.lit {
		switch {
		case s >= ending:
			t.lit[s] *= 40
		case t.lit[s] > 0:
			t.lit[s] *= 20
		}
	}
	return t.code()
}

// A tally counts the uses of each symbol.
type tally struct {
	lit  [literals]int
	dist [distances]int
}

// everySymbol returns a tally that counts each possible symbol once.
func everySymbol(colours int) *tally {
	t := &tally{}
	for s := range t.lit {
		if s < colours || s >= ending {
			t.lit[s] = 1
		}
	}
	for s := range t.dist {
		t.dist[s] = 1
	}
	return t
}

// code returns the best code for the counts.
func (t *tally) code() []byte {
	return slices.Concat(huffman(t.lit[:], mostBits), huffman(t.dist[:], mostBits))
}

// add counts the symbols of a picture.
func (t *tally) add(picture []byte) error {
	r := reader{data: pixels(picture), at: 3} // skips the block type
	lit, dist := r.trees()
	for r.at < 8*len(r.data) {
		s := r.symbol(lit)
		t.lit[s]++
		switch {
		case s == ending:
			return nil
		case s > ending:
			r.at += restOfLength(s)
			d := r.symbol(dist)
			t.dist[d]++
			r.at += max(0, d/2-1)
		}
	}
	return fmt.Errorf("a picture ends too early")
}

func restOfLength(symbol int) int {
	if symbol == 285 {
		return 0
	}
	return max(0, (symbol-257)/4-1)
}

// pixels returns the compressed rows of a PNG without the two bytes of their header.
func pixels(picture []byte) []byte {
	for at := 8; ; {
		n := int(binary.BigEndian.Uint32(picture[at:]))
		if string(picture[at+4:at+8]) == "IDAT" {
			return picture[at+8+2 : at+8+n]
		}
		at += 12 + n
	}
}

// A reader reads data bit by bit.
type reader struct {
	data []byte
	at   int
}

func (r *reader) bits(n int) (v int) {
	for i := range n {
		v |= int(r.data[r.at>>3]>>(r.at&7)) & 1 << i
		r.at++
	}
	return v
}

// trees returns the two codes in the header of a block.
func (r *reader) trees() (lit, dist tree) {
	lits, dists, n := 257+r.bits(5), 1+r.bits(5), 4+r.bits(4)
	short := make([]uint8, len(order))
	for _, s := range order[:n] {
		short[s] = uint8(r.bits(3))
	}
	var lengths []uint8
	for of := newTree(short); len(lengths) < lits+dists; {
		switch s := r.symbol(of); s {
		case 16:
			lengths = append(lengths, slices.Repeat(lengths[len(lengths)-1:], 3+r.bits(2))...)
		case 17:
			lengths = append(lengths, make([]uint8, 3+r.bits(3))...)
		case 18:
			lengths = append(lengths, make([]uint8, 11+r.bits(7))...)
		default:
			lengths = append(lengths, uint8(s))
		}
	}
	return newTree(lengths[:lits]), newTree(lengths[lits:])
}

// A tree is a prefix code. It holds the number of symbols for each number of bits, and the symbols in order.
type tree struct {
	count   [mostBits + 1]int
	symbols []int
}

func newTree(lengths []uint8) (t tree) {
	for bits := uint8(1); bits <= mostBits; bits++ {
		for s, n := range lengths {
			if n == bits {
				t.count[bits]++
				t.symbols = append(t.symbols, s)
			}
		}
	}
	return t
}

// symbol reads the next symbol of a code. Codes of the same length are consecutive (RFC 1951, 3.2.2).
func (r *reader) symbol(t tree) int {
	code, first, index := 0, 0, 0
	for n := 1; ; n++ {
		code |= r.bits(1)
		if code-first < t.count[n] {
			return t.symbols[index+code-first]
		}
		index += t.count[n]
		first = (first + t.count[n]) << 1
		code <<= 1
	}
}
