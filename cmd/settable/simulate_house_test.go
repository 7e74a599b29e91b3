package main

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/gamestest"
)

// In each game that isn't decided by the cards alone, each of the three levels of house players beats the next lower
// one by more than three standard deviations.
func TestLevelsDifferInStrength(t *testing.T) {
	gamestest.Long(t)
	t.Parallel()
	for game, n := range map[string]int{"classic": 20, "twenty": 200, "poker": 120, "solitaire": 600} {
		for _, two := range [][2]games.Level{{games.Easy, games.Steady}, {games.Steady, games.Sharp}} {
			t.Run(fmt.Sprintf("%s %s", game, two), func(t *testing.T) {
				t.Parallel()
				weak, strong := countWins(t, game, n, two)
				require.Greater(t, strong-weak, 3*math.Sqrt(strong+weak), "%v to %v", weak, strong)
			})
		}
	}
}

// In English Sets, players have no useful decisions: any player may turn a starter, and a stalemate depends on the
// cards. All levels are therefore equally strong.
func TestNoLevelIsStrongerInEnglishSets(t *testing.T) {
	gamestest.Long(t)
	t.Parallel()
	weak, strong := countWins(t, "english", 1000, [2]games.Level{games.Easy, games.Sharp})
	require.Less(t, math.Abs(strong-weak), 3*math.Sqrt(strong+weak), "%v to %v", weak, strong)
}

// A newcomer who presses Play now finishes a game against two house players in less than five minutes.
func TestShortGameTakesMinutes(t *testing.T) {
	three := []games.Level{games.Steady, games.Steady, games.Steady}
	for _, game := range []string{"classic", "poker", "english"} {
		i := slices.IndexFunc(kinds, func(k games.Kind) bool { return k.Name() == game })
		for seed := range uint64(50) {
			c := newContest(kinds[i], three, rand.New(rand.NewPCG(seed, 18)))
			c.options = kinds[i].Manual().OptionsBy(games.House, kinds[i].ShortOptions)
			began := c.at
			_, err := c.playToEnd()
			require.NoError(t, err)
			require.Less(t, c.at.Sub(began), 5*time.Minute, "%s %d", game, seed)
		}
	}
}

// countWins returns the number of games that each of two levels wins against the other.
func countWins(t *testing.T, game string, n int, two [2]games.Level) (weak, strong float64) {
	t.Helper()
	c := simulateCmd{Game: game, N: n, Players: 2, Seed: 3, House: fmt.Sprintf("%s,%s", two[0], two[1])}
	i := slices.IndexFunc(kinds, func(k games.Kind) bool { return k.Name() == game })
	total, err := c.playAll(trialsOf(&c, kinds[i], nil))
	require.NoError(t, err)
	return wins(total, two[0]), wins(total, two[1])
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

// withOptionWho is a game for several players with an option that has the same name as one of the solitaire game's
// options.
type withOptionWho struct{ games.Rules }

func (w withOptionWho) Manual() games.Manual {
	m := w.Rules.Manual()
	who := games.Option{Name: "who", Default: "all", Values: []string{"all"}}
	m.Options = append(slices.Clone(m.Options), who)
	return m
}

// A game's manual determines whether house players play alone; the name of an option doesn't.
func TestMultiplayerGameIsSimulatedWithSeveralPlayers(t *testing.T) {
	kind, _ := games.Find(kinds, "english")
	kind.Rules = withOptionWho{kind.Rules}
	cmd, part := simulateCmd{House: "easy,sharp"}, games.Counts{}
	require.NoError(t, cmd.house(kind, rand.New(rand.NewPCG(1, 2)), 1, part))
	require.Len(t, part, 2)
}
