package main

import (
	"math"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games/gamestest"
	"settable/games/twenty"
)

// Figures (docs/spec/rules.md), within four standard errors. The seed is fixed, so the result is always the
// same.
func TestTwentyReproducesTheFigures(t *testing.T) {
	gamestest.Long(t)
	t.Parallel()
	n := gamestest.Times(600, 2_000)
	s := simulate(t, "twenty", "-n", strconv.Itoa(n), "--seed", "1")
	require.Equal(t, "twenty", s.Game)
	require.Equal(t, n, s.N)
	for name, p := range map[string]float64{"deal_no_set": 0.032302, "deal_no_personal_set": 0.0468} {
		require.Contains(t, s.Figures, name)
		// the page rounds too
		require.InDelta(t, p, s.Figures[name], 4*math.Sqrt(p*(1-p)/float64(n))+0.00005, name)
	}
	require.Greater(t, s.Figures["hands_per_game_mean"], 2.0, "two players, 20 points, nine a hand at most")
	require.Less(t, s.Figures["hands_per_game_mean"], 38.0)
	require.InDelta(t, 0.5, s.Figures["dealer_wins"], 4*math.Sqrt(0.25/float64(n)), "who deals has no advantage")
	require.Greater(t, s.Figures["own_cards_per_set"], 0.0)
}

func TestTwentyIsSimulatedForAnyNumberOfPlayers(t *testing.T) {
	gamestest.Long(t)
	t.Parallel()
	for _, players := range []string{"2", "5", "8"} {
		s := simulate(t, "twenty", "-n", "60", "--players", players, "--seed", "3")
		require.Len(t, s.Figures, len(twenty.Game.Figures.Means))
	}
	code, out, errs := settable(t, "", "simulate", "twenty", "-n", "60", "--players", "3")
	require.Zero(t, code, errs)
	require.Contains(t, out, "twenty: 60 games of 3, seed 1.")
	require.Contains(t, out, "Points of the winner of a game")
	code, _, errs = settable(t, "", "simulate", "twenty", "--players", "9")
	require.Equal(t, 2, code)
	require.Contains(t, errs, "for 2 to 8 players, not 9")
}
