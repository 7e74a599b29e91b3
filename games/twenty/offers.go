package twenty

import "settable/games"

// offers are the moves that are legal now: for a seat its own, for a Watcher
// those that somebody may make. Nothing a hand hides decides any of them.
func (g sight) offers(viewer games.Seat) []games.Offer {
	if g.phase == over || len(g.due) > 0 {
		return nil
	}
	var list []games.Offer
	sits := g.Roster.Sits(viewer)
	offer := func(may func(games.Seat) bool, o games.Offer) {
		if sits && may(viewer) || viewer == games.Watcher && g.anybody(may) {
			list = append(list, o)
		}
	}
	offer(func(s games.Seat) bool { return g.mayPlay(s) == nil }, games.Offer{Words: "set", Takes: games.Three})
	offer(func(s games.Seat) bool { return g.mayDraw(s) == nil }, games.Offer{Words: "draw"})
	offer(func(s games.Seat) bool { return g.mayDeny(s) == nil }, games.Offer{Words: "none"})
	offer(func(games.Seat) bool { return g.phase == gathering && g.Roster.Here() >= fewestPlayers },
		games.Offer{Words: "start"})
	offer(func(games.Seat) bool { return g.phase == between }, games.Offer{Words: "next"})
	if !sits && g.Roster.Here() < mostPlayers {
		list = append(list, games.Offer{Words: "join"})
	}
	offer(func(games.Seat) bool { return true }, games.Offer{Words: "leave"})
	return list
}

func (g sight) anybody(may func(games.Seat) bool) bool {
	for _, s := range g.Roster.Seats() {
		if may(s) {
			return true
		}
	}
	return false
}
