package main

import (
	"encoding/json"
	"math"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

type simulated struct {
	Game    string
	N       int
	Seed    uint64
	Figures map[string]float64
	Errors  map[string]float64 `json:"standard_errors"`
}

func simulate(t *testing.T, args ...string) simulated {
	t.Helper()
	code, out, errs := settable(t, "", append([]string{"simulate", "--json"}, args...)...)
	require.Zero(t, code, errs)
	require.Equal(t, 1, strings.Count(out, "\n"), "one object")
	var s simulated
	require.NoError(t, json.Unmarshal([]byte(out), &s))
	return s
}

// Figures (docs/spec/rules.md), within four standard errors. The seed is fixed, so the result is always the
// same.
func TestClassicReproducesTheFigures(t *testing.T) {
	const n = 20_000
	s := simulate(t, "classic", "-n", "20000", "--seed", "1")
	require.Equal(t, "classic", s.Game)
	require.Equal(t, n, s.N)
	for name, p := range map[string]float64{
		"layout_no_set_12": 0.032302,
		"layout_no_set_15": 0.00036469,
		"layout_no_set_18": 1.42e-8,
		"never_15":         0.3139,
		"left_0":           0.01222,
		"left_6":           0.4681,
		"left_9":           0.4452,
		"left_12":          0.0737,
	} {
		require.Contains(t, s.Figures, name)
		require.InDelta(t, p, s.Figures[name], 4*math.Sqrt(p*(1-p)/n), name)
	}
	for name, mean := range map[string]float64{
		"layout_mean_sets_12": 2.785,
		"layout_mean_sets_15": 5.759,
		"sets_mean":           24.43,
	} {
		require.Contains(t, s.Errors, name)
		require.InDelta(t, mean, s.Figures[name], 4*s.Errors[name]+0.005, name) // the page rounds too
	}
}

func TestSimulationIsReproducible(t *testing.T) {
	two := simulate(t, "classic", "-n", "1200", "--players", "4", "--seed", "9")
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	require.Equal(t, two, simulate(t, "classic", "-n", "1200", "--players", "4", "--seed", "9"))
	require.NotEqual(t, two.Figures,
		simulate(t, "classic", "-n", "1200", "--players", "4", "--seed", "10").Figures)
}

func TestSimulatePrintsFigures(t *testing.T) {
	code, out, errs := settable(t, "", "simulate", "classic", "-n", "300")
	require.Zero(t, code, errs)
	require.Contains(t, out, "classic: 300 games of 2, seed 1.")
	require.Contains(t, out, "Cards left at the end")
	require.Contains(t, out, "█")
}

func TestSimulateRefuses(t *testing.T) {
	for want, args := range map[string][]string{
		`can't simulate "whist"`:      {"whist"},
		"-n must be from 1 to":        {"classic", "-n", "0"},
		"for 1 to 20 players, not 21": {"classic", "--players", "21"},
		"for 1 to 20 players, not 0":  {"classic", "--players", "0"},
	} {
		code, _, errs := settable(t, "", append([]string{"simulate"}, args...)...)
		require.Equal(t, 2, code)
		require.Contains(t, errs, want)
	}
}
