package splicetest

import (
	"encoding/binary"
	"slices"
)

// pixels returns the rows of a PNG in compressed form, without the two bytes before them.
func pixels(picture []byte) []byte {
	for at := 8; ; {
		n := int(binary.BigEndian.Uint32(picture[at:]))
		if string(picture[at+4:at+8]) == "IDAT" {
			return picture[at+8+2 : at+8+n]
		}
		at += 12 + n
	}
}

// A reader reads bits.
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

// order is the order in which the lengths of the code of lengths are written (RFC 1951, 3.2.7).
var order = [19]int{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

// trees returns the two codes in the head of a block.
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

// A tree is a prefix code: how many symbols have each number of bits, and which symbols these are, in order.
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

// symbol returns the next symbol of a code; codes of one length are consecutive (RFC 1951, 3.2.2).
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
