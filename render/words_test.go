package render

import (
	"os"
	"testing/fstest"

	"settable/games"
	"settable/games/classic"
	"settable/games/english"
	"settable/games/poker"
	"settable/games/solitaire"
	"settable/games/twenty"
	"settable/render/words"
)

// tongues are the languages of these tests, with the titles of charts, which the bot has, and with a phrase
// that says whatever a test wants to be said; spoken is English, which most of them speak.
var tongues = func() *words.Book {
	kinds := []games.Kind{classic.Game, twenty.Game, poker.Game, solitaire.Game, english.Game}
	any := fstest.MapFS{"words/en.yaml": {Data: []byte(`test.words: "{{.text}}"
test.sets: {one: "{{.N}} set", other: "{{.N}} sets"}`)}}
	book, err := words.New(nil, kinds, any, os.DirFS("../bot/command"))
	if err != nil {
		panic(err)
	}
	return book
}()

var spoken = tongues.In("en")

func verbatim(text string) games.Phrase { return games.Say("test.words", "text", text) }
