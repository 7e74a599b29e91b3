// Package classic is SET as the seed tells it: twelve cards, no turns, whoever
// sees a set takes it (RULES.md, Classic SET).
package classic

import (
	"maps"
	"slices"
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
	if o["claim"] == calledClaim && o.Int("call") == 0 {
		o["call"] = usualCall // what must be called needs time to be named
	}
	return &game{
		house: house{
			called:  o["claim"] == calledClaim,
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
	called  bool          // a set is called before it is named
	agree   bool          // three more come when all say none
	penalty string
}

// How a set is taken. RULES.md: "Claim: at any time, no turns: call and pick in
// one"; the seed: "The player who called set takes the cards".
const (
	usualCall   = "10"
	anyClaim    = "any"
	calledClaim = "called"
)

// Unsaid reads what a script leaves unsaid about its table: where somebody
// calls, it is a table at which sets are called before they are named, unless
// its header says otherwise. So the scripts are meant that show the call (the
// first line of the case call-then-too-slow is a claim that nobody called, and
// it is refused). A journal says all that happened and is not read so.
func (Rules) Unsaid(o games.Options, lines []string) games.Options {
	calls := slices.ContainsFunc(lines, func(words string) bool {
		move, ok := Rules{}.Parse(words)
		return ok && move == games.Move(Call{})
	})
	if _, said := o["claim"]; said || !calls {
		return o
	}
	o = maps.Clone(o)
	o["claim"] = calledClaim
	return o
}

// The penalties (RULES.md: "Penalty for a call or claim that is no set").
const (
	losePoint = "lose_point"
	floor0    = "lose_point_floor0"
	lockout   = "lockout"
	noPenalty = "none"
)
