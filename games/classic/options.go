package classic

import (
	"time"
)

const name = "classic"

// house are the options of a table, read.
type house struct {
	slow    bool          // cards come one by one
	pace    time.Duration // between two of them
	call    time.Duration // to name the set; 0: no calls
	called  bool          // a set is called before it is named
	agree   bool          // three more come when all say none
	penalty string
}

const (
	full = 12 // "The dealer fills up to twelve and no further"
	most = 21 // 21 cards always hold a set

	fewestPlayers = 1  // "1 or more players"
	mostPlayers   = 20 // at once; the text knows no limit, a picture does
)

// How a set is taken. RULES.md: "Claim: at any time, no turns: call and pick in
// one"; the seed: "The player who called set takes the cards".
const (
	usualCall   = "10"
	anyClaim    = "any"
	calledClaim = "called"
)

// The penalties (RULES.md: "Penalty for a call or claim that is no set").
const (
	losePoint = "lose_point"
	floor0    = "lose_point_floor0"
	lockout   = "lockout"
	noPenalty = "none"
)
