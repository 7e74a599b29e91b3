package render

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/cards"
)

// TestWarm finds nothing left to cut for the sets that people take first.
func TestWarm(t *testing.T) {
	style := Style{Theme: "light", Palette: "contrast"}
	require.NoError(t, Warm(style))
	s, err := sheetOf(style)
	require.NoError(t, err)
	pack, luck := cards.SETPack().Cards(), rand.New(rand.NewPCG(1, 2))
	taken := func() games.View {
		a, b := pack[luck.IntN(81)], pack[luck.IntN(81)]
		table := laid(pack[:12+3*luck.IntN(2)])
		luck.Shuffle(81, func(i, j int) { pack[i], pack[j] = pack[j], pack[i] })
		return games.View{Areas: []games.Area{table}, Taken: []cards.Card{a, b, cards.Third(a, b)}, TakenBy: 1}
	}
	_, err = Draw(taken(), style, spoken)
	require.NoError(t, err)
	weight := s.wardrobe.weight
	for range 50 {
		_, err := Draw(taken(), style, spoken)
		require.NoError(t, err)
	}
	require.Equal(t, weight, s.wardrobe.weight)
	require.Error(t, Warm(Style{Theme: "plaid"}))
}
