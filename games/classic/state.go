package classic

import (
	"settable/games"
	"settable/games/cards"
)

// State is everything there is to know, ready for JSON: the fields of NOTATION.md, and a few more.
func (g *game) State(name func(games.Seat) string) any {
	count := func(of func(*player) int) map[string]int {
		return games.PerSeat(&g.Seats, name, func(s games.Seat) (int, bool) { return of(g.Of(s)), true })
	}
	return map[string]any{
		"phase": g.phase, "table": cards.Lying(g.table), "deck": g.unseen.Len(), "owed": g.owed,
		"scores":    count(func(p *player) int { return p.score }),
		"sets":      count(func(p *player) int { return p.sets }),
		"penalties": count(func(p *player) int { return p.penalties }),
		"locked":    g.Names(name, func(s games.Seat) bool { return g.Of(s).locked }),
		"none":      g.Names(name, func(s games.Seat) bool { return g.Of(s).none }),
		"left":      g.Names(name, g.Gone), "pending": games.Whom(g.caller, name),
		"over": g.phase == games.Finished, "winners": games.Named(g.winners, name),
	}
}
