// Package every is the list of the games that can be played here. A new game is a package beside this
// one and a line of the list: nothing else names the games.
package every

import (
	"settable/games"
	"settable/games/classic"
	"settable/games/english"
	"settable/games/poker"
	"settable/games/solitaire"
	"settable/games/twenty"
)

// Game is all games, in the order in which they are offered.
var Game = []games.Kind{
	classic.Game,
	twenty.Game,
	poker.Game,
	solitaire.Game,
	english.Game,
}
