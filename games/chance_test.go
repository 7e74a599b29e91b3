package games

import (
	crand "crypto/rand"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games/cards"
)

func codes(t testing.TB, words ...string) []cards.Card {
	list := make([]cards.Card, len(words))
	for i, w := range words {
		c, ok := cards.Parse(w)
		require.True(t, ok, w)
		list[i] = c
	}
	return list
}

func TestLuckDrawsDifferentCardsOfTheBag(t *testing.T) {
	for _, chance := range []Chance{NewChance(), Seeded(7)} {
		from := cards.SETPack().Without(codes(t, "2SRD")[0])
		drawn, err := chance.Draw(Owed{Count: 80, From: from})
		require.NoError(t, err)
		require.Len(t, drawn, 80)
		for _, c := range drawn {
			require.True(t, from.Has(c))
			from = from.Without(c)
		}
		_, err = chance.Draw(Owed{Count: 1, From: from})
		require.Error(t, err)
	}
}

func TestSeededLuckRepeats(t *testing.T) {
	o := Owed{Count: 12, From: cards.SETPack()}
	a, _ := Seeded(1).Draw(o)
	b, _ := Seeded(1).Draw(o)
	c, _ := Seeded(2).Draw(o)
	require.Equal(t, a, b)
	require.NotEqual(t, a, c)
}

// Each of the 81 cards is equally likely in each of the first 40 positions. With 80 degrees of freedom, chi-squared
// exceeds 150 only once in 200,000 runs. The seed is fixed.
func TestLuckIsFair(t *testing.T) {
	const n = 81_000
	luck, counts := Seeded(3), [40]map[cards.Card]int{}
	for place := range counts {
		counts[place] = map[cards.Card]int{}
	}
	for range n {
		drawn, err := luck.Draw(Owed{Count: len(counts), From: cards.SETPack()})
		require.NoError(t, err)
		for place, c := range drawn {
			counts[place][c]++
		}
	}
	for place := range counts {
		require.Len(t, counts[place], 81)
		sum := 0.0
		for _, often := range counts[place] {
			d := float64(often) - n/81
			sum += d * d / (n / 81)
		}
		require.Less(t, sum, 150.0, "card %d", place+1)
	}
}

// A card doesn't predict the next one: all pairs of consecutive cards are equally likely.
func TestNeighboursAreIndependent(t *testing.T) {
	const n = 400_000
	luck, counts := Seeded(4), map[[2]cards.Card]int{}
	from := cards.SETPack()
	for _, c := range from.Cards()[12:] {
		from = from.Without(c)
	}
	for range n {
		drawn, err := luck.Draw(Owed{Count: 12, From: from})
		require.NoError(t, err)
		counts[[2]cards.Card{drawn[10], drawn[11]}]++
	}
	require.Len(t, counts, 12*11)
	sum := 0.0
	for _, often := range counts {
		d := float64(often) - n/132.0
		sum += d * d / (n / 132.0)
	}
	require.Less(t, sum, 210.0, "131 degrees of freedom")
}

// knownBytes replaces the operating system's random source with fixed bytes.
type knownBytes struct {
	bytes [64]byte
	read  int
}

func (k *knownBytes) Read(p []byte) (int, error) {
	n := copy(p, k.bytes[k.read:])
	k.read += n
	return n, nil
}

// NewChance reads its 256-bit seed from the operating system. Changing any byte of the seed changes the deal.
func TestEveryByteOfTheSeedCounts(t *testing.T) {
	system := crand.Reader
	defer func() { crand.Reader = system }()
	deal := func(flipped int) string {
		k := &knownBytes{}
		if flipped >= 0 {
			k.bytes[flipped] = 1
		}
		crand.Reader = k
		drawn, err := NewChance().Draw(Owed{Count: 12, From: cards.SETPack()})
		require.NoError(t, err)
		require.Equal(t, 32, k.read)
		return fmt.Sprint(drawn)
	}
	seen := map[string]int{deal(-1): -1}
	for i := range 32 {
		d := deal(i)
		require.NotContains(t, seen, d, "byte %d", i)
		seen[d] = i
	}
}

func TestStackedDealsInOrder(t *testing.T) {
	s := Stacked{
		Decks:    [][]cards.Card{codes(t, "1SRD", "2SRD", "3SRD"), codes(t, "1SGD")},
		Shuffles: [][]cards.Card{codes(t, "3SRD", "1SRD", "2SRD")},
	}
	from := cards.SETPack()
	drawn, err := s.Draw(Owed{Count: 2, From: from.Without(codes(t, "1SRD")[0]), Deck: 1})
	require.NoError(t, err)
	require.Equal(t, codes(t, "2SRD", "3SRD"), drawn)
	drawn, err = s.Draw(Owed{Count: 1, From: from, Deck: 1, Shuffle: 1})
	require.NoError(t, err)
	require.Equal(t, codes(t, "3SRD"), drawn)
	for _, o := range []Owed{{Count: 2, From: from, Deck: 2}, {Count: 1, From: from, Deck: 3},
		{Count: 1, From: from, Deck: 1, Shuffle: 2}} {
		_, err = s.Draw(o)
		require.ErrorIs(t, err, ErrDeckShort)
	}
}
