package wordstest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"settable/render/words/wordstest"
)

// Text outside brackets is found anywhere in a text, except for parts that need no brackets.
func TestTextOutsideBrackets(t *testing.T) {
	for text, want := range map[string]string{
		"⟦Ann takes ⟦two⟧ cards.⟧ 💤 Bob 12":    "",
		"`A` ⟦one red diamond⟧ ⟦Cid⟧ **3**":    "",
		"⟦Ann sits down.⟧ Bob leaves. ⟦Pot 3⟧": "leaves.",
		"Ann 3 · Bob 2":                              "·",
		"⟦A game of⟧, ⟦and another⟧":                 ",",
		"⟦Everybody buys in with ⟦4 chips and m…":    "",
		"⟦Everybody buys in wi… ⟦Ann sits down.⟧":    "",
		"⟦a⟧ and ⟦b…":                                "and",
		"⟦nobody closed this":                        "⟦nobody closed this",
		"⟦one of ⟦two⟧ is closed once more ⟧⟧ there": "⟦one of ⟦two⟧ is closed once more ⟧⟧ there",
	} {
		require.Equal(t, want, wordstest.TextOutsideBrackets(text, "Ann", "Bob"), text)
	}
}
