package solitaire

import (
	"math/bits"

	"settable/games"
	"settable/games/cards"
)

const (
	deepest = rounds // no pile has more cards than rounds
	nothing = pack   // cards are numbered 0 to 80 in a layout; this stands for none
)

// A layout is the nine piles of a solitaire as the search sees them. It is small and copied by value.
// Its key is the same for layouts that differ only in the order of their piles.
type layout struct {
	card  [piles][deepest]uint8 // from the bottom
	depth [piles]uint8
	left  uint8 // how many cards lie on the piles
	key   uint64
}

func (l *layout) lay(pile int, c uint8) {
	l.key ^= keys[c][l.below(pile, 0)]
	l.card[pile][l.depth[pile]] = c
	l.depth[pile]++
	l.left++
}

func (l *layout) lift(pile int) uint8 {
	l.depth[pile]--
	l.left--
	c := l.card[pile][l.depth[pile]]
	l.key ^= keys[c][l.below(pile, 0)]
	return c
}

// below is the card at an offset from the top; nothing where there is none.
func (l *layout) below(pile, offset int) uint8 {
	d := int(l.depth[pile]) - 1 - offset
	if d < 0 {
		return nothing
	}
	return l.card[pile][d]
}

func (l *layout) empty() (first, n int) {
	first = -1
	for i := piles - 1; i >= 0; i-- {
		if l.depth[i] == 0 {
			first = i
			n++
		}
	}
	return first, n
}

// keys[c][d] is a random number for card c lying on card d, or on the bottom where d is nothing.
// Which cards lie on which determines a layout except for the order of its piles.
var keys = func() (k [pack][pack + 1]uint64) {
	x := uint64(0x9e3779b97f4a7c15)
	for i := range k {
		for j := range k[i] {
			x ^= x << 13
			x ^= x >> 7
			x ^= x << 17
			k[i][j] = bits.RotateLeft64(x*0x2545f4914f6cdd1d, 31)
		}
	}
	return k
}()

// third[a][b] is the card that makes a set with a and b.
var third = func() (t [pack][pack]uint8) {
	all := cards.SETPack().Cards()
	for i, a := range all {
		for j, b := range all {
			t[i][j] = number(cards.Third(a, b))
		}
	}
	return t
}()

var firstCard = cards.SETPack().Cards()[0]

func number(c cards.Card) uint8   { return uint8(c - firstCard) }
func numbered(n uint8) cards.Card { return firstCard + cards.Card(n) }

// seen reads the layout from a view. known is false where the viewer may not see all cards.
func seen(v games.View) (l layout, known bool) {
	for i, cell := range v.Areas[0].Cells {
		if cell.Kind != games.Face {
			continue
		}
		if len(cell.Under) != max(0, cell.Depth-1) {
			return l, false
		}
		for _, c := range cell.Under {
			l.lay(i, number(c))
		}
		l.lay(i, number(cell.Card))
	}
	return l, true
}
