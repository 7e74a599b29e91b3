package main

import (
	"math"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games/gamestest"
	"settable/games/solitaire"
)

// Solitaire (docs/spec/rules.md): about 6 % of games without looking are won, and about 46 % with looking and
// searching. The seed is fixed, so the result is always the same. With -n 20000 it is 5.4 ± 0.2 % and
// 45.9 ± 0.4 %.
func TestSolitaireReproducesTheFigures(t *testing.T) {
	gamestest.Long(t)
	t.Parallel()
	n := gamestest.Times(1_500, 4_000)
	s := simulate(t, "solitaire", "-n", strconv.Itoa(n), "--seed", "1")
	require.Equal(t, "solitaire", s.Game)
	require.Equal(t, n, s.N)
	for name, p := range map[string]float64{"win_blind": 0.06, "win_search": 0.46} {
		require.Contains(t, s.Figures, name)
		require.InDelta(t, p, s.Figures[name], 4*math.Sqrt(p*(1-p)/float64(n))+0.005, name) // "about"
	}
	require.Contains(t, s.Figures, "left_mean_search")
	for _, who := range []string{"blind", "search"} {
		require.InDelta(t, 81, s.Figures["left_mean_"+who]+3*s.Figures["sets_mean_"+who], 1e-9,
			"cards are conserved")
	}
}

func TestSolitaireIsSimulatedForAnyNumberOfPlayers(t *testing.T) {
	gamestest.Long(t)
	t.Parallel()
	for _, players := range []string{"1", "5", "20"} {
		s := simulate(t, "solitaire", "-n", "200", "--players", players, "--seed", "3")
		require.Len(t, s.Figures, len(solitaire.Game.Figures.Means))
		require.Equal(t, s.Figures, simulate(t, "solitaire", "-n", "200", "--players", players, "--seed",
			"3").Figures)
	}
	code, out, errs := settable(t, "", "simulate", "solitaire", "-n", "200")
	require.Zero(t, code, errs)
	require.Contains(t, out, "solitaire: 200 games of 2, seed 1.")
	require.Contains(t, out, "Cards left by the player who looks and searches")
	code, _, errs = settable(t, "", "simulate", "solitaire", "--players", "21")
	require.Equal(t, 2, code)
	require.Contains(t, errs, "for 1 to 20 players, not 21")
}
