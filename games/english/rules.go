// Package english is English Sets as the seed tells it, for two players to
// six: hands of four, a starter turned from the pack, and sets of four equal
// cards in the graveyards (RULES.md, English Sets).
package english

import (
	"time"

	"settable/games"
	"settable/games/cards"
)

// Rules are the rules of English Sets.
type Rules struct{}

// Name is the word in `game english`.
func (Rules) Name() string { return name }

// Open is a table with nobody at it. The error is Illegal: an option that
// does not exist or a value it cannot have.
func (Rules) Open(chosen games.Options) (games.Game, error) {
	o, err := Rules{}.Manual().Fill(chosen)
	if err != nil {
		return nil, err
	}
	return &game{
		house: house{
			replenish: o["replenish"],
			discount:  o["discount"] == "true",
			majority:  o["last_rank"] == "majority",
			auto:      time.Duration(o.Int("auto")) * time.Second,
		},
		unseen: cards.StandardPack(),
	}, nil
}
