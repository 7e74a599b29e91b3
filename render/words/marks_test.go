package words_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/render/words"
)

// Every language uses its own punctuation.
func TestEachLanguageHasItsMarks(t *testing.T) {
	catalogues := allCatalogues(t)
	name := func(s games.Seat) string { return map[games.Seat]string{1: "Ann", 2: "Bo", 3: "さくら"}[s] }
	won := games.Say("games.ended_shared", "who", []games.Seat{1, 2, 3})
	for locale, want := range map[string][]string{
		"en": {"The game is over. Ann, Bo and さくら share the win.", "A: two", "A:", " (left)", "“none”",
			"One. Two.", "a, b", "a, b; c", "Go.", "3 min 5 s"},
		"ja": {"ゲーム終了。Annさん、Boさんとさくらさんの同点優勝です。", "A：two", "A：", "（left）", "「none」",
			"One.Two.", "a、b", "a、b；c", "Go。", "3分5秒"},
	} {
		l := catalogues.In(locale)
		got := []string{l.Say(won, name), l.Labelled("A", "two"), l.Label("A"),
			l.Aside("left"), l.Quoted("none"), l.Prose("One.", "Two."),
			l.Row([]string{"a", "b"}),
			l.Apart([]string{l.Row([]string{"a", "b"}), "c"}), l.Sentence("Go"),
			l.Duration(185 * time.Second)}
		require.Equal(t, want, got, locale)
	}
	ja := catalogues.In("ja")
	for _, whole := range []string{"セットを探そう。", "だれが遊ぶ？", "ええと…", "クリア！"} {
		require.Equal(t, whole, ja.Sentence(whole))
	}
}

// Silent produces no words, for pictures without text.
func TestSilent(t *testing.T) {
	require.Empty(t, words.Silent.Say(games.Say("classic.took"), games.SeatLetter))
	require.Empty(t, words.Silent.Between())
	require.Empty(t, words.Silent.Labelled("Table", "ten cards"))
	require.Empty(t, words.Silent.Row(nil))
	require.False(t, words.Silent.Has("classic.took"))
	require.Equal(t, "`set A`", words.Silent.Typed("classic", "set A"), "moves stay in the notation")
}
