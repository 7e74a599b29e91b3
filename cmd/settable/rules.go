package main

import (
	"settable/games"
	"settable/games/classic"
	"settable/games/english"
	"settable/games/poker"
	"settable/games/solitaire"
	"settable/games/twenty"
)

// rules are the games this house plays. A further game is a folder and a line.
var rules = []games.Rules{
	classic.Rules{},
	twenty.Rules{},
	poker.Rules{},
	solitaire.Rules{},
	english.Rules{},
}
