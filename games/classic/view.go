package classic

import (
	"slices"

	"settable/games"
	"settable/games/cards"
)

// View returns the table as a seat sees it. All cards are open, so views differ only in their offers.
func (g *game) View(seat games.Seat) games.View {
	v := g.BaseView(name, seat, func(p player) int { return p.score })
	v.Headline = g.Seats.Headline(g.Phase, g.headline)
	v.Areas = []games.Area{games.TableArea(3, games.OpenCells(g.table, g.fresh, games.Letter))}
	g.mark(v.Seats)
	for i, c := range g.table {
		v.Areas[0].Cells[i].Marked = c != cards.Hidden && slices.Contains(g.hinted, c)
	}
	v.Taken, v.TakenBy = slices.Clone(g.taken), g.takenBy
	v.Deadline, v.Offers, v.Hurried = g.Seats.ActionDeadline(g.due()), g.offers(seat), g.Seats.HurriedSeats(g.Waiting())
	switch g.Phase {
	case games.Gathering:
		v.Sample = sample
	case games.Finished:
		v.Highlights = g.highlights.All(g.Seats.IsHouse)
	}
	return v
}

// mark fills in each seat's state: whether it is locked or calling, what it has said, and what it has won.
func (g *game) mark(places []games.SeatView) {
	for i, p := range g.Seats.Players {
		places[i].Locked, places[i].Calling = p.locked, g.caller == places[i].Seat
		if p.saidNone {
			places[i].Remark = games.Say("games.said.none")
		}
		if p.saidStuck {
			places[i].Remark = games.Say("classic.said.stuck")
		}
	}
	for _, seat := range g.winners {
		places[seat-1].Winner = true
	}
}

func (g *game) headline() games.Phrase {
	switch {
	case g.Seats.Forfeit:
		return games.Say("games.head.forfeit", "who", g.winners[0])
	case len(g.winners) == 1:
		return games.Say("games.head.wins", "who", g.winners[0], "points", points(g.Seats.Of(g.winners[0]).score))
	case len(g.winners) > 1:
		return games.Say("games.head.share", "who", g.winners, "points", points(g.Seats.Of(g.winners[0]).score))
	case g.Phase == games.Finished:
		return games.ClosedHeadline(g.leadersByScore())
	case g.caller != games.Watcher:
		return games.Say("classic.head.called", "who", g.caller)
	case len(g.table) < 3:
		return games.Say("games.head.coming")
	}
	if labels := g.hintLabels(); len(labels) > 0 {
		return games.Say("classic.head.hint", "labels", labels)
	}
	return games.Say("classic.head.find")
}

func points(n int) games.Phrase { return games.Say("games.points", "N", n) }

// offers returns the moves that are legal now: those of the viewer or, for a Watcher, those that anyone at the table
// may make.
func (g *game) offers(viewer games.Seat) []games.Offer {
	return g.OffersTo(viewer, func(o *games.Offers) {
		o.Leaders = g.inLead
		o.Add(games.Offer{Words: "set", Takes: games.Three}, g.mayName)
		o.Add(games.Offer{Words: "set"}, func(s games.Seat) bool {
			return g.mayClaim(s) && g.caller == games.Watcher && g.settings.call > 0 && !g.Seats.Of(s).callSpent
		})
		o.Add(games.Offer{Words: "stuck"}, func(s games.Seat) bool {
			return g.mayAsk(s) == nil && !g.Seats.IsHouse(s) && !g.Seats.Of(s).saidStuck
		})
		o.Add(games.Offer{Words: "none"}, func(s games.Seat) bool { return g.maySayNone(s) && !g.Seats.IsHouse(s) })
	})
}

func (g *game) mayClaim(s games.Seat) bool {
	return g.mayCall(s) == nil && len(g.table) >= 3
}

// mayName reports whether the seat may name a set. With claim=called, only the caller may.
func (g *game) mayName(s games.Seat) bool {
	return g.mayClaim(s) && (!g.settings.callFirst || g.caller == s)
}

func (g *game) maySayNone(s games.Seat) bool {
	return g.Phase == games.Playing && g.settings.agree && g.caller == games.Watcher && g.Owes == 0 &&
		g.Unseen.Len() > 0 &&
		len(g.table) >= fullTable && len(g.table) < mostCards && !g.Seats.Of(s).saidNone
}

// State returns the complete state for --json, with at least the fields that the specification lists (notation,
// Replaying 4).
func (g *game) State(name func(games.Seat) string) any {
	count := func(of func(*player) int) map[string]int {
		return games.PerSeat(&g.Seats, name, func(s games.Seat) (int, bool) { return of(g.Seats.Of(s)), true })
	}
	return map[string]any{
		"phase": g.Phase, "table": cards.WithoutHidden(g.table), "deck": g.Unseen.Len(), "owed": g.Owes, "aside": g.aside,
		"scores":    count(func(p *player) int { return p.score }),
		"sets":      count(func(p *player) int { return p.sets }),
		"penalties": count(func(p *player) int { return p.penalties }),
		"locked":    g.Seats.Names(name, func(s games.Seat) bool { return g.Seats.Of(s).locked }),
		"none":      g.Seats.Names(name, func(s games.Seat) bool { return g.Seats.Of(s).saidNone }),
		"left":      g.Seats.Names(name, g.Seats.HasLeft),
		"away":      g.Seats.Names(name, g.Seats.IsAway), "pending": games.NullableName(g.caller, name),
		"hinted": append([]cards.Card{}, g.hinted...),
		"over":   g.Phase == games.Finished, "winners": games.NamesOf(g.winners, name),
	}
}
