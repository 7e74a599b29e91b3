package main

import (
	"settable/games"
	"settable/games/classic"
	"settable/games/poker"
)

// rules are the games this house plays. A further game is a folder and a line.
var rules = []games.Rules{
	classic.Rules{},
	poker.Rules{},
}
