package main

import (
	"sync"

	"settable/games"
	"settable/games/classic"
	"settable/games/english"
	"settable/games/poker"
	"settable/games/solitaire"
	"settable/games/twenty"
	"settable/render/words"
)

// kinds are the games this house plays. A further game is a folder and a line.
var kinds = []games.Kind{classic.Game, twenty.Game, poker.Game, solitaire.Game, english.Game}

// inEnglish is what the games say, for those who work with the program.
var inEnglish = sync.OnceValue(func() *words.Language {
	book, err := words.New(nil, kinds)
	if err != nil {
		panic(err) // the catalogues are embedded, and tests read each of them
	}
	return book.In("en")
})
