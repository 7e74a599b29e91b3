package render

import (
	"testing/fstest"

	"settable/games"
	"settable/games/classic"
	"settable/games/english"
	"settable/games/poker"
	"settable/games/solitaire"
	"settable/games/twenty"
	"settable/render/words"
)

// spoken is the language of these tests: English, with a phrase that says whatever
// a test wants to be said.
var spoken = func() *words.Language {
	kinds := []games.Kind{classic.Game, twenty.Game, poker.Game, solitaire.Game, english.Game}
	any := fstest.MapFS{"words/en.yaml": {Data: []byte(`test.words: "{{.text}}"
test.sets: {one: "{{.N}} set", other: "{{.N}} sets"}`)}}
	book, err := words.New(nil, kinds, any)
	if err != nil {
		panic(err)
	}
	return book.In("en")
}()

func verbatim(text string) games.Phrase { return games.Say("test.words", "text", text) }
