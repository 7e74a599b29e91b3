package render

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
)

// Names are drawn in Latin, Greek, Cyrillic, kana and kanji, never wider than their place, and
// what is no letter of these is left out or the whole name is.
func TestNamesAreDrawnOrLeftOut(t *testing.T) {
	h := hand{bold: true, size: 23}
	for name, want := range map[string]string{
		"Ann":             "Ann",
		"Жанна d'Arc":     "Жанна d'Arc",
		"Ωρίων":           "Ωρίων",
		"さくら・ナカムラ":        "さくら・ナカムラ",
		"ｶﾅ":              "カナ",
		"Ａｎｎ":             "Ann",
		"  a\tb\n c ":     "a b c",
		"A\u200bnn\u202e": "Ann",
		"Z" + strings.Repeat("\u0353\u035c", 60) + "algo": "Zalgo",
		"🎲Bob🎲":       "Bob",
		`Anne\-Marie`: "Anne-Marie",
		"🎲🎲":          "",
		"王小明":         "王小明",
		"龘":           "",
		"יוסי":        "",
		"مريم":        "",
		"":            "",
	} {
		require.Equal(t, want, h.named(name, 230), "%q", name)
	}
	for _, long := range []string{strings.Repeat("Ｗ", 32), strings.Repeat("か", 32), strings.Repeat("W ", 5000)} {
		short := h.named(long, 230)
		require.True(t, strings.HasSuffix(short, "…"), short)
		require.LessOrEqual(t, h.width(short), 230)
		require.Greater(t, h.width(short), 180)
	}
	require.Empty(t, h.named("Ann", 3))
	require.Equal(t, "Wins. Rank 1, A b c: 1 set.", AltChart(Chart{Title: "Wins", Unit: "test.sets",
		Rows: []ChartRow{{Rank: 1, Value: 1, Name: "\u202eA\nb\x00 c\u200b"}}}, spoken))
}

// However a game ends, its picture in words speaks of people by their names, and says of
// nobody that they have no points where nobody has any.
func TestEndingsNamePeople(t *testing.T) {
	name := func(s games.Seat) string { return "Player " + games.SeatLetter(s) }
	endings := 0
	everyView(t, func(what string, v games.View) {
		if v.Phase != games.Finished {
			return
		}
		endings++
		alt := Alt(v.Named(name), spoken)
		require.NotContains(t, alt, "Seat ", what)
		if !v.Scored() {
			require.NotContains(t, alt, ": 0 points", what)
		}
	})
	require.Greater(t, endings, 50)
}
