package solitaire

import (
	"cmp"
	"slices"
)

// A step of a plan takes one set, after the cards that lie on it were moved to empty piles.
type step struct {
	shifts [maxShifts]shift
	moved  int // how many entries of shifts are used
	set    [3]uint8
}

type shift struct{ card, to uint8 }

const (
	maxShifts = 3   // cards moved for one set; with 2 the search wins a little less, with 4 no more
	width     = 300 // the layouts kept of each layer; few layers have as many
)

// A search finds which sets can be taken from a layout, and in which order. A layer is the layouts
// from which equally many sets were taken; the search goes from layer to layer and keeps only the
// most promising of each.
type search struct {
	nodes []node
	known map[uint64]bool
	worth func(*layout) int // rates a layout before the next deal
}

// node is a layout within reach, and the last step that leads to it.
type node struct {
	layout
	parent int
	step   step
	worth  int
}

func newSearch(worth func(*layout) int) *search {
	return &search{known: map[uint64]bool{}, worth: worth}
}

// best is the index in nodes of the most promising layout within reach.
func (s *search) best(from layout) (best int) {
	s.nodes = append(s.nodes, node{layout: from, parent: -1, worth: s.worth(&from)})
	for layer := []int{0}; len(layer) > 0; {
		first := len(s.nodes)
		for _, i := range layer {
			if s.nodes[i].worth > s.nodes[best].worth {
				best = i
			}
			s.grow(i)
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

// plan is the steps that lead to a node, in order.
func (s *search) plan(to int) (steps []step) {
	for i := to; s.nodes[i].parent >= 0; i = s.nodes[i].parent {
		steps = append(steps, s.nodes[i].step)
	}
	slices.Reverse(steps)
	return steps
}

// spot is where a card lies: the pile, and how far below its top.
type spot struct{ pile, offset int }

// grow adds the layouts that are one set away from a node. A set can be taken if there are at least
// as many empty piles as cards that must move off it.
func (s *search) grow(parent int) {
	l := s.nodes[parent].layout
	_, room := l.empty()
	room = min(room, maxShifts)
	var (
		list  [piles * (1 + maxShifts)]uint8
		at    [piles * (1 + maxShifts)]spot
		place [pack]uint8 // one more than the index in list; 0: not in it
		n     int
	)
	for p := range piles {
		for o := range min(int(l.depth[p]), 1+room) {
			list[n], at[n] = l.below(p, o), spot{p, o}
			n++
			place[list[n-1]] = uint8(n)
		}
	}
	for i := range n {
		for j := i + 1; j < n; j++ {
			k := int(place[third[list[i]][list[j]]]) - 1
			if k <= j {
				continue // no set there, or one that was found before
			}
			if spots := [3]spot{at[i], at[j], at[k]}; cost(spots) <= room {
				s.add(parent, [3]uint8{list[i], list[j], list[k]}, spots)
			}
		}
	}
}

// cost is how many cards must move before three cards are tops: in each pile all cards above the
// lowest of the three.
func cost(three [3]spot) (sum int) {
	var above [piles]int
	for _, s := range three {
		above[s.pile] = max(above[s.pile], s.offset)
	}
	for _, n := range above {
		sum += n
	}
	return sum
}

// add adds the layout after the cards on a set were moved away and the set was taken.
func (s *search) add(parent int, set [3]uint8, at [3]spot) {
	before := &s.nodes[parent].layout
	next := node{layout: *before, parent: parent, step: step{set: set}}
	for _, p := range at {
		for want := before.depth[p.pile] - uint8(p.offset); next.depth[p.pile] > want; {
			to, _ := next.empty()
			c := next.lift(p.pile)
			next.lay(to, c)
			next.step.shifts[next.step.moved] = shift{c, uint8(to)}
			next.step.moved++
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
