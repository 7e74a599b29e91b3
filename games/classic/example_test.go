package classic_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/cards"
	"settable/games/classic"
)

// The manual's example marks a set and explains it.
func TestExampleShowsASet(t *testing.T) {
	v := classic.Rules{}.Manual().Example()
	var marked []cards.Card
	for _, c := range v.Areas[0].Cells {
		require.Equal(t, games.Face, c.Kind)
		if c.Marked {
			marked = append(marked, c.Card)
		}
	}
	require.Len(t, v.Areas[0].Cells, 12)
	require.Len(t, marked, 3)
	require.True(t, cards.IsSet(marked[0], marked[1], marked[2]))
	require.NotEqual(t, marked[0].Number(), marked[1].Number())
	require.NotEqual(t, marked[0].Shading(), marked[1].Shading())
	require.Equal(t, marked[0].Colour(), marked[1].Colour())
	require.Equal(t, marked[0].Shape(), marked[1].Shape())
	require.Equal(t, games.Say("classic.head.example"), v.Headline)
}
