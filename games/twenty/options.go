package twenty

import (
	"time"

	"settable/games"
)

const name = "twenty"

// house are the options of a table, read.
type house struct {
	open   bool          // everybody sees all personal cards
	sweep  bool          // new table cards come when all say none
	pause  time.Duration // between two hands; 0: no clock
	dealer games.Seat    // of the first hand
}

const (
	fewestPlayers = 2 // "2 to 8 players"
	mostPlayers   = 8 // "With at most eight players cards cannot run out"

	dealt     = 6  // "six cards to each player"
	onTable   = 6  // "then six on the table"
	mostHeld  = 9  // "never above nine"
	perPlayer = 10 // "First to 10 × players points wins the game"
)
