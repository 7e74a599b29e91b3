package poker_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/poker"
)

// The manual's example is a showdown with the counted sets marked.
func TestExampleShowsAShowdown(t *testing.T) {
	v := poker.Rules{}.Manual().Example()
	require.Equal(t, games.Say("poker.head.example", "who", games.Seat(1), "n", 2, "of", 1), v.Headline)
	marked := make([]int, len(v.Areas))
	for i, a := range v.Areas {
		for _, c := range a.Cells {
			if c.Marked {
				marked[i]++
			}
		}
	}
	require.Equal(t, []int{4, 2, 1}, marked, "in the centre the winner's cards, in each hand all counted cards")
	require.True(t, v.Seats[0].Winner)
}
