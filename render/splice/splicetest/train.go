// Package splicetest finds the codes of kits. The bot never does this: go generate does, with a test of package render
// that stores the result in a file.
package splicetest

import (
	"fmt"
	"image/color"
	"slices"

	"settable/render/splice"
)

// The alphabets of deflate (RFC 1951, 3.2.5).
const (
	literals  = 286
	distances = 30
	ending    = 256
	mostBits  = 15 // of a code
)

// Train finds the code in which pictures like those of draw are shortest. draw is called once for
// each round, with the kit of the round before, and returns pictures made with it. The result is for
// splice.Load.
func Train(width int, palette color.Palette, rounds int,
	draw func(*splice.Kit) ([][]byte, error)) ([]byte, error) {
	code := Guess(len(palette))
	for range rounds {
		k, err := splice.Load(width, palette, code)
		if err != nil {
			return nil, err
		}
		pictures, err := draw(k)
		if err != nil {
			return nil, fmt.Errorf("making pictures to learn from: %w", err)
		}
		counts := every(len(palette))
		for _, p := range pictures {
			if err := counts.add(p); err != nil {
				return nil, err
			}
		}
		code = counts.code()
	}
	return code, nil
}

// Guess returns the code with which training begins: few literals and many short matches.
func Guess(colours int) []byte {
	t := every(colours)
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

// A tally counts how often each symbol is used.
type tally struct {
	lit  [literals]int
	dist [distances]int
}

// every counts each symbol that may be needed once.
func every(colours int) *tally {
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
	return slices.Concat(splice.Huffman(t.lit[:], mostBits), splice.Huffman(t.dist[:], mostBits))
}

// add counts the symbols of a picture.
func (t *tally) add(picture []byte) error {
	r := reader{data: pixels(picture), at: 3} // after the block type
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
	return fmt.Errorf("a picture without an end")
}

func restOfLength(symbol int) int {
	if symbol == 285 {
		return 0
	}
	return max(0, (symbol-257)/4-1)
}
