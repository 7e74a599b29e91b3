package poker

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
)

// The same seed gives the same figures, and each figure is counted once per hand. The test doesn't show that the means
// are right; larger simulations do.
func TestFiguresAreReproducible(t *testing.T) {
	c := games.Counts{}
	require.NoError(t, trials(rand.New(rand.NewPCG(4, 2)), nil, 4, 50, c))
	got := map[string]string{}
	for name, seen := range c {
		var all []string
		hands, sum := 0, 0
		for _, value := range slices.Sorted(maps.Keys(seen)) {
			all = append(all, fmt.Sprintf("%d×%d", seen[value], value))
			hands, sum = hands+seen[value], sum+value*seen[value]
		}
		if got[name] = strings.Join(all, " "); len(all) > 10 {
			got[name] = fmt.Sprintf("%d in %d", sum, hands)
		}
	}
	require.Equal(t, map[string]string{
		"centre_cards_mean": "11×2 5×3 7×4 7×5 11×6 3×7 2×8 2×10 2×11",
		"check_pass":        "418×0 956×1",
		"dropped":           "46×0 4×1",
		"has_set_12":        "4×0 46×1",
		"has_set_2":         "50×0",
		"has_set_3":         "48×0 2×1",
		"has_set_4":         "46×0 4×1",
		"has_set_7":         "29×0 21×1",
		"lines":             "1374 in 50",
		"loser_had_set":     "46×0",
		"pot_empty":         "45×0 5×1",
		"pot_mean":          "731 in 50",
		"shared_odd":        "5×0 6×1",
		"shared_pots":       "33×0 11×1",
		"shown":             "4×0 46×1",
		"side_pots":         "47×0 3×1",
		"winner_sets":       "47×1 2×2",
	}, got)
}
