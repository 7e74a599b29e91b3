// Package house has players of our own: each chooses a move from what its
// View shows, and from nothing else, so a table cannot tell it from a person.
package house

import (
	"math/rand/v2"

	"settable/games"
	"settable/games/cards"
)

// A Player says the words of a move that is legal for the viewer of v, or
// nothing while it thinks or waits for others. The luck is its own: how it
// chooses among what seems equally good, and how long it looks at a table.
type Player func(v games.View, luck *rand.Rand) (words string)

// Players are the house's players, by the name of their game.
var Players = map[string]Player{
	"classic":   Classic,
	"english":   English,
	"poker":     Poker,
	"solitaire": Solitaire,
	"twenty":    Twenty,
}

// offered is what the viewer may say that begins so; of several the one that
// takes something comes first.
func offered(v games.View, verb string) (found games.Offer, may bool) {
	for _, o := range v.Offers {
		if o.Words == verb && (!may || o.Takes != games.Bare) {
			found, may = o, true
		}
	}
	return found, may
}

func may(v games.View, verb string) bool {
	_, ok := offered(v, verb)
	return ok
}

// faces are the open cards of a seat, or with Watcher those of everybody.
func faces(v games.View, of games.Seat) (list []cards.Card) {
	for _, a := range v.Areas {
		if a.Seat != of {
			continue
		}
		for _, cell := range a.Cells {
			if cell.Kind == games.Face {
				list = append(list, cell.Card)
			}
		}
	}
	return list
}

// claim names one of the sets, any.
func claim(sets [][3]cards.Card, luck *rand.Rand) string {
	three := sets[luck.IntN(len(sets))]
	return "set " + three[0].String() + " " + three[1].String() + " " + three[2].String()
}
