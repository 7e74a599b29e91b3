package english

import (
	"slices"

	"settable/games"
	"settable/games/cards"
)

// View returns the table as a seat sees it. All hands are open, so views differ only in their offers.
func (g *game) View(seat games.Seat) games.View {
	v := games.View{
		Game: name, Viewer: seat, Phase: games.PhaseOf(g.phase, gathering, finished),
		Practice:  g.seats.Practice,
		Seats:     g.places(),
		CardsLeft: g.packSize(),
		Deadline:  g.seats.ActionDeadline(g.deadline),
		Hurried:   g.seats.HurriedSeats(g.Waiting()),
		Forfeits:  g.seats.Scored && g.phase != finished,
		Offers:    g.offers(seat),
		Unit:      "english.sets",
	}
	v.Headline = g.seats.Headline(v.Phase, g.headline)
	if g.phase == finished {
		v.Highlights = g.highlightList()
	}
	if g.packSize() < cards.StandardPack().Len() {
		v.Areas = g.areas()
	}
	if g.phase == gathering {
		v.Sample = sample
	}
	return v
}

// sample is shown in the lobby: one complete and two incomplete sets.
var sample = cards.ParseList("KS KH KD KC 7S 7H 7C TD TC")

// areas returns the areas of the table: the hand and the graveyard of each seat, and, until the game ends, the last
// starter.
func (g *game) areas() (areas []games.Area) {
	if g.phase == playing || g.phase == stalemate {
		areas = append(areas, games.Area{
			Name: "starter", Caption: phrase("area.starter"), Arrangement: games.AtPack, Columns: 1,
			Cells: []games.Cell{g.starterCell()},
		})
	}
	for i := range g.seats.Players {
		seat := games.Seat(i + 1)
		if g.seats.Roster.Sits(seat) && (g.phase != finished || g.seats.Of(seat).hand != (hand{})) {
			areas = append(areas, games.Area{
				Name: "hand", Caption: games.Say("games.area.hand"), Seat: seat, Columns: full, Cells: g.handCells(seat),
			})
		}
		areas = append(areas, games.Area{
			Name: "graveyard", Caption: phrase("area.graveyard"), Seat: seat, Arrangement: games.Ranks,
			Cells: g.graveyard(seat),
		})
	}
	return areas
}

// starterCell returns the cell of the last starter, marked if the starter has just joined a set.
func (g *game) starterCell() games.Cell {
	if g.starter == cards.Hidden {
		return games.Cell{}
	}
	return games.Cell{Kind: games.Face, Card: g.starter, New: g.isNew(g.starter), Marked: g.starterMatched}
}

// isStarter reports whether the last starter has just joined the set of a rank.
func (g *game) isStarter(rank int) bool { return g.starterMatched && g.starter.Rank() == rank }

// isNew reports whether to mark a card as new. Before the first starter, all cards are new, so none is marked.
func (g *game) isNew(c cards.Card) bool { return g.starters > 0 && g.fresh.Has(c) }

func (g *game) handCells(seat games.Seat) []games.Cell {
	cells := make([]games.Cell, full)
	for i, c := range g.seats.Of(seat).hand {
		if c != cards.Hidden {
			cells[i] = games.Cell{Kind: games.Face, Card: c, New: g.isNew(c)}
		}
	}
	return cells
}

// graveyard returns a cell for each set of the seat, in the order in which the sets were laid.
func (g *game) graveyard(seat games.Seat) []games.Cell {
	var own []set
	for _, s := range g.sets {
		if s.n > 0 && s.owner == seat {
			own = append(own, s)
		}
	}
	slices.SortFunc(own, func(a, b set) int { return a.order - b.order })
	cells := make([]games.Cell, len(own))
	for i, s := range own {
		top, rank := s.cards[s.n-1], s.cards[0].Rank()
		cells[i] = games.Cell{
			Label: rankSigns[rank], Kind: games.Face, Card: top, Depth: s.n, Under: s.list()[:s.n-1],
			Upright: s.complete(), New: g.isNew(top), Marked: g.isStarter(rank),
		}
	}
	return cells
}

func (g *game) places() []games.SeatView {
	places := make([]games.SeatView, len(g.seats.Players))
	for i, p := range g.seats.Players {
		seat := games.Seat(i + 1)
		places[i] = games.SeatView{
			Seat: seat, Score: g.score(seat), Cards: full - p.hand.missing(),
			Remark: choicePhrase(p.choice), Winner: slices.Contains(g.winners, seat),
		}
	}
	return g.seats.FillSeats(places)
}

func (g *game) headline() games.Phrase {
	switch {
	case g.seats.Forfeit:
		return games.Say("games.head.forfeit", "who", g.winners[0])
	case len(g.winners) == 1:
		return games.Say("games.head.wins", "who", g.winners[0], "points",
			games.Say("english.sets", "N", g.score(g.winners[0])))
	case len(g.winners) > 1:
		return games.Say("english.head.share", "who", g.winners, "sets",
			games.Say("english.sets", "N", g.score(g.winners[0])))
	case g.closed:
		return games.ClosedHeadline(g.leaders(never))
	case g.phase == finished:
		return games.Say("english.head.nobody")
	case g.owed > 0:
		return games.Say("games.head.coming")
	case g.phase == stalemate && !g.hasChoice():
		return games.Say("english.head.exchanging")
	case g.phase == stalemate:
		return games.Say("english.head.stalemate", "choices", g.choiceWords())
	}
	return games.Say("english.head.turn")
}

func choicePhrase(c Choice) games.Phrase {
	if c == "" {
		return games.Phrase{}
	}
	return games.Say("english.said", "choice", c.typed())
}

// offers returns the moves that are legal now: those of the viewer or, for a Watcher, those that anyone at the table
// may make.
func (g *game) offers(viewer games.Seat) []games.Offer {
	if g.phase == finished || g.owed > 0 {
		return nil
	}
	o, most := g.seats.Offers(viewer), 0
	o.Leaders = g.inLead
	switch g.phase {
	case gathering:
		most = mostPlayers
		o.AddForAll(g.seats.Roster.SeatedCount() >= fewestPlayers, "start")
		o.AddChoices(manual, g.options)
	case playing:
		o.Add(games.Offer{Words: TurnStarter{}.String()}, func(games.Seat) bool { return true })
	case stalemate:
		for _, c := range g.choices() {
			o.Add(games.Offer{Words: c.String()}, func(s games.Seat) bool {
				return g.hasChoice() && g.seats.Of(s).choice != c && !g.seats.IsHouse(s)
			})
		}
	}
	return o.WithSeatOffers(most, g.phase == gathering)
}

var phaseNames = [...]string{
	gathering: "gathering", dealing: "deal", setup: "setup", playing: "play", stalemate: "stalemate",
	finished: "over",
}

// State returns the complete state for --json, with at least the fields that the specification lists (notation,
// Replaying 4).
func (g *game) State(name func(games.Seat) string) any {
	incomplete, declared := map[string]map[string]int{}, map[string][]string{}
	for _, who := range g.seats.Names(name, func(games.Seat) bool { return true }) {
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
		"hands": games.PerSeat(&g.seats, name, func(s games.Seat) ([]cards.Card, bool) {
			return g.seats.Of(s).hand.list(), true
		}),
		"scores": games.PerSeat(&g.seats, name, func(s games.Seat) (int, bool) { return g.score(s), true }),
		"choices": games.PerSeat(&g.seats, name, func(s games.Seat) (Choice, bool) {
			return g.seats.Of(s).choice, g.seats.Of(s).choice != ""
		}),
		"pack": g.packSize(), "under": append([]cards.Card{}, g.buriedCards...), "owed": g.owed,
		"starters": g.starters, "shuffles": g.shuffles,
		"left": g.seats.Names(name, g.seats.HasLeft),
		"away": g.seats.Names(name, g.seats.IsAway), "winners": games.NamesOf(g.winners, name),
	}
	if g.starter != cards.Hidden {
		s["starter"] = g.starter
	}
	return s
}
