package english

import (
	"settable/games"
	"settable/games/cards"
)

var phaseNames = [...]string{
	gathering: "gathering", dealing: "deal", setup: "setup", playing: "play", stalemate: "stalemate",
	finished: "over",
}

// State is everything there is to know, ready for JSON: the fields of NOTATION.md, and a few more.
func (g *game) State(name func(games.Seat) string) any {
	incomplete, declared := map[string]map[string]int{}, map[string][]string{}
	for _, who := range g.Names(name, func(games.Seat) bool { return true }) {
		incomplete[who], declared[who] = map[string]int{}, []string{}
	}
	for r, set := range g.sets {
		switch who := name(set.owner); {
		case set.complete():
			declared[who] = append(declared[who], rankLetter(r))
		case set.incomplete():
			incomplete[who][rankLetter(r)] = set.n
		}
	}
	s := map[string]any{
		"phase": phaseNames[g.phase], "incomplete": incomplete, "declared": declared,
		"hands": games.PerSeat(&g.Seats, name, func(s games.Seat) ([]cards.Card, bool) {
			return g.Of(s).hand.list(), true
		}),
		"scores": games.PerSeat(&g.Seats, name, func(s games.Seat) (int, bool) { return g.score(s), true }),
		"choices": games.PerSeat(&g.Seats, name, func(s games.Seat) (Choice, bool) {
			return g.Of(s).said, g.Of(s).said != ""
		}),
		"pack": g.pack(), "under": append([]cards.Card{}, g.under...), "owed": g.owed,
		"starters": g.starters, "shuffles": g.shuffles,
		"left": g.Names(name, g.Gone), "winners": games.Named(g.winners, name),
	}
	if g.starter != cards.Hidden {
		s["starter"] = g.starter
	}
	return s
}
