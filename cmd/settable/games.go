package main

import (
	"settable/games"
	"settable/games/classic"
	"settable/games/english"
	"settable/games/poker"
	"settable/games/solitaire"
	"settable/games/twenty"
)

// kinds are the games this house plays. A further game is a folder and a line.
var kinds = []games.Kind{classic.Game, twenty.Game, poker.Game, solitaire.Game, english.Game}
