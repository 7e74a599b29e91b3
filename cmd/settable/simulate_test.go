package main

import (
	"encoding/json"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games/gamestest"
)

type simulated struct {
	Game    string
	N       int
	Seed    uint64
	Figures map[string]float64
	Errors  map[string]float64 `json:"standard_errors"`
	House   struct {
		Options map[string]string
		Figures map[string]float64
	} `json:"house_rules"`
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

// Simulations reproduce the figures in docs/spec/rules.md within four standard errors, at the precision given there.
// The seeds are fixed, so the results never change.
func TestSimulationsReproduceTheFigures(t *testing.T) {
	for _, c := range []struct {
		game, players string
		usual, long   int // numbers of games; usual 0: only in long mode
		rounding      float64
		shares, means map[string]float64
		check         func(t *testing.T, figures map[string]float64)
	}{
		{
			game: "classic", players: "2", usual: 2_000, long: 20_000,
			shares: map[string]float64{
				"layout_no_set_12": 0.032302,
				"layout_no_set_15": 0.00036469,
				"layout_no_set_18": 1.42e-8,
				"never_15":         0.3139,
				"left_0":           0.01222,
				"left_6":           0.4681,
				"left_9":           0.4452,
				"left_12":          0.0737,
			},
			means: map[string]float64{"layout_mean_sets_12": 2.785, "layout_mean_sets_15": 5.759, "sets_mean": 24.43},
		},
		{
			game: "poker", players: "4", usual: 400, long: 5_000, rounding: 0.00005,
			shares: map[string]float64{
				"has_set_2": 0.0506, "has_set_3": 0.1120, "has_set_4": 0.1931, "has_set_7": 0.4960, "has_set_12": 0.8866,
			},
			check: func(t *testing.T, figures map[string]float64) {
				require.Greater(t, figures["shared_pots"], 0.0)
				require.Less(t, figures["shared_pots"], 1.0)
				require.Greater(t, figures["centre_cards_mean"], 2.0)
				require.InDelta(t, 1, figures["shown"]+figures["dropped"], 1e-9, "a hand ends with a showdown or a single player")
				require.Greater(t, figures["pot_mean"], 0.0)
			},
		},
		{
			game: "english", players: "2", usual: 400, long: 5_000, rounding: 0.0005,
			shares: map[string]float64{"stalemate_empty_pack": 0.852},
			means:  map[string]float64{"starters_mean": 29.6},
			check: func(t *testing.T, figures map[string]float64) {
				require.Zero(t, figures["tie"], "two players can't tie with 13 or 11 sets")
				require.Equal(t, 13.0, figures["counted"], "with replenish=seat, each rank ends up in one hand")
				require.GreaterOrEqual(t, figures["stalemates"], 1-figures["no_starter"],
					"every game of two that reaches a starter ends in a stalemate (English 4)")
			},
		},
		{
			game: "twenty", players: "2", long: 2_000, rounding: 0.00005,
			shares: map[string]float64{
				"deal_no_set": 0.032302, "deal_no_personal_set": 0.0468, "dealer_wins": 0.5, // dealing is no advantage
			},
			check: func(t *testing.T, figures map[string]float64) {
				require.Greater(t, figures["hands_per_game_mean"], 2.0, "a hand gives at most nine of 20 points")
				require.Less(t, figures["hands_per_game_mean"], 38.0)
				require.Greater(t, figures["own_cards_per_set"], 0.0)
			},
		},
		{ // of 20,000 games, 5.4 ± 0.2 % are won without looking, and 45.9 ± 0.4 % with looking and searching
			game: "solitaire", players: "2", long: 4_000, rounding: 0.005,
			shares: map[string]float64{"win_blind": 0.06, "win_search": 0.46},
			check: func(t *testing.T, figures map[string]float64) {
				for _, who := range []string{"blind", "search"} {
					require.InDelta(t, 81, figures["left_mean_"+who]+3*figures["sets_mean_"+who], 1e-9, "cards are conserved")
				}
			},
		},
	} {
		t.Run(c.game, func(t *testing.T) {
			t.Parallel()
			n := gamestest.Times(c.usual, c.long)
			if n == 0 {
				gamestest.Long(t)
			}
			s := simulate(t, c.game, "-n", strconv.Itoa(n), "--players", c.players, "--seed", "1")
			require.Equal(t, c.game, s.Game)
			require.Equal(t, n, s.N)
			for name, p := range c.shares {
				require.Contains(t, s.Figures, name)
				require.InDelta(t, p, s.Figures[name], 4*math.Sqrt(p*(1-p)/float64(n))+c.rounding, name)
			}
			for name, mean := range c.means {
				require.Contains(t, s.Errors, name)
				require.InDelta(t, mean, s.Figures[name], 4*s.Errors[name]+0.05, name)
			}
			if c.check != nil {
				c.check(t, s.Figures)
			}
		})
	}
}

// Every game can be simulated for each possible number of players.
func TestGamesAreSimulatedForAnyNumberOfPlayers(t *testing.T) {
	for _, kind := range kinds {
		t.Run(kind.Name(), func(t *testing.T) {
			t.Parallel()
			m, n := kind.Manual(), strconv.Itoa(gamestest.Times(10, 100))
			for _, players := range []int{m.MinSeats, m.MaxSeats} {
				s := simulate(t, kind.Name(), "-n", n, "--players", strconv.Itoa(players), "--seed", "3")
				require.Len(t, s.Figures, len(kind.Figures.Means)+1, "all means and the minutes")
			}
			code, out, errs := settable(t, "", "simulate", kind.Name(), "-n", n)
			require.Zero(t, code, errs)
			require.Contains(t, out, fmt.Sprintf("%s: %s games of 2, seed 1.", kind.Name(), n))
			for _, f := range slices.Concat(kind.Figures.Means, kind.Figures.Shares) {
				require.Contains(t, out, f.Words)
			}
			code, _, errs = settable(t, "", "simulate", kind.Name(), "--players", strconv.Itoa(m.MaxSeats+1))
			require.Equal(t, 2, code)
			require.Contains(t, errs, fmt.Sprintf("for %d to %d players, not %d", m.MinSeats, m.MaxSeats, m.MaxSeats+1))
		})
	}
}

// The figures under house rules are printed next to those under the book rules.
func TestSimulationsCompareRuleSets(t *testing.T) {
	for game, check := range map[string]func(book, house map[string]float64){
		"poker": func(book, house map[string]float64) {
			require.Positive(t, book["pot_empty"])
			require.Zero(t, house["pot_empty"], "with an ante, no pot is empty")
			require.Less(t, house["check_pass"], book["check_pass"], "with a showdown clock, silence replaces passes")
			require.Positive(t, house["shown"])
			require.Positive(t, house["pot_mean"])
		},
		"twenty": func(book, house map[string]float64) {
			require.Greater(t, book["hands_per_game_mean"], 1.0)
			require.Equal(t, 1.0, house["hands_per_game_mean"])
			require.Less(t, 3*house["minutes"], book["minutes"])
		},
		"english": func(book, house map[string]float64) {
			require.Positive(t, book["no_starter"])
			require.Zero(t, house["no_starter"])
		},
	} {
		t.Run(game, func(t *testing.T) {
			s := simulate(t, game, "-n", "100", "--players", "4")
			require.NotEmpty(t, s.House.Options)
			require.Len(t, s.House.Figures, len(s.Figures))
			check(s.Figures, s.House.Figures)
			_, out, _ := settable(t, "", "simulate", game, "-n", "10")
			require.Contains(t, out, "\nBy house rules ")
		})
	}
	_, out, _ := settable(t, "", "simulate", "solitaire", "-n", "2")
	require.NotContains(t, out, "house rules")
	require.Contains(t, out, "minutes that a game")
}

func TestSimulationIsReproducible(t *testing.T) {
	n := strconv.Itoa(gamestest.Times(600, 1200)) // several chunks
	two := simulate(t, "classic", "-n", n, "--players", "4", "--seed", "9")
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	require.Equal(t, two, simulate(t, "classic", "-n", n, "--players", "4", "--seed", "9"))
	require.NotEqual(t, two.Figures, simulate(t, "classic", "-n", n, "--players", "4", "--seed", "10").Figures)
}

func TestSimulateRefuses(t *testing.T) {
	for want, args := range map[string][]string{
		`can't simulate "whist"`:     {"whist"},
		"-n must be from 1 to":       {"classic", "-n", "0"},
		"for 1 to 20 players, not 0": {"classic", "--players", "0"},
	} {
		code, _, errs := settable(t, "", append([]string{"simulate"}, args...)...)
		require.Equal(t, 2, code)
		require.Contains(t, errs, want)
	}
}
