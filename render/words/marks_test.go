package words_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/render/words"
)

// What stands between words and round them is the language's own.
func TestEachLanguageHasItsMarks(t *testing.T) {
	catalogues := whole(t)
	name := func(s games.Seat) string { return map[games.Seat]string{1: "Ann", 2: "Bo", 3: "さくら"}[s] }
	won := games.Say("games.ended_shared", "who", []games.Seat{1, 2, 3})
	for locale, want := range map[string][]string{
		"en": {"The game is over. Ann, Bo and さくら share the win.", "A: two", "A:", " (left)", "“none”",
			"One. Two.", "a, b", "a, b; c", "Go.", "3 min 5 s"},
		"ja": {"ゲーム終了。Annさん、Boさんとさくらさんの同点優勝です。", "A：two", "A：", "（left）", "「none」",
			"One.Two.", "a、b", "a、b；c", "Go。", "3分5秒"},
	} {
		l := catalogues.In(locale)
		got := []string{l.Say(won, name), words.Labelled(l, "A", "two"), words.Label(l, "A"),
			words.Aside(l, "left"), words.Quoted(l, "none"), words.Prose(l, "One.", "Two."),
			words.Row(l, []string{"a", "b"}),
			words.Apart(l, []string{words.Row(l, []string{"a", "b"}), "c"}), words.Sentence(l, "Go"),
			l.Duration(185 * time.Second)}
		require.Equal(t, want, got, locale)
	}
	ja := catalogues.In("ja")
	for _, whole := range []string{"セットを探そう。", "だれが遊ぶ？", "ええと…", "クリア！"} {
		require.Equal(t, whole, words.Sentence(ja, whole))
	}
}

// TestNoLanguage: where nothing was shown yet no language is known, and nothing is said.
func TestNoLanguage(t *testing.T) {
	var none *words.Language
	require.Empty(t, none.Say(games.Say("classic.took"), games.SeatLetter))
	require.Empty(t, words.Between(none))
	require.Empty(t, words.Labelled(none, "Table", "ten cards"))
}
