package games

import (
	"io/fs"
	"math/rand/v2"

	"settable/games/cards"
)

// A Kind is one kind of game, whole: its rules, what it says, who of the house plays it, and what
// a simulation of it counts. Each game's folder has one as its Game; a further game
// is a folder, and a line in the list of cmd/settable.
type Kind struct {
	Rules
	Words   fs.FS // words/en.yaml and so on: all it says
	Player  Player
	Figures Figures
}

// A Player of the house says the words of a move that is legal for the viewer of v,
// or nothing while it thinks or waits for others. It chooses from its View and from
// nothing else, so a table cannot tell it from a person. The luck is its own: how it
// chooses among what seems equally good, and how long it looks at a table.
type Player func(v View, luck *rand.Rand) (words string)

// Offered is what the viewer may say that begins so; of several the one that takes
// something comes first.
func (v View) Offered(verb string) (found Offer, may bool) {
	for _, o := range v.Offers {
		if o.Words == verb && (!may || o.Takes != Bare) {
			found, may = o, true
		}
	}
	return found, may
}

// May tells whether the viewer may say what begins so.
func (v View) May(verb string) bool {
	_, may := v.Offered(verb)
	return may
}

// Faces are the open cards of a seat, or with Watcher those of everybody.
func (v View) Faces(of Seat) (list []cards.Card) {
	for _, a := range v.Areas {
		if a.Seat != of {
			continue
		}
		for _, cell := range a.Cells {
			if cell.Kind == Face {
				list = append(list, cell.Card)
			}
		}
	}
	return list
}

// ClaimOf is the claim of a set by the codes of its cards.
func ClaimOf(set [3]cards.Card) Claim {
	return Claim{Picks: [3]Pick{{Card: set[0]}, {Card: set[1]}, {Card: set[2]}}}
}
