package splice

import "encoding/binary"

// A word holds up to 56 bits, starting with the lowest.
type word struct {
	bits uint64
	n    uint8
}

// mostInWord is the maximum length of a word in bits. A word and up to 7 pending bits fit into 64 bits.
const mostInWord = 56

// followedBy returns the word with the bits of v appended.
func (w word) followedBy(v word) word {
	return word{bits: w.bits | v.bits<<w.n, n: w.n + v.n}
}

// A bitWriter is a growing string of bits. The bytes of buf from index at onwards are free. The caller must reserve
// enough of them with grow.
type bitWriter struct {
	buf  []byte
	at   int    // number of complete bytes
	held uint64 // bits that don't fill a byte yet
	n    uint   // number of bits in held, less than 8
}

// grow makes room for n more bytes, and for 8 bytes that may be overwritten beyond them.
func (t *bitWriter) grow(n int) {
	if need := t.at + n + 8; need > len(t.buf) {
		bigger := make([]byte, need+need/2)
		copy(bigger, t.buf[:t.at])
		t.buf = bigger
	}
}

func (t *bitWriter) put(w word) {
	t.held |= w.bits << t.n
	t.n += uint(w.n)
	binary.LittleEndian.PutUint64(t.buf[t.at:], t.held)
	t.at += int(t.n >> 3)
	t.held >>= t.n &^ 7
	t.n &= 7
}

// copyBits appends the first n bits of src. At least 8 more bytes must follow them in src.
func (t *bitWriter) copyBits(src []byte, n uint) {
	for ; n > mostInWord; n -= mostInWord {
		t.put(word{bits: binary.LittleEndian.Uint64(src) & (1<<mostInWord - 1), n: mostInWord})
		src = src[mostInWord/8:]
	}
	t.put(word{bits: binary.LittleEndian.Uint64(src) & (1<<n - 1), n: uint8(n)})
}

// align pads the last byte with zeros.
func (t *bitWriter) align() {
	t.put(word{n: uint8(-t.n & 7)})
}
