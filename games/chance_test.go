package games

import (
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

// Each of the 81 cards is as often the first as any other: chi square with 80
// degrees of freedom stays below 140 but for one seed in 20,000; the seed is fixed.
func TestLuckIsFair(t *testing.T) {
	luck, counts := Seeded(3), map[cards.Card]int{}
	const n = 81_000
	for range n {
		drawn, err := luck.Draw(Owed{Count: 1, From: cards.SETPack()})
		require.NoError(t, err)
		counts[drawn[0]]++
	}
	sum := 0.0
	for _, c := range cards.SETPack().Cards() {
		d := float64(counts[c]) - n/81
		sum += d * d / (n / 81)
	}
	require.Less(t, sum, 140.0)
}

func TestStackedDealsInOrderWhatIsLeft(t *testing.T) {
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
