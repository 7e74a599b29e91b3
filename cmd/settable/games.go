package main

import (
	"sync"

	"settable/games/every"
	"settable/render/words"
)

var kinds = every.Game

// inEnglish is the language in which the command line prints the games' sentences.
var inEnglish = sync.OnceValue(func() *words.Language {
	catalogues, err := words.New(nil, kinds)
	if err != nil {
		panic(err) // the catalogues are embedded and tested
	}
	return catalogues.In("en")
})
