// Package every lists the games that can be played. To add a game, add a package next to this one and an entry in the
// list; no other code names the games.
package every

import (
	"settable/games"
	"settable/games/classic"
	"settable/games/english"
	"settable/games/poker"
	"settable/games/solitaire"
	"settable/games/twenty"
)

// Game lists all games in the order in which the bot offers them.
var Game = []games.Kind{
	classic.Game,
	twenty.Game,
	poker.Game,
	solitaire.Game,
	english.Game,
}
