package classic

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
)

func TestFiguresOfATrialAreConsistent(t *testing.T) {
	const n = 200
	for players := 1; players <= 4; players++ {
		seen := games.Counts{}
		require.NoError(t, trials(rand.New(rand.NewPCG(3, uint64(players))), nil, players, n, seen))
		sets, _, count := seen.Mean("sets_mean")
		require.Equal(t, n, count)
		left, _, _ := seen.Mean("left")
		require.InDelta(t, 81, 3*sets+left, 1e-9, "every card is in a set or left")
		shared, _, _ := seen.Mean("shared_win")
		if players == 1 {
			require.Zero(t, shared)
			best, _, _ := seen.Mean("winner_sets")
			require.InDelta(t, sets, best, 1e-9)
		}
		for most := range seen["most"] {
			require.Contains(t, []int{12, 15, 18, 21}, most)
		}
	}
}
