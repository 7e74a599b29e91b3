package main

import (
	"bytes"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
)

// Three levels of players of the house are told apart by how often they win, in each game
// that is not decided by the cards alone.
func TestLevelsAreToldApart(t *testing.T) {
	for game, n := range map[string]int{"classic": 20, "twenty": 100, "poker": 150, "solitaire": 40} {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			c := simulateCmd{Game: game, N: n, Players: 2, Seed: 3, House: "easy,steady,sharp"}
			i := slices.IndexFunc(kinds, func(k games.Kind) bool { return k.Name() == game })
			total, err := c.playAll(playing(&c, kinds[i]))
			require.NoError(t, err)
			sharp, steady := wins(total, games.Sharp), wins(total, games.Steady)
			require.Greater(t, sharp, steady)
			require.GreaterOrEqual(t, steady, wins(total, games.Easy))
		})
	}
}

func TestSimulateHouseSaysWhoWins(t *testing.T) {
	var out bytes.Buffer
	c := simulateCmd{Game: "classic", N: 3, Players: 2, Seed: 1, House: "easy,sharp"}
	require.NoError(t, c.Run(streams{out: &out}))
	require.Contains(t, out.String(), "sharp       3.0")
	for _, list := range []string{"weak", "easy,easy", "easy,"} {
		c.House = list
		require.Error(t, c.Run(streams{out: &out}), list)
	}
}
