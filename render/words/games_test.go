package words_test

import (
	"errors"
	"flag"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/every"
	"settable/render/words"
)

var update = flag.Bool("update", false, "rewrite the renderings in testdata")

var kinds = every.Game

// Every event in the games' scripts has a sentence, and a value for each placeholder of the sentence.
func TestEveryEventInScriptsHasItsSentence(t *testing.T) {
	for _, kind := range kinds {
		t.Run(kind.Name(), func(t *testing.T) {
			var log strings.Builder
			b, err := words.New(slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelError})), kinds)
			require.NoError(t, err)
			japanese := b.In("ja").Translates(kind.Manual().Title().Key)
			files, err := filepath.Glob("../../games/" + kind.Name() + "/testdata/*.game")
			require.NoError(t, err)
			for _, file := range files {
				follow(t, file, func(p games.Phrase, name func(games.Seat) string) {
					text := b.In("en").Say(p, name)
					require.NotContains(t, text, "<no value>", "%s: %s", file, p.Key)
					if japanese {
						require.Empty(t, unlikeJapanese(b.In("ja").Say(p, name)), "%s: %s", file, p.Key)
					}
				})
			}
			require.Empty(t, log.String())
		})
	}
}

// unlikeJapanese returns the text if it has punctuation that is wrong in Japanese, such as two consecutive full stops
// or English brackets and commas. Otherwise it returns "".
func unlikeJapanese(text string) string {
	for _, odd := range []string{"さんさん", "。。", "！。", "。 ", "、、", " (", ", ", ". ", "：。"} {
		if strings.Contains(text, odd) {
			return text
		}
	}
	return ""
}

// follow plays a script and calls hear with every phrase in it.
func follow(t *testing.T, file string, hear func(games.Phrase, func(games.Seat) string)) {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	script, err := games.ReadScript(file, string(text))
	require.NoError(t, err)
	replay, out, err := games.NewReplay(kinds, script)
	require.NoError(t, err)
	for i := 0; ; i++ {
		hear(out.Refused, replay.Name)
		for _, step := range out.Steps {
			for _, e := range games.MergeEvents(step.Events) {
				hear(e.Say(), replay.Name)
			}
		}
		view := replay.Game().View(games.Watcher)
		hear(view.Headline, replay.Name)
		for _, p := range view.Why {
			hear(p, replay.Name)
		}
		for _, h := range view.Highlights {
			hear(h.Phrase, replay.Name)
			hear(h.Label, replay.Name)
		}
		if i == len(script.Lines) {
			return
		}
		out, err = replay.Play(script.Lines[i])
		require.NoError(t, errors.Unwrap(err))
	}
}

// Sentences teach moves in the players' language.
func TestWordsToTypeAreTranslated(t *testing.T) {
	catalogues := allCatalogues(t)
	choose := games.Say("english.stuck", "choices",
		games.Say("english.choices", "a", games.Typed{Game: "english", Words: "exchange"},
			"b", games.Typed{Game: "english", Words: "reshuffle"}))
	amount := games.Say("poker.amounts", "most", 3, "like", games.Typed{Game: "poker", Words: "raise 2"})
	for locale, want := range map[string][2]string{
		"en": {"exchange or reshuffle", "raise 2"}, "de": {"tauschen oder mischen", "erhöhen 2"},
		"ja": {"交換か引き直し", "レイズ 2"},
	} {
		require.Contains(t, catalogues.In(locale).Plain(choose), want[0])
		require.Contains(t, catalogues.In(locale).Plain(amount), want[1])
	}
}
