package main

import (
	"sync"

	"settable/games/every"
	"settable/render/words"
)

// kinds are the games this house plays.
var kinds = every.Game

// inEnglish is what the games say, for those who work with the program.
var inEnglish = sync.OnceValue(func() *words.Language {
	catalogues, err := words.New(nil, kinds)
	if err != nil {
		panic(err) // the catalogues are embedded, and tests read each of them
	}
	return catalogues.In("en")
})
