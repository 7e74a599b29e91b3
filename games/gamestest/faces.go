package gamestest

import (
	"settable/games"
	"settable/games/cards"
)

// Faces returns the set of all cards that are visible in a view.
func Faces(v games.View) map[cards.Card]bool {
	all := map[cards.Card]bool{}
	for _, c := range v.Taken {
		all[c] = true
	}
	for _, a := range v.Areas {
		for _, c := range a.Cells {
			if c.Kind == games.Face {
				all[c.Card] = true
			}
			for _, u := range c.Under {
				all[u] = true
			}
		}
	}
	return all
}
