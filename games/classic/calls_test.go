package classic

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/cards"
)

// longestHoldUp returns the longest time for which one player, by calling as often as allowed, can keep the other
// players from claiming while the table doesn't change. It calls forget before each call.
func longestHoldUp(t *testing.T, seed uint64, forget func(*game)) (longest time.Duration) {
	opened, err := Rules{}.Open(nil)
	require.NoError(t, err)
	chance, at := games.Seeded(seed), time.Date(2026, 11, 23, 20, 0, 0, 0, time.UTC)
	var g games.Game = opened
	play := func(s games.Seat, m games.Move) bool {
		step, err := g.Apply(games.Action{At: at, Seat: s, Move: m})
		if err != nil {
			return false
		}
		g = step.Game
		for owed, any := g.Owed(); any; owed, any = g.Owed() {
			drawn, err := chance.Draw(owed)
			require.NoError(t, err)
			step, err := g.Apply(games.Action{At: at, Seat: games.Dealer, Move: owed.Move(drawn)})
			require.NoError(t, err)
			g = step.Game
		}
		return true
	}
	for s := range games.Seat(3) {
		require.True(t, play(s+1, games.Join{}))
	}
	require.True(t, play(1, games.Start{}))
	for range 20 {
		var blocked time.Duration
		for range 5 { // as often as seat 1 likes
			now := *g.(*game)
			forget(&now)
			g = &now
			began := at
			if play(1, Call{}) {
				require.False(t, play(2, claimOf(&now)), "other players must wait during a call")
				at = g.Deadline()
				require.True(t, play(games.Clock, games.Tick{}))
				blocked += at.Sub(began)
			}
			at = at.Add(time.Second)
		}
		longest = max(longest, blocked)
		if !play(2, claimOf(g.(*game))) {
			break // nothing is left to take
		}
	}
	return longest
}

// claimOf returns a claim for a set on the table.
func claimOf(g *game) games.Move {
	if sets := cards.Sets(g.table); len(sets) > 0 {
		return games.ClaimOf(sets[0])
	}
	return None{}
}

// Players can't hold up the game with calls: as long as the table doesn't change, one player can make the other players
// wait for at most ten seconds (Classic 5).
func TestCallsCannotBlockAGame(t *testing.T) {
	for seed := range uint64(40) {
		require.LessOrEqual(t, longestHoldUp(t, seed, func(*game) {}), 10*time.Second, "game %d", seed)
	}
	found := longestHoldUp(t, 1, func(g *game) {
		g.Seats = g.Seats.Copy()
		for i := range g.Seats.Players {
			g.Seats.Players[i].callSpent = false
		}
	})
	require.Greater(t, found, 10*time.Second, "the measurement notices a rule that forgets calls")
}
