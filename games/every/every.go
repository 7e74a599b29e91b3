// Package every is the list of the games that are played here. A further game is a folder beside this one,
// and a line of the list: nothing else names a game.
package every

import (
	"settable/games"
	"settable/games/classic"
	"settable/games/english"
	"settable/games/poker"
	"settable/games/solitaire"
	"settable/games/twenty"
)

// Game is each of them, in the order in which they are offered.
var Game = []games.Kind{
	classic.Game,
	twenty.Game,
	poker.Game,
	solitaire.Game,
	english.Game,
}
