package twenty

import (
	"settable/games"
	"settable/games/cards"
)

var phaseNames = [...]string{gathering: "gathering", playing: "play", between: "between", over: "over"}

// State is everything there is to know, ready for JSON: the fields of NOTATION.md, and a few more.
func (g *game) State(name func(games.Seat) string) any {
	s := map[string]any{
		"phase": phaseNames[g.phase], "hand": g.hand, "dealer": games.Whom(g.dealer, name),
		"hands": games.PerSeat(&g.Seats, name, func(s games.Seat) ([]cards.Card, bool) {
			return cards.Lying(g.Of(s).slots[:]), true
		}),
		"deck": g.deck.Len(), "discard": g.discard.Len(), "target": g.target,
		"scores":      games.PerSeat(&g.Seats, name, func(s games.Seat) (int, bool) { return g.Of(s).score, true }),
		"hand_winner": games.Whom(g.winner, name), "winner": games.Whom(g.champion, name),
		"none": g.Names(name, g.denies), "left": g.Names(name, g.Gone),
		"waiting": g.Names(name, func(s games.Seat) bool { // for the next hand
			return g.phase == playing && g.Roster.Sits(s) && !g.plays(s)
		}),
	}
	if len(g.due) > 0 {
		s["phase"] = "deal"
	}
	if g.phase == playing {
		s["table"] = cards.Lying(g.table[:])
	}
	return s
}
