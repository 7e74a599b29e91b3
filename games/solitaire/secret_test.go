package solitaire_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/cards"
	"settable/games/solitaire"
)

// With peek=false, the cards under the tops are hidden. A different order of these cards changes nothing that players
// see, and a house player makes the same moves at the same times. With peek=true the cards are visible, and the views
// differ.
func TestHiddenCardsDoNotInfluenceTheHouse(t *testing.T) {
	t.Parallel()
	apart := 0
	for seed := range uint64(100) {
		source := rand.New(rand.NewPCG(seed, 9))
		pack := cards.SETPack().Cards()
		source.Shuffle(len(pack), func(i, j int) { pack[i], pack[j] = pack[j], pack[i] })
		views := func(peek string) (both [2]games.View) {
			for i := range both {
				under := pack[:9]
				if i == 1 {
					under = append(append([]cards.Card{}, pack[4:9]...), pack[:4]...)
				}
				g := gameAfter(t, games.Options{"peek": peek}, "P join", "P start", dealWords(under), "P deal",
					dealWords(pack[9:18]))
				both[i] = g.View(1)
			}
			return both
		}
		hidden := views("false")
		require.Equal(t, hidden[0], hidden[1])
		require.Equal(t, hidden[0].String(), hidden[1].String())
		for i, level := range []games.Level{games.Easy, games.Steady, games.Sharp} {
			luck := func() *rand.Rand { return rand.New(rand.NewPCG(seed, uint64(i))) }
			require.Equal(t, solitaire.Game.Player(hidden[0], level, luck()),
				solitaire.Game.Player(hidden[1], level, luck()))
			require.Equal(t, hidden[0].Pace(level, luck()), hidden[1].Pace(level, luck()))
		}
		if open := views("true"); open[0].String() != open[1].String() {
			apart++
		}
	}
	require.Equal(t, 100, apart)
}

func dealWords(list []cards.Card) string { return "dealer " + games.Deal{Cards: list}.String() }
