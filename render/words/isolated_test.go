package words_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
)

// A right-to-left name keeps its position in every sentence. Other names are unchanged.
func TestRightToLeftNameStaysInPlace(t *testing.T) {
	b, err := catalogues(t, nil, map[string]string{
		"en.yaml": "t.has: \"{{.who}} has {{.n}}.\"\nt.more: \"{{.what}} {{.n}}\"\n",
		"de.yaml": "t.has: \"{{.who}} hat {{.n}}.\"\n",
	})
	require.NoError(t, err)
	called := func(s games.Seat) string { return map[games.Seat]string{1: "דנה 3", 2: "Zoë", 3: "علي"}[s] }
	has := func(who any) games.Phrase { return games.Say("t.has", "who", who, "n", 7) }
	en := b.In("en")
	require.Equal(t, "\u2068דנה 3\u2069 has 7.", en.Say(has(games.Seat(1)), called))
	require.Equal(t, "\u2068דנה 3\u2069 hat 7.", b.In("de").Say(has(games.Seat(1)), called))
	require.Equal(t, "Zoë has 7.", en.Say(has(games.Seat(2)), called))
	require.Equal(t, "\u2068דנה 3\u2069, Zoë and \u2068علي\u2069 has 7.",
		en.Say(has([]games.Seat{1, 2, 3}), called))
	require.Equal(t, "\u2068علي\u2069 has 7.", en.Say(has("علي"), called), "a name given as text")
	whole := games.Say("t.more", "what", en.Say(has(games.Seat(3)), called), "n", 2)
	require.Equal(t, "\u2068علي\u2069 has 7. 2", en.Say(whole, called), "isolated text must not be isolated again")
}
