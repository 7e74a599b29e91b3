package poker

import "settable/games"

// offers are the moves that are legal now: for a seat its own; for a Watcher
// those of whoever is to move, of all who may answer the question, and of
// those at the table. Only a seat's own offers know its hand.
func (g sight) offers() []games.Offer {
	viewer := g.viewer
	if g.phase == closed || g.phase == dealing {
		return nil
	}
	sits := g.Roster.Sits(viewer)
	anybody := viewer == games.Watcher && g.Roster.Here() > 0
	var list []games.Offer
	bare := func(words string) { list = append(list, games.Offer{Words: words}) }
	if g.phase == betting && (viewer == g.speaker || viewer == games.Watcher) {
		list = g.speaking(g.speaker)
	}
	if g.phase == asking && (anybody || sits && g.asked(viewer) == nil) {
		if anybody || g.mayShow(viewer) {
			bare("show")
		}
		bare("pass")
	}
	if g.phase == gathering && (sits || anybody) && g.Roster.Here() >= fewestPlayers && g.canDeal() == nil {
		bare("start")
	}
	if g.phase == between && (sits || anybody) && g.canDeal() == nil {
		bare("next")
	}
	if sits && g.mayBuy(viewer) == nil || anybody && g.anybodyBuys() {
		list = append(list, games.Offer{Words: "buy", Min: g.house.stack, Max: g.house.stack},
			games.Offer{Words: "buy", Takes: games.Amount, Min: 1, Max: g.house.stack})
	}
	if !sits && g.Roster.Here() < mostPlayers {
		bare("join")
	}
	if sits || anybody {
		bare("leave")
	}
	return list
}

// speaking are the moves of who is to speak.
func (g *game) speaking(s games.Seat) []games.Offer {
	has, owes, limit := g.Of(s).chips, g.owes(s), g.house.limit
	var list []games.Offer
	if owes == 0 {
		list = append(list, games.Offer{Words: "check"})
		if has > 0 && g.mayRaise(s, g.house.openCounts) {
			list = append(list, games.Offer{Words: "bet", Takes: games.Amount, Min: 1, Max: min(limit, has)})
		}
	} else {
		if has >= owes || !g.house.mustDrop {
			list = append(list, games.Offer{Words: "call", Min: min(owes, has), Max: min(owes, has)})
		}
		if has > owes && g.mayRaise(s, true) {
			list = append(list, games.Offer{Words: "raise", Takes: games.Amount, Min: 1, Max: min(limit, has-owes)})
		}
	}
	return append(list, games.Offer{Words: "drop"})
}

func (g sight) anybodyBuys() bool {
	for _, s := range g.Roster.Seats() {
		if g.mayBuy(s) == nil {
			return true
		}
	}
	return false
}
