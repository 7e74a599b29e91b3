package main

import (
	"sync"

	"settable/games/every"
	"settable/render/words"
)

// kinds are the games that can be played.
var kinds = every.Game

// inEnglish is the English language, in which the command line prints what games say.
var inEnglish = sync.OnceValue(func() *words.Language {
	catalogues, err := words.New(nil, kinds)
	if err != nil {
		panic(err) // the catalogues are embedded, and tests read each of them
	}
	return catalogues.In("en")
})
