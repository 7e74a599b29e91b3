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
		"Ann draws a card and now has 7.":                                          cardDrawn{1, 7},
		"The deck is used up. The 30 discarded cards are shuffled into a new one.": deckShuffled{30},
		"Nobody sees a set, so 6 new cards replace those on the table.": games.NewMovingEvent(
			"twenty.swept", "n", tableCards),
		"**Bob has no cards left and wins the hand: 1 point.** First to 20 wins the game.": handWon{
			2, 1, 20, false},
		"**Bob has no cards left and wins the hand: 1 point.**": handWon{2, 1, 20, true},
		"Bob: **B 1 4** isn't a set. That costs an extra card.": games.NotASet{
			Seat: 2, At: mine, Cost: oneCard},
		"Bob: **B 1 4** isn't a set. With nine cards in your hand, that costs nothing.": games.NotASet{
			Seat: 2, At: mine, Cost: fullHand},
		"**Hand 3**: Bob deals.":             handBegan{n: 3, dealer: 2},
		"This hand is void. Nobody wins it.": games.NewEvent("twenty.voided"),
	} {
		require.Equal(t, want, catalogues.In("en").Say(e.Say(), name))
	}
}
