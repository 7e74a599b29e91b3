package main

import (
	"math"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games/gamestest"
	"settable/games/poker"
)

// Figures (docs/spec/rules.md), within four standard errors. The seed is fixed, so the result is always the
// same.
func TestPokerReproducesTheFigures(t *testing.T) {
	t.Parallel()
	n := gamestest.Times(1_500, 5_000)
	s := simulate(t, "poker", "-n", strconv.Itoa(n), "--players", "4", "--seed", "1")
	require.Equal(t, "poker", s.Game)
	require.Equal(t, n, s.N)
	for name, p := range map[string]float64{
		"has_set_2": 0.0506, "has_set_3": 0.1120, "has_set_4": 0.1931, "has_set_7": 0.4960, "has_set_12": 0.8866,
	} {
		require.Contains(t, s.Figures, name)
		// the page rounds too
		require.InDelta(t, p, s.Figures[name], 4*math.Sqrt(p*(1-p)/float64(n))+0.00005, name)
	}
	require.Greater(t, s.Figures["shared_pots"], 0.0)
	require.Less(t, s.Figures["shared_pots"], 1.0)
	require.Greater(t, s.Figures["centre_cards_mean"], 2.0)
	require.InDelta(t, 1, s.Figures["shown"]+s.Figures["dropped"], 1e-9, "a hand is shown, or one is left")
	require.Greater(t, s.Figures["pot_mean"], 0.0)
}

func TestPokerIsSimulatedForAnyNumberOfPlayers(t *testing.T) {
	t.Parallel()
	for _, players := range []string{"2", "7", "10"} {
		s := simulate(t, "poker", "-n", "300", "--players", players, "--seed", "3")
		require.Len(t, s.Figures, len(poker.Game.Figures.Means))
	}
	code, out, errs := settable(t, "", "simulate", "poker", "-n", "200", "--players", "3")
	require.Zero(t, code, errs)
	require.Contains(t, out, "poker: 200 games of 3, seed 1.")
	require.Contains(t, out, "Chips in the pots of a hand")
	code, _, errs = settable(t, "", "simulate", "poker", "--players", "11")
	require.Equal(t, 2, code)
	require.Contains(t, errs, "for 2 to 10 players, not 11")
}
