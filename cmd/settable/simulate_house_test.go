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

// Three levels of players of the house are told apart by how often they win against the
// next: by more than three standard deviations, in each game that is not decided by the cards
// alone.
func TestLevelsAreToldApart(t *testing.T) {
	gamestest.Long(t)
	t.Parallel()
	for game, n := range map[string]int{"classic": 20, "twenty": 200, "poker": 120, "solitaire": 600} {
		for _, two := range [][2]games.Level{{games.Easy, games.Steady}, {games.Steady, games.Sharp}} {
			t.Run(fmt.Sprintf("%s %s", game, two), func(t *testing.T) {
				t.Parallel()
				weak, strong := won(t, game, n, two)
				require.Greater(t, strong-weak, 3*math.Sqrt(strong+weak), "%v to %v", weak, strong)
			})
		}
	}
}

// In English Sets nobody has anything to decide that helps them: a starter may be turned by
// anybody, and at a stalemate it is the cards that lie. So the levels are as strong.
func TestNoLevelIsStrongerInEnglishSets(t *testing.T) {
	gamestest.Long(t)
	t.Parallel()
	weak, strong := won(t, "english", 1000, [2]games.Level{games.Easy, games.Sharp})
	require.Less(t, math.Abs(strong-weak), 3*math.Sqrt(strong+weak), "%v to %v", weak, strong)
}

// Who is new, and presses Play now, has played a game against two of the house in less than five minutes.
func TestAShortGameTakesMinutes(t *testing.T) {
	three := []games.Level{games.Steady, games.Steady, games.Steady}
	for _, game := range []string{"classic", "poker", "english"} {
		i := slices.IndexFunc(kinds, func(k games.Kind) bool { return k.Name() == game })
		for seed := range uint64(50) {
			c := newContest(kinds[i], three, rand.New(rand.NewPCG(seed, 18)))
			c.options = kinds[i].Short
			began := c.at
			_, err := c.won()
			require.NoError(t, err)
			require.Less(t, c.at.Sub(began), 5*time.Minute, "%s %d", game, seed)
		}
	}
}

// won returns how many games each of two levels wins against the other.
func won(t *testing.T, game string, n int, two [2]games.Level) (weak, strong float64) {
	t.Helper()
	c := simulateCmd{Game: game, N: n, Players: 2, Seed: 3, House: fmt.Sprintf("%s,%s", two[0], two[1])}
	i := slices.IndexFunc(kinds, func(k games.Kind) bool { return k.Name() == game })
	total, err := c.playAll(playing(&c, kinds[i]))
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

// withWho is a game for several that has an option of the name of one of the solitaire's.
type withWho struct{ games.Rules }

func (w withWho) Manual() games.Manual {
	m := w.Rules.Manual()
	who := games.Option{Name: "who", Default: "all", Values: []string{"all"}}
	m.Options = append(slices.Clone(m.Options), who)
	return m
}

// Whether players of the house play alone says the game's manual, and no option by its name.
func TestAGameForSeveralIsSimulatedAmongSeveral(t *testing.T) {
	kind, _ := games.Find(kinds, "english")
	kind.Rules = withWho{kind.Rules}
	cmd, part := simulateCmd{House: "easy,sharp"}, games.Counts{}
	require.NoError(t, cmd.house(kind, rand.New(rand.NewPCG(1, 2)), 1, part))
	require.Len(t, part, 2)
}
