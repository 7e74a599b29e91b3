package english

import (
	"time"
)

const name = "english"

// house are the options of a table, read.
type house struct {
	replenish string        // in which order hands are filled
	discount  bool          // in a stalemate all may agree that hands do not count
	majority  bool          // a last rank goes to whoever holds most of it
	auto      time.Duration // between two starters the clock turns; 0: it turns none
}

const (
	fewestPlayers = 2
	mostPlayers   = 6
	full          = 4 // cards of a hand, and of a set
	ranks         = 13
)

// The ways to fill up (RULES.md: "seat by seat until four (`replenish=seat`;
// `rounds`: each draws what is missing, again and again; `alternate`: one card
// each in turn)").
const (
	bySeat    = "seat"
	byRounds  = "rounds"
	alternate = "alternate"
)
