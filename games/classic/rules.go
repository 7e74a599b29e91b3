// Package classic is SET as the seed tells it: twelve cards, no turns, whoever
// sees a set takes it (RULES.md, Classic SET).
package classic

import (
	"time"

	"settable/games"
	"settable/games/cards"
)

// Rules are the rules of classic SET.
type Rules struct{}

// Name is the word in `game classic`.
func (Rules) Name() string { return name }

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
