package splice

// order is the order in which the code length codes are stored (RFC 1951, 3.2.7).
var order = [19]int{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

// block writes the header of a picture's only deflate block. The header contains the code.
func block(t *bitWriter, trained []byte) {
	t.grow(512)
	t.put(word{0b101, 3}) // the last block, with a dynamic code
	parts := runs(trained)
	counts := make([]int, 19)
	for _, p := range parts {
		counts[p.symbol]++
	}
	short := huffman(counts, 7)
	words := make([]word, 19)
	canonical(words, short)
	n := len(order)
	for n > 4 && short[order[n-1]] == 0 {
		n--
	}
	t.put(word{literals - 257, 5})
	t.put(word{distances - 1, 5})
	t.put(word{uint64(n - 4), 4})
	for _, s := range order[:n] {
		t.put(word{uint64(short[s]), 3})
	}
	for _, p := range parts {
		t.put(words[p.symbol].followedBy(p.rest))
	}
}

// runs encodes the code lengths: symbols 0 to 15 are lengths, 16 repeats the last length 3 to 6 times, and 17 and 18
// are runs of zeros.
func runs(lengths []uint8) (parts []extra) {
	for i := 0; i < len(lengths); {
		n := 1
		for i+n < len(lengths) && lengths[i+n] == lengths[i] {
			n++
		}
		v := int(lengths[i])
		i += n
		if v == 0 {
			for ; n >= 11; n -= min(n, 138) {
				parts = append(parts, extra{18, word{uint64(min(n, 138) - 11), 7}})
			}
			if n >= 3 {
				parts = append(parts, extra{17, word{uint64(n - 3), 3}})
				n = 0
			}
		} else {
			parts = append(parts, extra{symbol: v})
			for n--; n >= 3; n -= min(n, 6) {
				parts = append(parts, extra{16, word{uint64(min(n, 6) - 3), 2}})
			}
		}
		for ; n > 0; n-- {
			parts = append(parts, extra{symbol: v})
		}
	}
	return parts
}
