// Package twenty is 20/20 SET as the seed tells it: six cards of one's own, six
// on the table, no turns, and whoever is first to have none left wins the hand
// (RULES.md, 20/20 SET).
package twenty

import (
	"time"

	"settable/games"
)

// Rules are the rules of 20/20 SET.
type Rules struct{}

// Name is the word in `game twenty`.
func (Rules) Name() string { return name }

// Open is a table with nobody at it. The error is Illegal: an option that
// does not exist or a value it cannot have.
func (Rules) Open(chosen games.Options) (games.Game, error) {
	o, err := Rules{}.Manual().Fill(chosen)
	if err != nil {
		return nil, err
	}
	return &game{house: house{
		open:   o["hands"] == openHands,
		sweep:  o["stuck"] == "sweep",
		pause:  time.Duration(o.Int("pause")) * time.Second,
		dealer: games.Seat(o.Int("dealer")),
	}}, nil
}

const openHands = "open"
