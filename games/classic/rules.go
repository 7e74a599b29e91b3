// Package classic is SET as the seed tells it: twelve cards, no turns, whoever
// sees a set takes it (RULES.md, Classic SET).
package classic

import (
	"time"

	"settable/games"
	"settable/games/cards"
)

const (
	full = 12 // "The dealer fills up to twelve and no further"
	most = 21 // 21 cards always hold a set

	fewestPlayers = 1  // "1 or more players"
	mostPlayers   = 20 // at once; the text knows no limit, a picture does
)

// Rules are the rules of classic SET.
type Rules struct{}

// Name is the word in `game classic`.
func (Rules) Name() string { return "classic" }

// Open is a table with nobody at it. The error is Illegal: an option that
// does not exist or a value it cannot have.
func (Rules) Open(chosen games.Options) (games.Game, error) {
	o, err := Rules{}.Manual().Fill(chosen)
	if err != nil {
		return nil, err
	}
	return &game{
		house: house{
			slow:    o["deal"] == "slow",
			pace:    time.Duration(o.Int("pace")) * time.Second,
			call:    time.Duration(o.Int("call")) * time.Second,
			agree:   o["extra"] == "agree",
			penalty: o["penalty"],
		},
		phase:  games.Gathering,
		unseen: cards.SETPack(),
	}, nil
}

// house are the options of a table, read.
type house struct {
	slow    bool          // cards come one by one
	pace    time.Duration // between two of them
	call    time.Duration // to name the set; 0: no calls
	agree   bool          // three more come when all say none
	penalty string
}

// The penalties (RULES.md: "Penalty for a call or claim that is no set").
const (
	losePoint = "lose_point"
	floor0    = "lose_point_floor0"
	lockout   = "lockout"
	noPenalty = "none"
)
