package cards

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// tripleLoop finds sets in the simplest possible way. Tests compare the fast version with it.
func tripleLoop(list []Card) [][3]Card { return appendTripleLoop(nil, list) }

func appendTripleLoop(found [][3]Card, list []Card) [][3]Card {
	same := func(x, y, z uint8) bool { return x == y && y == z || x != y && y != z && x != z }
	for i, a := range list {
		for j, b := range list[i+1:] {
			for _, c := range list[i+j+2:] {
				if same(uint8(a.Number()), uint8(b.Number()), uint8(c.Number())) &&
					same(uint8(a.Shading()), uint8(b.Shading()), uint8(c.Shading())) &&
					same(uint8(a.Colour()), uint8(b.Colour()), uint8(c.Colour())) &&
					same(uint8(a.Shape()), uint8(b.Shape()), uint8(c.Shape())) {
					found = append(found, [3]Card{a, b, c})
				}
			}
		}
	}
	return found
}

func deal(source *rand.Rand, n int) []Card {
	pack := SETPack().Cards()
	source.Shuffle(len(pack), func(i, j int) { pack[i], pack[j] = pack[j], pack[i] })
	return pack[:n]
}

// The 81 cards contain exactly 1,080 sets (Cards 3).
func TestThereAre1080Sets(t *testing.T) {
	require.Len(t, Sets(SETPack().Cards()), 1080)
	require.Len(t, tripleLoop(SETPack().Cards()), 1080)
}

// Any two cards determine the third card of a set (Cards 2).
func TestTwoCardsDetermineTheThird(t *testing.T) {
	pack := SETPack().Cards()
	for _, a := range pack {
		for _, b := range pack {
			sets := 0
			for _, c := range pack {
				if IsSet(a, b, c) {
					sets++
					require.Equal(t, c, Third(a, b))
				}
			}
			if a == b {
				require.Zero(t, sets, "three different cards")
				continue
			}
			require.Equal(t, 1, sets)
		}
	}
}

func TestSetsAgreeWithTheTripleLoop(t *testing.T) {
	source := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		list := deal(source, 1+source.IntN(21))
		slow := tripleLoop(list)
		require.ElementsMatch(t, slow, Sets(list))
		require.Equal(t, len(slow) > 0, HasSet(list))
	}
	require.Empty(t, Sets(nil))
	require.False(t, HasSet(nil))
}

// twentyWithoutSet searches for twenty cards without a set.
func twentyWithoutSet(t *testing.T) []Card {
	var find func(kept []Card, left []Card) []Card
	find = func(kept, left []Card) []Card {
		if len(kept) == 20 {
			return kept
		}
		for i, c := range left {
			if len(kept)+len(left)-i < 20 {
				return nil
			}
			next := left[:0:0]
			for _, d := range left[i+1:] {
				bad := false
				for _, k := range append(kept, c) {
					bad = bad || k != c && Third(k, c) == d
				}
				if !bad {
					next = append(next, d)
				}
			}
			if full := find(append(kept[:len(kept):len(kept)], c), next); full != nil {
				return full
			}
		}
		return nil
	}
	full := find(nil, SETPack().Cards())
	require.Len(t, full, 20)
	return full
}

// Any 21 cards contain a set (Cards 3).
func TestTwentyOneCardsAlwaysHoldASet(t *testing.T) {
	full := twentyWithoutSet(t)
	require.Empty(t, tripleLoop(full))
	require.False(t, HasSet(full))
	for _, c := range SETPack().Cards() { // no card can be added
		if !(Bag{}).join(full).Has(c) {
			require.True(t, HasSet(append(full[:20:20], c)), c)
		}
	}
	source := rand.New(rand.NewPCG(3, 4))
	for range 20_000 {
		require.True(t, HasSet(deal(source, 21)))
	}
}

func (b Bag) join(list []Card) Bag {
	for _, c := range list {
		b = b.With(c)
	}
	return b
}

func TestBag(t *testing.T) {
	require.Equal(t, 81, SETPack().Len())
	require.Equal(t, 52, StandardPack().Len())
	both := SETPack().join(StandardPack().Cards())
	require.Equal(t, 133, both.Len())
	seen := map[string]bool{}
	for i, c := range both.Cards() {
		require.Equal(t, Card(i+1), c)
		again, ok := Parse(c.String())
		require.True(t, ok)
		require.Equal(t, c, again)
		require.False(t, seen[c.String()])
		seen[c.String()] = true
		require.False(t, both.Without(c).Has(c))
		require.Equal(t, both, both.Without(c).With(c))
		require.NotEqual(t, c.IsSET(), c.IsStandard())
	}
	require.Equal(t, "1SRD", firstSET.String())
	require.Equal(t, "AS", firstStandard.String())
	for _, bad := range []string{"", "1", "4SRD", "1SRDX", "????", "1\u017fRD", "1SDR", "10H", "A", "SA"} {
		_, ok := Parse(bad)
		require.False(t, ok, "%q", bad)
	}
}

func TestHasSetAllocatesNothing(t *testing.T) {
	list := deal(rand.New(rand.NewPCG(5, 6)), 12)
	found := make([][3]Card, 0, 20)
	require.Zero(t, testing.AllocsPerRun(100, func() { HasSet(list); found = AppendSets(found[:0], list) }))
}

// BenchmarkSets finds all sets in random layouts, and alternates between the fast version and the triple loop. Each
// round takes a few microseconds and the benchmark reports medians, so the results on a busy machine are nearly the
// same as on an idle one. It uses more layouts than a branch predictor can learn.
func BenchmarkSets(b *testing.B) {
	const turns, each = 256, 64
	for _, n := range []int{12, 15, 21} {
		layouts := make([][]Card, turns*each)
		for i := range layouts {
			layouts[i] = deal(rand.New(rand.NewPCG(uint64(n), uint64(i))), n)
		}
		found := make([][3]Card, 0, 64)
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			var fast, slow []time.Duration
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				turn := layouts[i%turns*each:][:each]
				start := time.Now()
				for _, l := range turn {
					found = AppendSets(found[:0], l)
				}
				between := time.Now()
				for _, l := range turn {
					found = appendTripleLoop(found[:0], l)
				}
				fast, slow = append(fast, between.Sub(start)), append(slow, time.Since(between))
			}
			f, s := middle(fast)/each, middle(slow)/each
			b.ReportMetric(f, "ns/table")
			b.ReportMetric(s, "triple-ns/table")
			b.ReportMetric(s/f, "×faster")
		})
	}
}

func middle(took []time.Duration) float64 {
	slices.Sort(took)
	return float64(took[len(took)/2].Nanoseconds())
}

func BenchmarkHasSet(b *testing.B) {
	layouts := make([][]Card, 64)
	for i := range layouts {
		layouts[i] = deal(rand.New(rand.NewPCG(12, uint64(i))), 12)
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		HasSet(layouts[i%64])
	}
}
