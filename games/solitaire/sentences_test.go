package solitaire

import (
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/cards"
	"settable/render/words"
)

func parseCards(t *testing.T, list ...string) (all []cards.Card) {
	for _, code := range list {
		c, ok := cards.Parse(code)
		require.True(t, ok, code)
		all = append(all, c)
	}
	return all
}

func TestEveryEventHasItsSentence(t *testing.T) {
	catalogues, err := words.New(nil, []games.Kind{Game})
	require.NoError(t, err)
	name := func(s games.Seat) string { return map[games.Seat]string{1: "Ann", 2: "Bob"}[s] }
	for want, e := range map[string]games.Event{
		"Ann deals round 3 of 9.":                                 roundDealt(1, 3),
		"Ann moves two solid red diamonds from pile 3 to pile 5.": cardShifted(1, parseCards(t, "2SRD")[0], "3", "5"),
		"Ann takes a move back. Back on pile 3: two solid red diamonds.": moveUndone(
			1, parseCards(t, "2SRD"), games.Labels{"3"}, 1),
		"Ann takes a set back: **1 5 9**.": moveUndone(
			1, parseCards(t, "1SRV", "2SRV", "3SRV"), games.Labels{"1", "5", "9"}, 2),
		"There's nothing under the top of pile 4.": cardsUnder("4", nil),
		"Under the top of pile 4: one solid red oval.": cardsUnder(
			"4", parseCards(t, "1SRV")),
		"Under the top of pile 4, from the top down: three open purple ovals, one solid red oval.": cardsUnder(
			"4", parseCards(t, "1SRV", "3NPV")),
		"19 of 27 sets, 24 cards left.": result{
			sets: 19, left: 24},
		"**You won!** 24 of 27 sets, 9 cards left. Well played, Ann.": result{
			[]games.Seat{1}, 24, 9, 0},
		"**You won!** 27 of 27 sets, 0 cards left, with 2 moves taken back. " +
			"Well played, Ann and Bob.": result{
			[]games.Seat{1, 2}, 27, 0, 2},
	} {
		require.Equal(t, want, catalogues.In("en").Say(e.Say(), name))
	}
}
