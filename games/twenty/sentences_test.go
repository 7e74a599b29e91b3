package twenty

import (
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/render/words"
)

func TestEveryEventHasItsSentence(t *testing.T) {
	catalogues, err := words.New(nil, []games.Kind{Game})
	require.NoError(t, err)
	name := func(s games.Seat) string { return map[games.Seat]string{1: "Ann", 2: "Bob"}[s] }
	mine := games.Labels{"B", "1", "4"}
	for want, e := range map[string]games.Event{
		"Ann draws a card and holds 7.": cardDrawn{1, 7},
		"The deck is used up: 30 cards of the discard pile are shuffled into a new one.": deckShuffled{30},
		"Nobody sees a set: 6 new cards come to the table, and the old ones go back into the deck.": games.Moved(
			"twenty.swept", "n", tableCards),
		"**Bob has no personal cards left and wins the hand: 1 point.** 20 win the game.": handWon{
			2, 1, 20, false},
		"**Bob has no personal cards left and wins the hand: 1 point.**": handWon{2, 1, 20, true},
		"Bob: **B 1 4** is not a set. That costs one more personal card.": games.NotASet{
			Seat: 2, At: mine, Cost: oneCard},
		"Bob: **B 1 4** is not a set. With nine personal cards that costs nothing.": games.NotASet{
			Seat: 2, At: mine, Cost: fullHand},
		"**Hand 3**: Bob deals.":                    handBegan{n: 3, dealer: 2},
		"This hand does not count: nobody wins it.": games.News("twenty.voided"),
	} {
		require.Equal(t, want, catalogues.In("en").Say(e.Say(), name))
	}
}
