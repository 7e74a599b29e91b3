package solitaire

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/cards"
	"settable/games/gamestest"
)

// randomLayout returns a layout of random cards with at most two in each pile.
func randomLayout(luck *rand.Rand) (l layout) {
	pack := luck.Perm(pack)
	for p := range piles {
		for range luck.IntN(3) {
			l.lay(p, uint8(pack[0]))
			pack = pack[1:]
		}
	}
	return l
}

// bestByExhaustion returns the value of the best reachable layout, which it finds by trying every move.
func bestByExhaustion(l layout, known map[uint64]int) int {
	if worth, ok := known[l.key]; ok {
		return worth
	}
	best := rateLayout(&l)
	try := func(next layout) { best = max(best, bestByExhaustion(next, known)) }
	if to, n := l.empty(); n > 0 {
		for p := range piles {
			if l.depth[p] > 1 { // moving a pile's only card would achieve nothing
				next := l
				next.lay(to, next.lift(p))
				try(next)
			}
		}
	}
	for a := range piles {
		for b := range a {
			for c := range b {
				x, y, z := l.below(a, 0), l.below(b, 0), l.below(c, 0)
				if x != nothing && y != nothing && z != nothing && cards.IsSet(cardOf(x), cardOf(y), cardOf(z)) {
					next := l
					next.lift(a)
					next.lift(b)
					next.lift(c)
					try(next)
				}
			}
		}
	}
	known[l.key] = best
	return best
}

// The search goes from set to set and moves cards only to reach a set. With at most two cards in each pile, this
// strategy finds the best result.
func TestSearchFindsTheBest(t *testing.T) {
	luck := rand.New(rand.NewPCG(1, 2))
	moved, taken := 0, 0
	for range 1500 {
		l := randomLayout(luck)
		s := newSearch(rateLayout)
		best := s.best(l)
		// Unnecessary moves leave fewer piles empty.
		require.Equal(t, bestByExhaustion(l, map[uint64]int{}), s.nodes[best].worth)
		for _, step := range s.stepsTo(best) {
			taken++
			moved += step.shiftCount
		}
	}
	require.Greater(t, taken, 500)
	require.Greater(t, moved, 100)
}

// The key of a layout depends on which card lies on which, but not on the order of the piles.
func TestKeysOfLayouts(t *testing.T) {
	lay := func(columns ...[]uint8) (l layout) {
		for p, column := range columns {
			for _, c := range column {
				l.lay(p, c)
			}
		}
		return l
	}
	a, b := lay([]uint8{1, 2}, []uint8{3}), lay(nil, []uint8{3}, nil, []uint8{1, 2})
	require.Equal(t, a.key, b.key)
	require.NotEqual(t, a.key, lay([]uint8{2, 1}, []uint8{3}).key)
	require.NotEqual(t, a.key, lay([]uint8{1, 2, 3}).key)
	require.NotEqual(t, a.key, lay([]uint8{1}, []uint8{2}, []uint8{3}).key)
	require.Equal(t, uint8(3), a.lift(1))
	require.Equal(t, lay([]uint8{1, 2}).key, a.key)
	require.Equal(t, uint8(2), a.left)
}

func view(offers string, cells ...games.Cell) games.View {
	return games.View{Areas: []games.Area{{Name: "piles", Cells: cells}}, Offers: []games.Offer{{Words: offers}}}
}

func card(label, code string, under ...string) games.Cell {
	c := games.Cell{Label: label, Kind: games.Face, Depth: 1 + len(under)}
	c.Card, _ = cards.Parse(code)
	for _, u := range under {
		low, _ := cards.Parse(u)
		c.Under = append(c.Under, low)
	}
	return c
}

// The search moves a card away only to reach a set below it.
func TestSearchMovesCardsOnlyForASet(t *testing.T) {
	v := view("deal", card("1", "1NPV", "1SRD"), card("2", "2SRD"), games.Cell{Label: "3"},
		card("4", "3SRD", "2NGQ"))
	plan, ok := searchMoves(v)
	require.True(t, ok)
	require.Equal(t, []string{"move 1NPV 3", "set 1SRD 2SRD 3SRD", "deal"}, plan)
	require.Equal(t, "move 1NPV 3", chooseMove(v, games.Sharp, nil))

	none := view("done", card("1", "1NPV", "1SRD"), card("2", "2SRD"), games.Cell{Label: "3"})
	plan, _ = searchMoves(none)
	require.Equal(t, []string{"done"}, plan)
}

// If a player can't see all cards, the house player plays without looking.
func TestHiddenCardsAreNotSearched(t *testing.T) {
	hidden := card("1", "1NPV")
	hidden.Depth = 3
	v := view("deal", hidden, card("2", "2SRD"), games.Cell{Label: "3"})
	_, ok := searchMoves(v)
	require.False(t, ok)
	require.Equal(t, "move 1 3", chooseMove(v, games.Sharp, nil))
	require.Equal(t, "deal", chooseMove(view("deal", card("1", "1NPV"), card("2", "2SRD")), games.Sharp, nil))
	require.Empty(t, chooseMove(view("leave", card("1", "1NPV")), games.Sharp, nil))
}

// A sharp house player gets one, two and three stars about as often as the specification says (behaviour, Endings 3).
func TestStarsAreAsRareAsSpecified(t *testing.T) {
	gamestest.SkipUnderRace(t)
	const n = 1000
	seen := games.Counts{}
	require.NoError(t, trials(rand.New(rand.NewPCG(1, 27)), nil, 1, n, seen))
	var reached [len(starsFrom) + 1]int
	for sets, times := range seen["sets_mean_search"] {
		for k := range stars(sets) {
			reached[k+1] += times
		}
	}
	require.InDelta(t, 0.76, float64(reached[1])/n, 0.05)
	require.InDelta(t, 0.47, float64(reached[2])/n, 0.05)
	require.InDelta(t, 0.04, float64(reached[3])/n, 0.02)
	require.Equal(t, []int{0, 0, 1, 1, 2, 2, 3}, []int{stars(0), stars(18), stars(19), stars(23), stars(24), stars(26), stars(27)})
}
