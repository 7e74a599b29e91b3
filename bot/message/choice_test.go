package message

import (
	"math"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/games"
	"settable/games/cards"
	"settable/games/classic"
	"settable/games/poker"
	"settable/render/words"
)

var catalogues = sync.OnceValues(func() (*words.Catalogues, error) {
	return words.New(nil, []games.Kind{classic.Game, poker.Game}, Words)
})

// newChoice returns the Choice for a move on a table with the given number of cards.
func newChoice(t *testing.T, o games.Offer, lie int) Choice {
	t.Helper()
	known, err := catalogues()
	require.NoError(t, err)
	v := games.View{Game: "classic", Viewer: 1, Offers: []games.Offer{o}, Areas: []games.Area{{}}}
	for i := range lie {
		v.Areas[0].Cells = append(v.Areas[0].Cells,
			games.Cell{Kind: games.Face, Label: string(rune('A' + i)), Card: cards.SETPack().Cards()[i]})
	}
	return Choice{Table: 1, Line: 2, View: v, Verb: o.Words, Lang: known.In("en"), Sign: Seal("key").For(9)}
}

// messageOf returns the message for a Choice and checks that Discord would accept it.
func messageOf(t *testing.T, c Choice) discord.Message {
	t.Helper()
	m, err := c.Message()
	require.NoError(t, err)
	require.NoError(t, m.Check())
	return m
}

func labels(m discord.Message) (list []string) {
	for _, row := range m.Rows {
		for _, b := range row.Buttons {
			list = append(list, b.Label)
		}
	}
	return list
}

// The buttons offer all legal bets if there are few; otherwise the minimum, round amounts and the maximum.
func TestAmountsFitOnButtons(t *testing.T) {
	bet := func(least, most games.Chips) []string {
		all := labels(messageOf(t, newChoice(t, games.Offer{Words: "bet", Takes: games.Amount, Min: least, Max: most}, 0)))
		return all[:len(all)-1] // the last one opens the form
	}
	require.Equal(t, []string{"1", "2", "3"}, bet(1, 3))
	require.Len(t, bet(1, 19), 19)
	require.Equal(t, []string{"3", "5", "10", "20", "50", "77"}, bet(3, 77))
	far := bet(1, math.MaxInt32)
	require.Len(t, far, 19)
	require.Equal(t, "2147483647", far[18])

	mark := func(n games.Chips, name string) games.Mark {
		return games.Mark{N: n, Name: games.Say("poker.mark." + name)}
	}
	marked := func(o games.Offer) []string {
		o.Words, o.Takes, o.Min = "bet", games.Amount, 1
		return labels(messageOf(t, newChoice(t, o, 0)))
	}
	require.Equal(t, []string{"Half the pot: 2", "All in: 4", "1", "3", "Type it…"},
		marked(games.Offer{Max: 4, Marks: []games.Mark{mark(2, "half"), mark(4, "all")}}))
	far = marked(games.Offer{Max: math.MaxInt32, Marks: []games.Mark{mark(7, "half"), mark(14, "pot")}})
	require.Len(t, far, 20)
	require.Equal(t, []string{"Half the pot: 7", "The pot: 14", "1"}, far[:3])
	require.Equal(t, "2147483647", far[18])
}
