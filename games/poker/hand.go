package poker

import (
	"slices"

	"settable/games"
	"settable/games/cards"
)

// Start begins the first hand.
func (t *turn) Start(seat games.Seat) error {
	if t.phase != gathering {
		return games.ErrStarted
	}
	if err := t.Roster.CanStart(seat, fewestPlayers); err != nil {
		return err
	}
	if err := t.canDeal(); err != nil {
		return err
	}
	t.step.Tell(games.Began(seat))
	// Left begins with the seat after the given one, so the search starts at the dealer of the
	// options.
	t.dealer = t.Left(t.settings.dealer-1, t.ready)
	t.begin()
	return nil
}

// next begins a further hand, dealt by the next player to the left with chips (Poker 12).
func (t *turn) next(games.Seat) error {
	switch t.phase {
	case gathering:
		return games.Refuse("games.say_start")
	case betting, asking:
		return games.Refuse("games.hand_not_over")
	}
	if err := t.canDeal(); err != nil {
		return err
	}
	t.dealer = t.Left(t.dealer, t.ready)
	t.begin()
	return nil
}

// canDeal refuses a hand with fewer than two players who have chips, or in which the house alone
// would play.
func (g *game) canDeal() error {
	people := g.Count(func(s games.Seat) bool { return g.ready(s) && !g.ByHouse(s) })
	switch n := g.Count(g.ready); {
	case people == 0:
		return games.Refuse("poker.nobody_has_chips")
	case n < fewestPlayers:
		return games.Refuse("poker.one_has_chips")
	}
	return nil
}

// begin starts a hand and owes the cards for everybody who is ready.
func (t *turn) begin() {
	t.NewHand()
	t.hand++
	t.interval, t.center, t.unseen = 0, nil, cards.SETPack()
	t.shown, t.pots = false, nil
	for i := range t.Players {
		p := &t.Players[i]
		*p = player{
			chips: p.chips, took: p.took, seen: p.seen, passes: p.passes, quiet: p.quiet,
			dealt: t.ready(games.Seat(i + 1)),
		}
	}
	in := t.round(t.active)
	t.phase, t.deadline, t.owed = dealing, games.Never, 2+2*len(in)
	t.step.Tell(games.Moved("poker.hand", "hand", t.hand, "who", t.dealer, "in", in))
}

// Deal lays the cards that are owed: a new hand, or one more in the centre.
func (t *turn) Deal(seat games.Seat, laid []cards.Card) error {
	left, err := games.Lay(seat, laid, t.owed, t.unseen)
	if err != nil {
		return err
	}
	t.unseen, t.owed = left, 0
	if t.interval > 0 {
		t.center = append(slices.Clip(t.center), laid[0])
		t.step.Tell(games.Moved("poker.centre", "card", laid[0]))
	} else {
		t.dealHands(laid)
		t.antes()
	}
	t.bets().open()
	return nil
}

// dealHands lays the cards of a new hand (Poker 3). The event names only those of the centre.
func (t *turn) dealHands(laid []cards.Card) {
	half := len(laid) / 2
	t.center = []cards.Card{laid[0], laid[half]}
	for i, s := range t.round(t.active) {
		t.Of(s).cards = [2]cards.Card{laid[1+i], laid[half+1+i]}
	}
	t.step.Tell(games.CardsLaid{Cards: slices.Clone(t.center)})
}

// antes takes the ante from each player, or what the player has left.
func (t *turn) antes() {
	if t.settings.ante == 0 {
		return
	}
	for _, s := range t.round(t.active) {
		n := t.pay(s, min(t.settings.ante, t.Of(s).chips))
		t.step.Tell(anted{s, n, t.Of(s).chips == 0})
	}
}

// pay moves n chips from the stack of a seat into the pot, and returns n.
func (t *turn) pay(s games.Seat, n games.Chips) games.Chips {
	p := t.Of(s)
	p.chips -= n
	p.in += n
	t.step.Pay(games.Purse(s), games.Pot, n)
	return n
}
