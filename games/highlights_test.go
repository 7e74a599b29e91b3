package games

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games/cards"
)

// Sets that a player takes alone neither lengthen the player's recorded streak nor count as the fastest set (Rights 16).
func TestSetsTakenAloneAreInNoRecord(t *testing.T) {
	var h Highlights
	three := [3]cards.Card(cards.SETPack().Cards()[:3])
	take := func(seat Seat, seconds int, ranked bool) {
		h.TakeAfter(seat, three, time.Duration(seconds)*time.Second, ranked)
	}
	take(1, 5, true)
	take(1, 2, false)
	take(1, 4, true)
	take(2, 9, true)
	var step Step
	h.CountRecords([]Seat{1, 2}, &step)
	require.ElementsMatch(t, []Tally{
		{Seat: 1, Count: Fastest, N: 4000}, {Seat: 1, Count: Streak, N: 2},
		{Seat: 2, Count: Fastest, N: 9000}, {Seat: 2, Count: Streak, N: 1},
	}, step.Tallies)
}
