package solitaire

import (
	"settable/games"
	"settable/games/cards"
)

// State is everything there is to know, ready for JSON: the fields of NOTATION.md, and a few more.
func (g *game) State(name func(games.Seat) string) any {
	lie := make([][]cards.Card, piles)
	for i, p := range g.board {
		lie[i] = append([]cards.Card{}, p.cards[:p.depth]...)
	}
	return map[string]any{
		"phase": g.phase, "piles": lie, "round": g.dealt(), "deck": g.unseen.Len(), "owed": g.owed,
		"sets": g.sets(), "left": g.left(), "undos": g.undos,
		"by":   games.PerSeat(&g.Seats, name, func(s games.Seat) (int, bool) { return g.Of(s).sets, true }),
		"gone": g.Names(name, g.Gone), "over": g.phase == games.Finished, "won": g.won(), "closed": g.closed,
	}
}
