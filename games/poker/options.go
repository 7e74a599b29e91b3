package poker

import (
	"time"

	"settable/games"
)

const name = "poker"

// house are the options of a table, read.
type house struct {
	stack, limit, ante games.Chips
	stacks             []games.Chips // of the first to sit down, instead of stack
	raises             int           // of one player in one interval
	openCounts         bool          // opening is one of them
	rotate             bool          // the first to speak is one seat further each interval
	mustDrop           bool          // who cannot pay a call must drop: no side pots
	needSet            bool          // who shows must have a set
	disjoint           bool          // only sets without a common card count
	oneEach            bool          // odd chips go one each to the equally poor
	split              bool          // when nobody shows to the last card, the pot is shared
	centerMax          int           // with so many centre cards all must show; 0: no such limit
	dealer             games.Seat    // of the first hand
	turn, pause        time.Duration // to speak, and between two hands; 0: no clock
}

const (
	fewestPlayers = 2
	mostPlayers   = 10
	mostChips     = 1_000_000 // of a stack or a bet: sums stay far from where Chips end
)
