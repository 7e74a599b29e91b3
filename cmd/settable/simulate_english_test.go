package main

import (
	"math"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games/english"
	"settable/games/gamestest"
)

// Figures (docs/spec/rules.md), within four standard errors. The seed is fixed, so the result is always the
// same.
func TestEnglishReproducesTheFigures(t *testing.T) {
	t.Parallel()
	const emptyPack = 0.852
	n := gamestest.Times(1_500, 5_000)
	s := simulate(t, "english", "-n", strconv.Itoa(n), "--seed", "1")
	require.Equal(t, "english", s.Game)
	require.Equal(t, n, s.N)
	// the page rounds too
	require.InDelta(t, 29.6, s.Figures["starters_mean"], 4*s.Errors["starters_mean"]+0.05)
	require.InDelta(t, emptyPack, s.Figures["stalemate_empty_pack"],
		4*math.Sqrt(emptyPack*(1-emptyPack)/float64(n))+0.0005)
	require.Zero(t, s.Figures["tie"], "between two players 13 or 11 sets cannot tie")
	require.Equal(t, 13.0, s.Figures["counted"], "seat by seat, every rank comes into one hand in the end")
}

// Every two-player game that reaches a starter ends in a stalemate (English 4).
func TestTwoPlayerGamesEndInAStalemate(t *testing.T) {
	gamestest.Long(t)
	t.Parallel()
	s := simulate(t, "english", "-n", "2000", "--seed", "5")
	require.GreaterOrEqual(t, s.Figures["stalemates"], 1-s.Figures["no_starter"])
}

func TestEnglishIsSimulatedForAnyNumberOfPlayers(t *testing.T) {
	t.Parallel()
	for _, players := range []string{"2", "3", "6"} {
		s := simulate(t, "english", "-n", "200", "--players", players, "--seed", "3")
		require.Len(t, s.Figures, len(english.Game.Figures.Means))
		require.Greater(t, s.Figures["winner_sets"], 13/6.0)
	}
	code, out, errs := settable(t, "", "simulate", "english", "-n", "200", "--players", "3")
	require.Zero(t, code, errs)
	require.Contains(t, out, "english: 200 games of 3, seed 1.")
	require.Contains(t, out, "Sets of the winner")
	code, _, errs = settable(t, "", "simulate", "english", "--players", "7")
	require.Equal(t, 2, code)
	require.Contains(t, errs, "for 2 to 6 players, not 7")
}
