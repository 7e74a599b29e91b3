package twenty

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
)

// The game length that the lobby shows agrees with simulated games.
func TestGameLengthAgreesWithSimulation(t *testing.T) {
	for _, players := range []int{2, 5, mostPlayers} {
		seen := games.Counts{}
		require.NoError(t, trials(rand.New(rand.NewPCG(17, 7)), nil, players, 40, seen))
		hands, _, _ := seen.Mean("hands_per_game_mean")
		sets, _, _ := seen.Mean("sets_per_hand")
		require.InEpsilon(t, durations[players].hands, hands, 0.1, "%d players", players)
		require.InEpsilon(t, durations[players].sets, sets, 0.1, "%d players", players)
	}
}

func TestLobbySaysHowLongAGameTakes(t *testing.T) {
	for _, c := range []struct {
		here                 int
		options              games.Options
		target, sets, minute int
	}{
		{1, nil, 20, 220, 55},
		{3, nil, 30, 210, 55},
		{3, games.Options{"target": "6"}, 6, 40, 10},
		{8, games.Options{"target": "1"}, 1, 30, 5},
	} {
		game, err := Rules{}.Open(c.options)
		require.NoError(t, err)
		for s := range c.here {
			step, err := game.Apply(games.Action{Seat: games.Seat(s + 1), Move: games.Join{}})
			require.NoError(t, err)
			game = step.Game
		}
		says := game.View(games.Watcher).Duration
		require.Equal(t, "twenty.lasts.match", says.Key)
		require.Equal(t, []any{c.target, c.sets, c.minute},
			[]any{says.Args["target"], says.Args["sets"], says.Args["minutes"]})
	}
}

// The state contains the target that applies to the game: the chosen one or the default (notation, Replaying 4).
func TestTargetInForceIsInTheState(t *testing.T) {
	for want, o := range map[int]games.Options{20: nil, 7: {"target": "7"}} {
		game, err := Rules{}.Open(o)
		require.NoError(t, err)
		for _, a := range []games.Action{
			{Seat: 1, Move: games.Join{}}, {Seat: 2, Move: games.Join{}}, {Seat: 1, Move: games.Start{}},
		} {
			step, err := game.Apply(a)
			require.NoError(t, err)
			game = step.Game
		}
		require.Equal(t, want, game.State(games.SeatLetter).(map[string]any)["target"])
	}
}
