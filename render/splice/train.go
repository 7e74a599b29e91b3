package splice

import (
	"bytes"
	"fmt"
	"image/color"
)

// Train finds the code in which pictures like those that draw makes are
// shortest. Draw is called once a round, with the kit of the round before, and
// returns pictures made with it. The result is for Load. The bot never learns:
// go generate does, with a test of package render that keeps what it has learnt
// in a file.
func Train(width int, palette color.Palette, rounds int, draw func(*Kit) ([][]byte, error)) ([]byte, error) {
	k, err := newKit(width, palette, guess(len(palette)))
	if err != nil {
		return nil, err
	}
	for range rounds {
		pictures, err := draw(k)
		if err != nil {
			return nil, fmt.Errorf("splice: making pictures to learn from: %w", err)
		}
		counts := every(len(palette))
		for _, p := range pictures {
			if err := k.count(p, counts); err != nil {
				return nil, err
			}
		}
		if k, err = newKit(width, palette, counts.lengths()); err != nil {
			return nil, err
		}
	}
	return k.Code(), nil
}

// every counts each symbol that may ever be needed once.
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

// guess is what training begins with: few literals and many short matches.
func guess(colours int) *lengths {
	t := every(colours)
	for s := range t.lit {
		switch {
		case s >= ending:
			t.lit[s] *= 40
		case t.lit[s] > 0:
			t.lit[s] *= 20
		}
	}
	return t.lengths()
}

// count adds the symbols of a picture that was made with the kit.
func (k *Kit) count(picture []byte, t *tally) error {
	data := picture[len(k.head)+10:]
	if !bytes.HasPrefix(data, []byte(k.block)) {
		return fmt.Errorf("splice: a picture of another kit")
	}
	r := reader{data: data, at: 8*len(k.block) + int(k.blockEnd.n)}
	lit, dist := newTree(k.code.lit[:]), newTree(k.code.dist[:])
	for r.at < 8*len(data) {
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
	return fmt.Errorf("splice: a picture without end")
}

func restOfLength(symbol int) int {
	if symbol == 285 {
		return 0
	}
	return max(0, (symbol-257)/4-1)
}

// A reader goes through bits.
type reader struct {
	data []byte
	at   int
}

func (r *reader) bit() int {
	b := int(r.data[r.at>>3]>>(r.at&7)) & 1
	r.at++
	return b
}

// A tree is a prefix code, from its root; a node has others or is a symbol.
type tree []node

type node struct {
	next   [2]int
	symbol int
}

func newTree(words []word) tree {
	t := tree{{}}
	for s, w := range words {
		at := 0
		for i := range w.n {
			b := w.bits >> i & 1
			if t[at].next[b] == 0 {
				t = append(t, node{})
				t[at].next[b] = len(t) - 1
			}
			at = t[at].next[b]
		}
		t[at].symbol = s
	}
	return t
}

func (r *reader) symbol(t tree) int {
	at := t[0].next[r.bit()]
	for t[at].next != [2]int{} {
		at = t[at].next[r.bit()]
	}
	return t[at].symbol
}
