package render

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/cards"
)

// After Warm, the pictures of the first sets that players take need no new patches.
func TestWarm(t *testing.T) {
	style := Style{Theme: "light", Palette: "contrast"}
	require.NoError(t, Warm(style))
	s, err := sheetOf(style)
	require.NoError(t, err)
	pack, luck := cards.SETPack().Cards(), rand.New(rand.NewPCG(1, 2))
	taken := func() games.View {
		a, b := pack[luck.IntN(81)], pack[luck.IntN(81)]
		table := unlabelledTable(pack[:12+3*luck.IntN(2)])
		luck.Shuffle(81, func(i, j int) { pack[i], pack[j] = pack[j], pack[i] })
		return games.View{Areas: []games.Area{table}, Taken: []cards.Card{a, b, cards.Third(a, b)}, TakenBy: 1}
	}
	_, err = Draw(taken(), style, spoken)
	require.NoError(t, err)
	weight := s.cache.weight
	for range 50 {
		_, err := Draw(taken(), style, spoken)
		require.NoError(t, err)
	}
	require.Equal(t, weight, s.cache.weight)
	require.Error(t, Warm(Style{Theme: "plaid"}))
}

// A label isn't cut again for each card on which it appears, even if parts touch each other. For a table of twenty
// small cards, only a few patches must be cut.
func TestFewPatchesAreCutForManyCards(t *testing.T) {
	style := Style{Theme: "dark", Palette: "contrast"}
	require.NoError(t, Warm(style))
	s, err := sheetOf(style)
	require.NoError(t, err)
	pack, luck := cards.SETPack().Cards(), rand.New(rand.NewPCG(3, 4))
	for _, n := range []int{15, 18, 20} {
		before := s.cache.cuts.Load()
		for range 100 {
			luck.Shuffle(81, func(i, j int) { pack[i], pack[j] = pack[j], pack[i] })
			table := unlabelledTable(pack[:n])
			for i := range table.Cells {
				table.Cells[i].Label = string(rune('A' + i))
			}
			_, err := Draw(games.View{Areas: []games.Area{table}}, style, spoken)
			require.NoError(t, err)
		}
		require.Less(t, int(s.cache.cuts.Load()-before), 3*n, "%d cards", n)
	}
}
