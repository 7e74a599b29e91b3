package cards

import "math/bits"

// A Bag is an unordered collection of cards without duplicates. Bags can be compared with ==. The zero Bag is empty.
type Bag [3]uint64

// SETPack returns the 81 SET cards.
func SETPack() Bag      { return span(firstSET, firstStandard) }
func StandardPack() Bag { return span(firstStandard, afterStandard) }

// BagOf returns a Bag of the cards in a list.
func BagOf(list []Card) (b Bag) {
	for _, c := range list {
		b = b.With(c)
	}
	return b
}

func span(from, to Card) (b Bag) {
	for c := from; c < to; c++ {
		b = b.With(c)
	}
	return b
}

func (b Bag) With(c Card) Bag { b[c>>6] |= 1 << (c & 63); return b }

func (b Bag) Without(c Card) Bag { b[c>>6] &^= 1 << (c & 63); return b }

func (b Bag) Has(c Card) bool { return b[c>>6]>>(c&63)&1 == 1 }

func (b Bag) Len() int {
	return bits.OnesCount64(b[0]) + bits.OnesCount64(b[1]) + bits.OnesCount64(b[2])
}

// Plus returns the union of b and o.
func (b Bag) Plus(o Bag) Bag {
	for i := range b {
		b[i] |= o[i]
	}
	return b
}

// Minus returns the cards of b that are not in o.
func (b Bag) Minus(o Bag) Bag {
	for i := range b {
		b[i] &^= o[i]
	}
	return b
}

// Cards returns the cards of b in ascending order.
func (b Bag) Cards() []Card {
	list := make([]Card, 0, b.Len())
	for i, word := range b {
		for ; word != 0; word &= word - 1 {
			list = append(list, Card(i*64+bits.TrailingZeros64(word)))
		}
	}
	return list
}
