package solitaire

import (
	"cmp"
	"math/bits"
	"slices"

	"settable/games"
	"settable/games/cards"
)

const (
	deepest = rounds // no pile has more cards than rounds
	nothing = pack   // cards are numbered 0 to 80 in a layout; this number means none
)

// A layout holds the nine piles of a solitaire in the form that the search uses. It is small and copied by value.
// Layouts that differ only in the order of their piles have the same key.
type layout struct {
	card  [piles][deepest]uint8 // from the bottom
	depth [piles]uint8
	left  uint8 // how many cards are on the piles
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

// below returns the card at an offset from the top, or nothing.
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

// keys[c][d] is a random number that stands for card c on card d, or for card c at the bottom of a pile if d is
// nothing. The key of a layout combines the numbers of all its cards.
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

// third[a][b] is the card that completes a set with a and b.
var third = func() (t [pack][pack]uint8) {
	all := cards.SETPack().Cards()
	for i, a := range all {
		for j, b := range all {
			t[i][j] = numberOf(cards.Third(a, b))
		}
	}
	return t
}()

var firstCard = cards.SETPack().Cards()[0]

func numberOf(c cards.Card) uint8 { return uint8(c - firstCard) }
func cardOf(n uint8) cards.Card   { return firstCard + cards.Card(n) }

// layoutOf converts a view to a layout. It returns false if the viewer may not see all cards.
func layoutOf(v games.View) (l layout, known bool) {
	for i, cell := range v.Areas[0].Cells {
		if cell.Kind != games.Face {
			continue
		}
		if len(cell.Under) != max(0, cell.Depth-1) {
			return l, false
		}
		for _, c := range cell.Under {
			l.lay(i, numberOf(c))
		}
		l.lay(i, numberOf(cell.Card))
	}
	return l, true
}

// A step of a plan moves the cards on top of a set to empty piles and then takes the set.
type step struct {
	shifts     [maxShifts]shift
	shiftCount int // how many entries of shifts are used
	set        [3]uint8
}

type shift struct{ card, to uint8 }

const (
	maxShifts = 3   // most cards moved for one set; with 2 the search wins slightly less often, with 4 not more often
	width     = 300 // how many layouts of each layer are kept; few layers have so many
)

// A search finds which sets can be taken from a layout, and in which order. A layer holds the layouts from which the
// same number of sets has been taken. The search goes from layer to layer and keeps only the most promising layouts of
// each layer.
type search struct {
	nodes []node
	known map[uint64]bool
	worth func(*layout) int // rates a layout before the next deal
}

// node is a reachable layout and the last step that leads to it.
type node struct {
	layout
	parent int
	step   step
	worth  int
}

func newSearch(worth func(*layout) int) *search {
	return &search{known: map[uint64]bool{}, worth: worth}
}

// best returns the index in nodes of the most promising reachable layout.
func (s *search) best(from layout) (best int) {
	s.nodes = append(s.nodes, node{layout: from, parent: -1, worth: s.worth(&from)})
	for layer := []int{0}; len(layer) > 0; {
		first := len(s.nodes)
		for _, i := range layer {
			if s.nodes[i].worth > s.nodes[best].worth {
				best = i
			}
			s.expand(i)
		}
		layer = layer[:0]
		for i := first; i < len(s.nodes); i++ {
			layer = append(layer, i)
		}
		if len(layer) > width {
			slices.SortStableFunc(layer, func(a, b int) int { return cmp.Compare(s.nodes[b].worth, s.nodes[a].worth) })
			layer = layer[:width]
		}
	}
	return best
}

// stepsTo returns the steps that lead to a node, in order.
func (s *search) stepsTo(to int) (steps []step) {
	for i := to; s.nodes[i].parent >= 0; i = s.nodes[i].parent {
		steps = append(steps, s.nodes[i].step)
	}
	slices.Reverse(steps)
	return steps
}

// position says where a card is: in which pile, and how far below the top.
type position struct{ pile, offset int }

// expand adds the layouts that are one set away from a node. A set can be taken if enough piles are empty for the cards
// on top of it.
func (s *search) expand(parent int) {
	l := s.nodes[parent].layout
	_, room := l.empty()
	room = min(room, maxShifts)
	var (
		list  [piles * (1 + maxShifts)]uint8
		at    [piles * (1 + maxShifts)]position
		place [pack]uint8 // one more than the card's index in list; 0: not in list
		n     int
	)
	for p := range piles {
		for o := range min(int(l.depth[p]), 1+room) {
			list[n], at[n] = l.below(p, o), position{p, o}
			n++
			place[list[n-1]] = uint8(n)
		}
	}
	for i := range n {
		for j := i + 1; j < n; j++ {
			k := int(place[third[list[i]][list[j]]]) - 1
			if k <= j {
				continue // not a set, or one that was already found
			}
			if spots := [3]position{at[i], at[j], at[k]}; cost(spots) <= room {
				s.add(parent, [3]uint8{list[i], list[j], list[k]}, spots)
			}
		}
	}
}

// cost returns how many cards must be moved before the three cards are on top of their piles. In each pile, these are
// all cards above the lowest of the three.
func cost(three [3]position) (sum int) {
	var above [piles]int
	for _, s := range three {
		above[s.pile] = max(above[s.pile], s.offset)
	}
	for _, n := range above {
		sum += n
	}
	return sum
}

// add adds the layout that results from moving away the cards on top of a set and then taking the set.
func (s *search) add(parent int, set [3]uint8, at [3]position) {
	before := &s.nodes[parent].layout
	next := node{layout: *before, parent: parent, step: step{set: set}}
	for _, p := range at {
		for want := before.depth[p.pile] - uint8(p.offset); next.depth[p.pile] > want; {
			to, _ := next.empty()
			c := next.lift(p.pile)
			next.lay(to, c)
			next.step.shifts[next.step.shiftCount] = shift{c, uint8(to)}
			next.step.shiftCount++
		}
	}
	for p := range piles {
		if slices.Contains(set[:], next.below(p, 0)) {
			next.lift(p)
		}
	}
	if s.known[next.key] {
		return
	}
	s.known[next.key] = true
	next.worth = s.worth(&next.layout)
	s.nodes = append(s.nodes, next)
}
