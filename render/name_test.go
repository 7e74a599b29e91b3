package render

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/render/layout"
)

// Names in Latin, Greek, Cyrillic, kana and kanji are drawn, and never exceed their width. Other characters, or names
// that consist of them, are omitted.
func TestNamesAreDrawnOrLeftOut(t *testing.T) {
	h := fontFace{bold: true, size: 23}
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
		require.Equal(t, want, h.drawableName(name, 230), "%q", name)
	}
	for _, long := range []string{strings.Repeat("Ｗ", 32), strings.Repeat("か", 32), strings.Repeat("W ", 5000)} {
		short := h.drawableName(long, 230)
		require.True(t, strings.HasSuffix(short, "…"), short)
		require.LessOrEqual(t, h.width(short), 230)
		require.Greater(t, h.width(short), 180)
	}
	require.Empty(t, h.drawableName("Ann", 3))
	require.Equal(t, "Wins. Rank 1, A b c: 1 set.", AltChart(Chart{Title: "Wins", Unit: "test.sets",
		Rows: []ChartRow{{Rank: 1, Value: 1, Name: "\u202eA\nb\x00 c\u200b"}}}, spoken))
}

// However a game ends, the texts about it use the players' names. They don't mention points if nobody has any.
func TestEndingsNamePeople(t *testing.T) {
	name := func(s games.Seat) string { return "Player " + games.SeatLetter(s) }
	endings := 0
	everyView(t, func(what string, v games.View) {
		if v.Phase != games.Finished {
			return
		}
		endings++
		alt := Alt(v.WithNames(name), spoken)
		require.NotContains(t, alt, "Seat ", what)
		if !v.HasScores() {
			require.NotContains(t, alt, ": 0 points", what)
		}
	})
	require.Greater(t, endings, 50)
}

// However a game ends, its picture shows the players' names and the chips that they took home, even in a picture for a
// single player.
func TestEndingsShowWhoPlayed(t *testing.T) {
	s, err := sheetOf(Style{})
	require.NoError(t, err)
	written := func(v games.View, seat int) string {
		c := s.table(v, spoken)
		defer s.returnCanvas(c)
		var text []string
		for _, k := range c.strokes {
			if k.what.word != nil && k.box.Overlaps(layout.Of(v).Seats[seat]) {
				text = append(text, lettersOf(k.what.word))
			}
		}
		return strings.Join(text, " ")
	}
	ended, purses := map[string]bool{}, 0
	everyView(t, func(what string, v games.View) {
		if v.Phase != games.Finished {
			return
		}
		called := v.WithNames(func(s games.Seat) string { return "Pat " + games.SeatLetter(s) })
		for i, p := range v.Seats {
			require.Contains(t, written(called, i), "Pat "+games.SeatLetter(p.Seat), what)
			if p.CashedOut > 0 {
				purses++
				require.Contains(t, written(called, i), spoken.Number(int64(p.CashedOut)), what)
				require.Contains(t, written(v, i), spoken.Number(int64(p.CashedOut)), what)
			}
		}
		ended[v.Game] = true
	})
	require.Len(t, ended, 5, "each game")
	require.Greater(t, purses, 5)
}
