package render

import (
	"os"
	"testing/fstest"

	"settable/games"
	"settable/games/every"
	"settable/render/words"
)

// catalogues contains the phrases that these tests need: those of the games, the bot's titles of charts, and a phrase
// for any text. spoken is English, which most tests use.
var catalogues = func() *words.Catalogues {
	kinds := every.Game
	any := fstest.MapFS{"words/en.yaml": {Data: []byte(`test.words: "{{.text}}"
test.sets: {one: "{{.N}} set", other: "{{.N}} sets"}`)}}
	catalogues, err := words.New(nil, kinds, any, os.DirFS("../bot/command"))
	if err != nil {
		panic(err)
	}
	return catalogues
}()

var spoken = catalogues.In("en")

func verbatim(text string) games.Phrase { return games.Say("test.words", "text", text) }
