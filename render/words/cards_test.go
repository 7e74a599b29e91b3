package words_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games/cards"
)

// In languages with agreement, adjectives agree with the noun for the shape and with the number of symbols.
func TestAdjectivesAgreeWithTheShape(t *testing.T) {
	catalogues := allCatalogues(t)
	for locale, cases := range map[string]map[string]string{
		"de": {"2TRD": "zwei gestreifte rote Rauten", "1SRD": "eine gefüllte rote Raute",
			"3NPV": "drei leere lila Ovale",
			"1TGV": "ein gestreiftes grünes Oval", "1NPQ": "eine leere lila Welle", "TD": "Karo-Zehn"},
		"fr": {"2TRD": "deux losanges hachurés rouges", "1SGQ": "une vague pleine verte",
			"3NPV": "trois ovales vides violets",
			"3TPQ": "trois vagues hachurées violettes", "1NGD": "un losange vide vert", "AS": "as de pique"},
	} {
		for code, words := range cases {
			c, ok := cards.Parse(code)
			require.True(t, ok, code)
			require.Equal(t, words, catalogues.In(locale).Card(c))
		}
	}
}

func TestCardsAreReadAloud(t *testing.T) {
	en := allCatalogues(t).In("en")
	for code, words := range map[string]string{
		"2TRD": "two striped red diamonds", "1SRD": "one solid red diamond", "3NPV": "three open purple ovals",
		"1TGQ": "one striped green squiggle", "TD": "ten of diamonds", "AS": "ace of spades", "KC": "king of clubs",
	} {
		c, ok := cards.Parse(code)
		require.True(t, ok, code)
		require.Equal(t, words, en.Card(c))
	}
	require.Equal(t, "a hidden card", en.Card(cards.Hidden))
	seen := map[string]bool{}
	for _, c := range append(cards.SETPack().Cards(), cards.StandardPack().Cards()...) {
		require.False(t, seen[en.Card(c)], en.Card(c))
		seen[en.Card(c)] = true
	}
}
