// Package solitaire is Mag's SET Solitaire as the seed tells it: nine piles,
// nine rounds of nine cards, and sets taken from the tops, by one player or by
// a channel together (RULES.md, Mag's SET Solitaire).
package solitaire

import (
	"settable/games"
	"settable/games/cards"
)

// Rules are the rules of Mag's SET Solitaire.
type Rules struct{}

// Name is the word in `game solitaire`.
func (Rules) Name() string { return name }

// Open is a table with nobody at it. The error is Illegal: an option that
// does not exist or a value it cannot have.
func (Rules) Open(chosen games.Options) (games.Game, error) {
	o, err := Rules{}.Manual().Fill(chosen)
	if err != nil {
		return nil, err
	}
	return &game{
		house:  house{alone: o["who"] == "alone", peek: o["peek"] == "true", mustClear: o["must_clear"] == "true"},
		phase:  games.Gathering,
		unseen: cards.SETPack(),
	}, nil
}
