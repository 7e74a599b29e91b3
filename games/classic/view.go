package classic

import (
	"settable/games"
	"settable/games/cards"
)

// View is the table as a seat sees it. Everything lies open, so seats differ
// in their offers alone.
func (g *game) View(seat games.Seat) games.View {
	v := games.View{
		Game: name, Viewer: seat, Phase: g.phase, Headline: g.Head(g.phase, g.headline),
		Practice: g.Practice,
		Areas:    []games.Area{games.TableArea(3, games.OpenCells(g.table, g.fresh, label))},
		Seats:    g.places(),
		Left:     g.unseen.Len(),
		Taken:    append([]cards.Card(nil), g.taken...),
		TakenBy:  g.takenBy,
		Deadline: g.due(),
		Offers:   g.offers(seat),
	}
	switch g.phase {
	case games.Gathering:
		v.Sample = sample
	case games.Finished:
		v.Highlights = g.highlights.Told(g.IsHouse)
	}
	return v
}

func (g *game) places() []games.Place {
	places := make([]games.Place, len(g.Players))
	for i, p := range g.Players {
		seat := games.Seat(i + 1)
		places[i] = games.Place{
			Seat: seat, Score: p.score,
			Locked: p.locked, Calling: g.caller == seat,
		}
		if p.none {
			places[i].Said = games.Say("games.said.none")
		}
	}
	for _, seat := range g.winners {
		places[seat-1].Winner = true
	}
	return g.Places(places)
}

func (g *game) headline() games.Phrase {
	switch {
	case g.Forfeit:
		return games.Say("games.head.forfeit", "who", g.winners[0])
	case len(g.winners) == 1:
		return games.Say("games.head.wins", "who", g.winners[0], "points", points(g.Of(g.winners[0]).score))
	case len(g.winners) > 1:
		return games.Say("games.head.share", "who", g.winners, "points", points(g.Of(g.winners[0]).score))
	case g.phase == games.Finished:
		return games.Closed(g.ahead())
	case g.caller != games.Watcher:
		return games.Say("classic.head.called", "who", g.caller)
	case len(g.table) < 3:
		return games.Say("games.head.coming")
	}
	return games.Say("classic.head.find")
}

func points(n int) games.Phrase { return games.Say("games.points", "N", n) }

// offers are the moves that are legal now: for a seat its own, for a Watcher
// those that somebody may make.
func (g *game) offers(viewer games.Seat) []games.Offer {
	if g.phase == games.Finished {
		return nil
	}
	o := g.Offers(viewer)
	o.Add(games.Offer{Words: "set", Takes: games.Three}, g.mayName)
	o.Add(games.Offer{Words: "set"}, func(s games.Seat) bool {
		return g.mayClaim(s) && g.caller == games.Watcher && g.settings.call > 0 && !g.Of(s).spent
	})
	o.Add(games.Offer{Words: "none"}, func(s games.Seat) bool { return g.maySayNone(s) && !g.IsHouse(s) })
	o.If(g.phase == games.Gathering, "start")
	return o.Seats(mostPlayers, g.phase == games.Gathering)
}

func (g *game) mayClaim(s games.Seat) bool {
	return g.mayCall(s) == nil && len(g.table) >= 3
}

// mayName: a claim is open to all who may claim, or to the caller alone.
func (g *game) mayName(s games.Seat) bool {
	return g.mayClaim(s) && (!g.settings.called || g.caller == s)
}

func (g *game) maySayNone(s games.Seat) bool {
	return g.phase == games.Playing && g.settings.agree && g.caller == games.Watcher && g.owed == 0 &&
		g.unseen.Len() > 0 &&
		len(g.table) >= full && len(g.table) < most && !g.Of(s).none
}

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
		"left":      g.Names(name, g.Gone), "away": g.Names(name, g.Away), "pending": games.Whom(g.caller, name),
		"over": g.phase == games.Finished, "winners": games.Named(g.winners, name),
	}
}
