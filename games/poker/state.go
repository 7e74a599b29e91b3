package poker

import (
	"settable/games"
	"settable/games/cards"
)

var phaseNames = [...]string{
	gathering: "gathering", dealing: "deal", betting: "bet", asking: "show", between: "over", closed: "over",
}

// State is everything there is to know, ready for JSON: the fields of NOTATION.md, and a few more.
func (g *game) State(name func(games.Seat) string) any {
	dealt := func(s games.Seat) bool { return g.Of(s).dealt && len(g.center) > 0 }
	chips := func(of func(*player) (games.Chips, bool)) map[string]games.Chips {
		return games.PerSeat(&g.Seats, name, func(s games.Seat) (games.Chips, bool) { return of(g.Of(s)) })
	}
	s := map[string]any{
		"phase": phaseNames[g.phase], "closed": g.phase == closed, "hand": g.hand, "interval": g.interval,
		"dealer": games.Whom(g.dealer, name), "center": append([]cards.Card{}, g.center...),
		"hands": games.PerSeat(&g.Seats, name, func(s games.Seat) ([]cards.Card, bool) {
			p := g.Of(s)
			return []cards.Card{p.cards[0], p.cards[1]}, dealt(s)
		}),
		"active": g.Names(name, func(s games.Seat) bool { return dealt(s) && !g.Of(s).out }),
		"pot":    g.pot(), "deck": g.unseen.Len(), "left": g.Names(name, g.Gone),
		"chips": chips(func(p *player) (games.Chips, bool) { return p.chips, true }),
	}
	switch g.phase {
	case betting:
		s["turn"], s["to_call"] = name(g.speaker), g.owes(g.speaker)
		s["bets"] = chips(func(p *player) (games.Chips, bool) { return p.bet, p.dealt })
	case asking:
		s["passed"] = g.Names(name, func(s games.Seat) bool { return dealt(s) && g.Of(s).passed })
	case between:
		gain := chips(func(p *player) (games.Chips, bool) { return p.gain, p.dealt && p.gain > 0 })
		s["result"] = map[string]any{"gain": gain, "shown": g.shown}
	}
	return s
}
