package poker

import (
	"slices"

	"settable/games"
	"settable/games/cards"
)

// View returns the table as a seat sees it. It reads the seat's own hand and the hands that a showdown has exposed, but
// no other hidden card.
func (g *game) View(seat games.Seat) games.View {
	v := games.View{
		Game: name, Viewer: seat, Phase: games.PhaseOf(g.phase, gathering, closed),
		Practice:  g.seats.Practice,
		Seats:     g.places(),
		Pot:       g.pot(),
		ShowPot:   g.playing(),
		Pots:      slices.Clone(g.pots),
		Why:       explainPots(g.pots),
		Shown:     g.showings(),
		CardsLeft: g.unseen.Len(),
		Turn:      g.toAct,
		Deadline:  g.seats.ActionDeadline(g.deadline),
		Hurried:   g.seats.HurriedSeats(g.Waiting()),
		Offers:    g.offers(seat),
	}
	v.Headline = g.seats.Headline(v.Phase, g.headline)
	v.Recap = g.isRecap()
	if g.hand == 0 {
		v.CardsLeft = cards.SETPack().Len()
	}
	switch g.phase {
	case gathering:
		v.Sample = sample
	case between:
		if !g.deadline.IsZero() && g.canDealHand() == nil {
			v.Pause = games.Say("poker.next_hand")
		}
	case closed:
		v.Highlights = g.highlights.list(g.seats.IsHouse)
	}
	if len(g.center) > 0 {
		v.Areas = g.areas(seat)
	}
	return v
}

// sample is shown in the lobby: a centre of five cards and a hand of two.
var sample = cards.ParseList("2SRD 1TGQ 3NPV 1SGD 2NRQ 3TPV 1NPD")

// areas returns the centre, the viewer's hand and the hands of the players who are still in. After a showdown, the sets
// that count are marked. In the centre, only the cards of the winners' sets are marked.
func (g *game) areas(viewer games.Seat) []games.Area {
	centre := games.Area{Name: "centre", Caption: games.Say("poker.area.centre"),
		Cells: make([]games.Cell, len(g.center))}
	won := g.winningCards()
	for i, c := range g.center {
		centre.Cells[i] = games.Cell{
			Kind: games.Face, Card: c, Marked: won.Has(c),
			New: i > 1 && i == len(g.center)-1 && g.phase == betting,
		}
	}
	areas := []games.Area{centre}
	for i, p := range g.seats.Players {
		seat := games.Seat(i + 1)
		if !p.dealt || p.dropped && seat != viewer {
			continue
		}
		hand := games.HandArea(seat, viewer, 2)
		hand.Cells = make([]games.Cell, 2)
		open := g.shown && !p.dropped
		var marked cards.Bag
		if open {
			marked = bagOf(g.countedSets(seat))
		}
		for j := range hand.Cells {
			if open || seat == viewer {
				hand.Cells[j] = games.Cell{Kind: games.Face, Card: p.cards[j], Marked: marked.Has(p.cards[j])}
			} else {
				hand.Cells[j].Kind = games.Back
			}
		}
		areas = append(areas, hand)
	}
	return areas
}

func (g *game) winningCards() (b cards.Bag) {
	if !g.shown {
		return b
	}
	for _, p := range g.pots {
		for _, s := range p.Winners {
			b = b.Plus(bagOf(g.countedSets(s)))
		}
	}
	return b
}

func bagOf(sets [][3]cards.Card) (b cards.Bag) {
	for _, three := range sets {
		b = b.Plus(cards.BagOf(three[:]))
	}
	return b
}

func (g *game) places() []games.SeatView {
	places, most := make([]games.SeatView, len(g.seats.Players)), games.Chips(0)
	for _, p := range g.seats.Players {
		most = max(most, p.paidOut-p.bought)
	}
	for i, p := range g.seats.Players {
		seat := games.Seat(i + 1)
		if g.phase == closed { // the chips have been paid out, and there is no hand to show
			won := p.paidOut - p.bought
			places[i] = games.SeatView{Seat: seat, CashedOut: p.cashedOut, Won: won, Winner: won > 0 && won == most}
			continue
		}
		places[i] = games.SeatView{
			Seat: seat, Chips: p.chips, Bet: p.bet, Turn: g.toAct == seat, Dealer: g.dealer == seat,
			Dropped: p.dealt && p.dropped, Remark: p.remark, Winner: g.isWinner(seat),
		}
		if g.isRecap() {
			places[i].Won = p.won
		}
		if p.dealt && !p.dropped && len(g.center) > 0 {
			places[i].Cards, places[i].Staked = 2, p.paid
		}
		if g.playing() && g.active(seat) && p.chips == 0 && p.remark.Silent() && !g.settings.mustDrop {
			places[i].Remark = allIn
		}
	}
	places = g.seats.FillSeats(places)
	for i := range places {
		p := &g.seats.Players[i]
		places[i].HasStake = places[i].HasStake || p.dealt && g.playing()
	}
	return places
}

func (g *game) isWinner(s games.Seat) bool {
	return slices.ContainsFunc(g.pots, func(p games.PotShare) bool { return slices.Contains(p.Winners, s) })
}

func (g *game) headline() games.Phrase {
	switch {
	case g.phase == dealing:
		return games.Say("games.head.coming")
	case g.phase == asking:
		return games.Say("poker.head.asked")
	case g.phase == closed:
		return g.finalHeadline()
	case g.phase == between && g.canDealHand() != nil:
		return games.Sequence(g.outcome(), games.Say("poker.head.waiting"))
	case g.phase == between:
		return g.outcome()
	}
	if owes := g.toCall(g.toAct); owes > 0 {
		return games.Say("poker.head.to_call", "who", g.toAct, "n", owes)
	}
	return games.Say("poker.head.to_bet", "who", g.toAct)
}

// finalHeadline returns the headline that names the players who went home with the most chips. The seats show how many
// each player has.
func (g *game) finalHeadline() games.Phrase {
	var most games.Chips
	var who []games.Seat
	for i, p := range g.seats.Players {
		if p.cashedOut > most {
			most, who = p.cashedOut, nil
		}
		if p.cashedOut > 0 && p.cashedOut == most {
			who = append(who, games.Seat(i+1))
		}
	}
	if who == nil {
		return games.Say("poker.head.closed")
	}
	return games.Say("poker.head.home", "who", who, "N", len(who))
}

// outcome returns the headline that says who won the hand and how many chips they won.
func (g *game) outcome() games.Phrase {
	var gains []games.Phrase
	for _, s := range g.fromDealersLeft(func(s games.Seat) bool { return g.seats.Of(s).gain > 0 }) {
		gains = append(gains, games.Say("poker.head.wins", "who", s, "n", g.seats.Of(s).gain))
	}
	if gains == nil {
		return games.Say("poker.head.empty")
	}
	return games.Say("poker.head.outcome", "gains", gains)
}

// offers returns the moves that are legal now. A Watcher gets the moves of the player whose turn it is, of all players
// who may answer the question, and of everyone at the table. Only a seat's own offers depend on its hand, because
// anyone else's would reveal it.
func (g *game) offers(viewer games.Seat) []games.Offer {
	if g.phase == closed || g.phase == dealing {
		return nil
	}
	o := g.seats.Offers(viewer)
	o.Staked = !g.seats.Practice
	if g.phase == betting && (viewer == g.toAct || viewer == games.Watcher) {
		o.List = g.bettingOffers(g.toAct)
	}
	mayAnswer := func(s games.Seat) bool { return g.phase == asking && g.mayAnswer(s) == nil }
	o.Add(games.Offer{Words: "show"}, func(s games.Seat) bool {
		return mayAnswer(s) && (viewer == games.Watcher || g.mayShow(s))
	})
	o.Add(games.Offer{Words: "pass"}, mayAnswer)
	o.AddForAll(g.phase == gathering && g.seats.Roster.SeatedCount() >= fewestPlayers && g.canDealHand() == nil, "start")
	o.AddForAll(g.phase == between && g.canDealHand() == nil, "next")
	mayBuy, stack := func(s games.Seat) bool { return g.mayBuy(s) == nil }, g.settings.stack
	o.Add(games.Offer{Words: "buy", Min: stack, Max: stack}, mayBuy)
	o.Add(games.Offer{Words: "buy", Takes: games.Amount, Min: 1, Max: stack}, mayBuy)
	if g.phase != gathering && g.seats.IsPresent(viewer) && !g.seats.IsHouse(viewer) { // only in the player's own view
		o.List = append(o.List, games.Offer{Words: Always{Pass: !g.seats.Of(viewer).alwaysPass}.String()})
	}
	return o.WithSeatOffers(mostPlayers, g.phase == gathering && g.mayAdmitHouse() == nil)
}

// bettingOffers returns the moves of the player whose turn it is.
func (g *game) bettingOffers(s games.Seat) []games.Offer {
	has, owes := g.seats.Of(s).chips, g.toCall(s)
	var list []games.Offer
	if owes == 0 {
		list = append(list, games.Offer{Words: "check"})
		if has > 0 && g.mayRaise(s, g.settings.openingCounts) {
			list = append(list, amountOffer("bet", g.pot(), has, g.settings.limit))
		}
	} else {
		if has >= owes || !g.settings.mustDrop {
			list = append(list, games.Offer{Words: "call", Min: min(owes, has), Max: min(owes, has)})
		}
		if has > owes && g.mayRaise(s, true) {
			list = append(list, amountOffer("raise", g.pot()+owes, has-owes, g.settings.limit))
		}
	}
	return append(list, games.Offer{Words: "drop"})
}

// amountOffer returns the offer to bet an amount or to raise by an amount. The argument pot is the size of the pot
// after the player has paid a call.
func amountOffer(verb string, pot, has, limit games.Chips) games.Offer {
	o := games.Offer{Words: verb, Takes: games.Amount, Min: 1, Max: min(limit, has)}
	for _, m := range []games.Mark{
		{N: pot / 2, Name: games.Say("poker.mark.half")},
		{N: pot, Name: games.Say("poker.mark.pot")},
	} {
		if m.N >= o.Min && m.N <= o.Max && m.N < has {
			o.Marks = append(o.Marks, m)
		}
	}
	if o.Max == has {
		o.Marks = append(o.Marks, games.Mark{N: has, Name: games.Say("poker.mark.all")})
	}
	return o
}

var phaseNames = [...]string{
	gathering: "gathering", dealing: "deal", betting: "bet", asking: "show", between: "over", closed: "over",
}

// State returns the complete state for --json, with at least the fields that the specification lists (notation,
// Replaying 4).
func (g *game) State(name func(games.Seat) string) any {
	dealt := func(s games.Seat) bool { return g.seats.Of(s).dealt && len(g.center) > 0 }
	chips := func(of func(*player) (games.Chips, bool)) map[string]games.Chips {
		return games.PerSeat(&g.seats, name, func(s games.Seat) (games.Chips, bool) { return of(g.seats.Of(s)) })
	}
	s := map[string]any{
		"phase": phaseNames[g.phase], "closed": g.phase == closed, "hand": g.hand, "interval": g.interval,
		"dealer": games.NullableName(g.dealer, name), "center": append([]cards.Card{}, g.center...),
		"hands": games.PerSeat(&g.seats, name, func(s games.Seat) ([]cards.Card, bool) {
			p := g.seats.Of(s)
			return []cards.Card{p.cards[0], p.cards[1]}, dealt(s)
		}),
		"active": g.seats.Names(name, func(s games.Seat) bool { return dealt(s) && !g.seats.Of(s).dropped }),
		"pot":    g.pot(), "deck": g.unseen.Len(), "left": g.seats.Names(name, g.seats.HasLeft),
		"away":  g.seats.Names(name, g.seats.IsAway),
		"chips": chips(func(p *player) (games.Chips, bool) { return p.chips, true }),
	}
	s["passes"] = g.seats.Names(name, g.alwaysPasses)
	switch g.phase {
	case betting:
		s["turn"], s["to_call"] = name(g.toAct), g.toCall(g.toAct)
		s["bets"] = chips(func(p *player) (games.Chips, bool) { return p.bet, p.dealt })
	case asking:
		s["passed"] = g.seats.Names(name, func(s games.Seat) bool { return dealt(s) && g.seats.Of(s).passed })
	case between, closed:
		gain := chips(func(p *player) (games.Chips, bool) { return p.gain, p.dealt && p.gain > 0 })
		s["result"] = map[string]any{"gain": gain, "shown": g.shown}
	}
	return s
}
