package twenty

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/cards"
	"settable/games/gamestest"
)

// Two to eight players play from the deal to the target. The simulated players find sets, make mistakes, draw cards and
// sometimes get stuck. Each of them knows only their own view.
func TestGamesReachTheirTarget(t *testing.T) {
	t.Parallel()
	n := gamestest.Times(3, 15)
	for players := fewestPlayers; players <= mostPlayers; players++ {
		for i := range n {
			playToTheTarget(t, players, rand.New(rand.NewPCG(uint64(i), uint64(players))))
		}
	}
}

func playToTheTarget(t *testing.T, players int, source *rand.Rand) {
	hands, points := 0, 0
	table, err := games.NewTrial(Rules{}, nil, players, games.Seeded(source.Uint64()), func(step games.Step) {
		require.NoError(t, check(step.Game))
		for _, e := range step.Events {
			switch e := e.(type) {
			case handBegan:
				hands++
			case handWon:
				points += e.points
			}
		}
	})
	require.NoError(t, err)
	honest := &trial{source: source}
	for moves := 0; table.Game.View(games.Watcher).Phase == games.Playing; moves++ {
		require.Less(t, moves, 50_000, "the game goes on for ever:\n%s", table.Game.View(games.Watcher))
		v := table.Game.View(games.Seat(1 + source.IntN(players)))
		move := honest.choose(v)
		if seen := append(v.Faces(v.Viewer), v.Faces(games.Watcher)...); !v.May("next") && source.IntN(50) == 0 { // sometimes any three cards
			source.Shuffle(len(seen), func(i, j int) { seen[i], seen[j] = seen[j], seen[i] })
			move = games.ClaimOf([3]cards.Card(seen[:3]))
		}
		if move != nil {
			require.NoError(t, table.Do(v.Viewer, move), v)
		}
	}
	g := table.Game.(*game)
	require.Equal(t, perPlayer*players, g.target)
	best := g.seats.Of(g.champions[0]).score
	require.GreaterOrEqual(t, best, g.target)
	sum := 0
	for _, p := range g.seats.Players {
		sum += p.score
		require.LessOrEqual(t, p.score, best)
	}
	require.Equal(t, points, sum, "the events report all points")
	require.Equal(t, hands, g.hand)
}
