package cards

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

func card(t testing.TB, code string) Card {
	c, ok := Parse(code)
	require.True(t, ok, code)
	return c
}

func TestWords(t *testing.T) {
	for code, words := range map[string]string{
		"2TRD": "two striped red diamonds", "1SRD": "one solid red diamond", "3NPV": "three open purple ovals",
		"1TGQ": "one striped green squiggle", "TD": "ten of diamonds", "AS": "ace of spades", "KC": "king of clubs",
	} {
		require.Equal(t, words, card(t, code).Words())
	}
	require.Equal(t, "a hidden card", Hidden.Words())
	seen := map[string]bool{}
	for c := firstSET; c < afterStandard; c++ {
		require.False(t, seen[c.Words()], c.Words())
		seen[c.Words()] = true
	}
}

func TestWhy(t *testing.T) {
	for _, tc := range [][4]string{
		{"1SRD", "2SRD", "1SGD", "two have one symbol and one has two"},
		{"3SRD", "2SRD", "3SGD", "two have three symbols and one has two"},
		{"1SRD", "1TRD", "1TGD", "two are striped and one is solid"},
		{"1SRD", "1SGD", "1SRQ", "two are red and one is green"},
		{"1SRV", "1SRQ", "1SRV", "one card is named twice"},
		{"1SRD", "1SGQ", "1SPQ", "two show squiggles and one shows diamonds"},
		{"1SRD", "2SRD", "AS", "they are not all SET cards"},
		{"3SRD", "2SGQ", "1SPV", ""}, // the example of the seed
	} {
		require.Equal(t, tc[3], Why(card(t, tc[0]), card(t, tc[1]), card(t, tc[2])), "%v", tc)
	}
}

// The seed: "If you can sort a group of three cards into two of ____ and one
// of ____, then it is not a set", and otherwise it is one.
func TestWhyIsSilentOnSetsAlone(t *testing.T) {
	for a := firstSET; a < firstStandard; a++ {
		for b := firstSET; b < firstStandard; b++ {
			for c := firstSET; c < firstStandard; c++ {
				if IsSet(a, b, c) != (Why(a, b, c) == "") {
					t.Fatalf("%s %s %s: set %v, why %q", a, b, c, IsSet(a, b, c), Why(a, b, c))
				}
			}
		}
	}
}

func TestCardsAreCodesInJSON(t *testing.T) {
	out, err := json.Marshal([]Card{card(t, "2SRD"), card(t, "TD"), Hidden})
	require.NoError(t, err)
	require.JSONEq(t, `["2SRD","TD","????"]`, string(out))
}
