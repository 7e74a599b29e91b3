package twenty

import (
	"cmp"
	"slices"
	"time"

	"settable/games"
	"settable/games/cards"
)

// View returns the table as a seat sees it. It reads secret cards only for the player who holds them.
func (g *game) View(seat games.Seat) games.View {
	v := games.View{
		Game: name, Viewer: seat, Phase: games.PhaseOf(g.phase, gathering, over),
		Practice:  g.seats.Practice,
		Seats:     g.places(),
		CardsLeft: g.deck.Len(),
		Taken:     slices.Clone(g.taken),
		TakenBy:   g.takenBy,
		Deadline:  g.seats.ActionDeadline(g.deadline),
		Hurried:   g.seats.HurriedSeats(g.Waiting()),
		Forfeits:  g.seats.Scored && g.phase != over,
		Offers:    g.offers(seat),
	}
	v.Headline = g.seats.Headline(v.Phase, func() games.Phrase { return g.headline(seat) })
	v.Recap = g.isRecap()
	if g.winner != games.Watcher && g.phase != playing {
		said := games.Say("twenty.shown", "who", g.winner, "own", g.lastSet.Own, "common", g.lastSet.Common)
		if len(g.lastSet.Common) == 0 {
			said = games.Say("twenty.shown.own", "who", g.winner, "own", g.lastSet.Own)
		}
		v.Shown = []games.Showing{{Seat: g.winner, Sets: []games.ShownSet{g.lastSet}, Said: said}}
	}
	if g.phase == over {
		v.Highlights = g.highlightList()
	}
	if g.hand == 0 {
		v.Duration = g.durationPhrase()
		v.CardsLeft = cards.SETPack().Len()
		if g.phase == gathering {
			v.Sample = sample
		}
		return v
	}
	v.Areas = append(v.Areas, games.TableArea(3, g.cells(games.Watcher, g.table[:])))
	for i := range g.seats.Players {
		if hand, ok := g.handArea(games.Seat(i+1), seat); ok {
			v.Areas = append(v.Areas, hand)
		}
	}
	return v
}

// highlightList returns the highlights of a finished game. They do not reveal who held which cards.
func (g *game) highlightList() []games.Highlight {
	list := g.highlights.Taken(g.seats.IsHouse)
	if g.overlooked > 0 {
		blind := games.Say("twenty.blind", "N", g.overlooked)
		list = append(list, games.Highlight{Phrase: blind, Label: blind})
	}
	return list
}

// handArea returns a player's hand as a viewer sees it. Other players see a back for each card. It returns false if the
// hand is empty.
func (g *game) handArea(seat, viewer games.Seat) (games.Area, bool) {
	p := g.seats.Of(seat)
	held := p.held()
	if held == 0 {
		return games.Area{}, false
	}
	hand := games.HandArea(seat, viewer, 0)
	if seat != viewer && !g.settings.open {
		hand.Cells = make([]games.Cell, held)
		for i := range hand.Cells {
			hand.Cells[i].Kind = games.Back
		}
		return hand, true
	}
	last := mostHeld
	for p.slots[last-1] == cards.Hidden {
		last--
	}
	hand.Columns, hand.Cells = 3, g.cells(seat, p.slots[:last])
	return hand, true
}

func (g *game) cells(seat games.Seat, places []cards.Card) []games.Cell {
	return games.OpenCells(places, g.fresh, func(i int) string { return place{seat, i}.label() })
}

func (g *game) places() []games.SeatView {
	places := make([]games.SeatView, len(g.seats.Players))
	for i := range g.seats.Players {
		p, seat := &g.seats.Players[i], games.Seat(i+1)
		places[i] = games.SeatView{
			Seat: seat, Score: p.score, Cards: p.held(), Dealer: g.dealer == seat,
			Winner: g.winner == seat && g.phase == between || slices.Contains(g.champions, seat),
		}
		if places[i].Winner && g.isRecap() {
			places[i].Won = games.Chips(g.handPoints())
		}
		if p.saidNone {
			places[i].Remark = games.Say("games.said.none")
		}
	}
	return g.seats.FillSeats(places)
}

func (g *game) headline(viewer games.Seat) games.Phrase {
	switch {
	case g.phase == playing && g.seats.Roster.Sits(viewer) && !g.seats.Of(viewer).dealt:
		return games.Say("twenty.head.next_hand")
	case g.seats.Forfeit:
		return games.Say("games.head.forfeit", "who", g.champions[0])
	case len(g.champions) == 1:
		return games.Say("games.head.wins", "who", g.champions[0], "points",
			games.Say("games.points", "N", g.seats.Of(g.champions[0]).score))
	case len(g.champions) > 1:
		return games.Say("games.head.share", "who", g.champions, "points",
			games.Say("games.points", "N", g.seats.Of(g.champions[0]).score))
	case g.phase == over:
		return games.ClosedHeadline(g.leaders())
	case g.winner != games.Watcher:
		return g.headlineWithTarget("won", "who", g.winner, "hand", g.hand)
	case g.phase == between:
		return g.headlineWithTarget("not_won", "hand", g.hand)
	case len(g.due) > 0:
		return games.Say("games.head.coming")
	}
	return g.headlineWithTarget("play")
}

// headlineWithTarget returns a headline that also says how long the game is: up to its target, or one hand.
func (g *game) headlineWithTarget(head string, args ...any) games.Phrase {
	if g.settings.oneHand {
		return games.Say("twenty.head."+head+".hand", args...)
	}
	return games.Say("twenty.head."+head, append(args, "target", g.target)...)
}

// offers returns the moves that are legal now: those of the viewer or, for a Watcher, those that anyone at the table
// may make. Offers don't depend on secret cards, because they would reveal them.
func (g *game) offers(viewer games.Seat) []games.Offer {
	if g.phase == over || len(g.due) > 0 {
		return nil
	}
	o := g.seats.Offers(viewer)
	o.Leaders = g.inLead
	o.Add(games.Offer{Words: "set", Takes: games.Three}, func(s games.Seat) bool { return g.mayPlay(s) == nil })
	o.Add(games.Offer{Words: "draw"}, func(s games.Seat) bool { return g.mayDraw(s) == nil })
	o.Add(games.Offer{Words: "none"}, func(s games.Seat) bool {
		return g.maySayNone(s) == nil && !g.seats.IsHouse(s)
	})
	o.AddForAll(g.phase == gathering && g.seats.Roster.SeatedCount() >= fewestPlayers, "start")
	if g.phase == gathering {
		o.AddChoices(manual, g.options)
	}
	o.AddForAll(g.phase == between && g.canDealHand() == nil, "next")
	return o.WithSeatOffers(mostPlayers, g.phase == gathering)
}

var phaseNames = [...]string{gathering: "gathering", playing: "play", between: "between", over: "over"}

// soleWinner returns the winner of the game. It returns Watcher if no one has won or several players share the win.
func (g *game) soleWinner() games.Seat {
	if len(g.champions) == 1 {
		return g.champions[0]
	}
	return games.Watcher
}

// State returns the complete state for --json, with at least the fields that the specification lists (notation,
// Replaying 4).
func (g *game) State(name func(games.Seat) string) any {
	s := map[string]any{
		"phase": phaseNames[g.phase], "hand": g.hand, "dealer": games.NullableName(g.dealer, name),
		"hands": games.PerSeat(&g.seats, name, func(s games.Seat) ([]cards.Card, bool) {
			return cards.WithoutHidden(g.seats.Of(s).slots[:]), true
		}),
		"deck": g.deck.Len(), "discard": g.discard.Len(), "target": g.target,
		"scores":      games.PerSeat(&g.seats, name, func(s games.Seat) (int, bool) { return g.seats.Of(s).score, true }),
		"hand_winner": games.NullableName(g.winner, name), "winner": games.NullableName(g.soleWinner(), name),
		"none": g.seats.Names(name, g.saidNone), "left": g.seats.Names(name, g.seats.HasLeft),
		"away": g.seats.Names(name, g.seats.IsAway),
		"waiting": g.seats.Names(name, func(s games.Seat) bool { // for the next hand
			return g.phase == playing && g.seats.Roster.Sits(s) && !g.isInHand(s)
		}),
	}
	if len(g.due) > 0 {
		s["phase"] = "deal"
	}
	if g.phase == playing {
		s["table"] = cards.WithoutHidden(g.table[:])
	}
	return s
}

// durations holds average lengths for each number of players, as simulated by `settable simulate twenty`: how many
// hands a game to the default target has, and how many sets all players together take in a hand.
var durations = [mostPlayers + 1]struct{ hands, sets float64 }{
	2: {10.8, 20.5}, 3: {10.4, 20.5}, 4: {11.1, 21.6}, 5: {11.6, 23.4}, 6: {12.3, 24.6}, 7: {13.1, 27.1},
	8: {13.5, 28.7},
}

const timePerSet = 15 * time.Second

// durationPhrase estimates, before the start, how long a game takes with the players who are seated now. If fewer than
// two players are seated, it assumes two.
func (g *game) durationPhrase() games.Phrase {
	players := min(max(g.seats.Roster.SeatedCount(), fewestPlayers), mostPlayers)
	of, usual := durations[players], perPlayer*players
	if g.settings.oneHand {
		return games.Say("twenty.lasts.hand", "players", games.NumberInWords(players), "sets", roundToTens(of.sets),
			"minutes", minutes(of.sets))
	}
	target := cmp.Or(g.settings.target, usual)
	hands := max(1, of.hands*float64(target)/float64(usual))
	return games.Say("twenty.lasts.match", "players", games.NumberInWords(players), "target", target,
		"hands", int(hands+0.5), "sets", roundToTens(hands*of.sets), "minutes", minutes(hands*of.sets),
		"hand", minutes(of.sets))
}

// roundToTens rounds to a multiple of ten, because the number is only an estimate.
func roundToTens(n float64) int { return max(10, int(n/10+0.5)*10) }

// minutes returns how many minutes players need for the given number of sets, rounded to a multiple of five.
func minutes(sets float64) int {
	return max(5, int(sets*timePerSet.Minutes()/5+0.5)*5)
}
