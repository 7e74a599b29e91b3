package games_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/cards"
	"settable/render/words"
)

func TestWhyThreeCardsAreNoSet(t *testing.T) {
	catalogues, err := words.New(nil, nil)
	require.NoError(t, err)
	card := func(code string) cards.Card {
		c, ok := cards.Parse(code)
		require.True(t, ok, code)
		return c
	}
	for _, tc := range [][4]string{
		{"1SRD", "2SRD", "1SGD", "two have one symbol and one has two"},
		{"3SRD", "2SRD", "3SGD", "two have three symbols and one has two"},
		{"1SRD", "1TRD", "1TGD", "two are striped and one is solid"},
		{"1SRD", "1SGD", "1SRQ", "two are red and one is green"},
		{"1SRV", "1SRQ", "1SRV", "one card is named twice"},
		{"1SRD", "1SGQ", "1SPQ", "two show squiggles and one shows diamonds"},
		{"3SRD", "2SGQ", "1SPV", ""}, // the example in the published rules
	} {
		why := games.WhyNoSet(card(tc[0]), card(tc[1]), card(tc[2]))
		require.Equal(t, tc[3], catalogues.In("en").Plain(why), "%v", tc)
	}
}

// WhyNoSet gives a reason if three cards aren't a set, and none if they are (Cards 2).
func TestReasonIsEmptyOnlyForSets(t *testing.T) {
	all := cards.SETPack().Cards()
	for _, a := range all {
		for _, b := range all {
			for _, c := range all {
				if why := games.WhyNoSet(a, b, c); cards.IsSet(a, b, c) != why.Silent() {
					t.Fatalf("%s %s %s: set %v, why %v", a, b, c, cards.IsSet(a, b, c), why)
				}
			}
		}
	}
}
