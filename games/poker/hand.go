package poker

import (
	"slices"

	"settable/games"
	"settable/games/cards"
)

// Start begins the first hand.
func (t *draft) Start(seat games.Seat) error {
	if t.phase != gathering {
		return games.ErrStarted
	}
	if err := t.seats.Roster.CanStart(seat, fewestPlayers); err != nil {
		return err
	}
	if err := t.canDealHand(); err != nil {
		return err
	}
	t.step.Tell(games.Began(seat))
	// FirstLeftOf starts its search at the next seat. The search should start at the chosen dealer, so the call passes
	// the seat before.
	t.dealer = t.seats.FirstLeftOf(t.settings.dealer-1, t.canBeDealtIn)
	t.beginHand()
	return nil
}

// next begins another hand. The next player to the left who has chips and isn't away deals (Poker 12).
func (t *draft) next(games.Seat) error {
	switch t.phase {
	case gathering:
		return games.Refuse("games.say_start")
	case betting, asking:
		return games.Refuse("games.hand_not_over")
	}
	if err := t.canDealHand(); err != nil {
		return err
	}
	t.dealer = t.seats.FirstLeftOf(t.dealer, t.canBeDealtIn)
	t.beginHand()
	return nil
}

// canDealHand returns a refusal if fewer than two players have chips or if only house players do.
func (g *game) canDealHand() error {
	people := g.seats.Count(func(s games.Seat) bool { return g.canBeDealtIn(s) && !g.seats.IsPlayedByHouse(s) })
	switch n := g.seats.Count(g.canBeDealtIn); {
	case people == 0:
		return games.Refuse("poker.nobody_has_chips")
	case n < fewestPlayers:
		return games.Refuse("poker.one_has_chips")
	}
	return nil
}

// beginHand starts a hand: the dealer now owes two cards to each player who can be dealt in, and two for the centre.
func (t *draft) beginHand() {
	t.seats.NewHand()
	t.hand++
	t.interval, t.center, t.unseen = 0, nil, cards.SETPack()
	t.shown, t.pots = false, nil
	for i := range t.seats.Players {
		p := &t.seats.Players[i]
		*p = player{
			chips: p.chips, boughtIn: p.boughtIn, cashedOut: p.cashedOut, bought: p.bought, paidOut: p.paidOut,
			alwaysPass: p.alwaysPass, wasSilent: p.wasSilent, dealt: t.canBeDealtIn(games.Seat(i + 1)),
		}
	}
	in := t.fromDealersLeft(t.active)
	t.phase, t.deadline, t.owed = dealing, games.Never, 2+2*len(in)
	t.step.Tell(games.NewMovingEvent("poker.hand", "hand", t.hand, "who", t.dealer, "in", in))
}

// Deal lays the owed cards: those of a new hand, or one more in the centre.
func (t *draft) Deal(seat games.Seat, laid []cards.Card) error {
	left, err := games.Lay(seat, laid, t.owed, t.unseen)
	if err != nil {
		return err
	}
	t.unseen, t.owed = left, 0
	if t.interval > 0 {
		t.center = append(slices.Clip(t.center), laid[0])
		t.step.Tell(games.NewMovingEvent("poker.centre", "card", laid[0]))
	} else {
		t.dealHands(laid)
		t.antes()
	}
	t.openInterval()
	return nil
}

// dealHands lays the cards of a new hand (Poker 3). The event names only the cards in the centre.
func (t *draft) dealHands(laid []cards.Card) {
	half := len(laid) / 2
	t.center = []cards.Card{laid[0], laid[half]}
	for i, s := range t.fromDealersLeft(t.active) {
		t.seats.Of(s).cards = [2]cards.Card{laid[1+i], laid[half+1+i]}
	}
	t.step.Tell(games.CardsLaid{Cards: slices.Clone(t.center)})
}

// antes takes the ante from each player, or the whole stack of a player who has less.
func (t *draft) antes() {
	if t.settings.ante == 0 {
		return
	}
	for _, s := range t.fromDealersLeft(t.active) {
		n := t.pay(s, min(t.settings.ante, t.seats.Of(s).chips))
		t.step.Tell(antePaid{s, n, t.seats.Of(s).chips == 0})
	}
}

// Tick acts for players whose time is up (behaviour, Feedback 4), or deals the next hand once the pause is over.
func (t *draft) Tick() error {
	t.byClock = true
	switch t.phase {
	case betting:
		t.seats.CountMiss(t.toAct)
		return t.actFor(t.toAct)
	case asking:
		t.passSilent()
		return nil
	}
	return t.next(games.Clock)
}

// actForAway checks or folds for away players whose turn it is (Presence 4).
func (t *draft) actForAway() {
	for t.phase == betting && t.seats.IsAway(t.toAct) {
		t.byClock, t.forAway = false, true
		if t.actFor(t.toAct) != nil {
			panic("the player to act can neither check nor fold")
		}
	}
	if t.phase != asking {
		return
	}
	absent := t.fromDealersLeft(func(s games.Seat) bool { return t.pending(s) && t.seats.IsAway(s) })
	for _, s := range absent {
		t.markPassed(s)
	}
	t.continueAfterAnswer()
}

// settle pays the decided pots and ends the hand. Players who have left take their chips with them (Poker 13).
func (t *draft) settle() {
	t.phase, t.deadline = between, games.Never
	for i := range t.pots {
		p := &t.pots[i]
		t.step.Tell(potWon{i + 1, len(t.pots), *p})
		if p.Amount == 0 {
			continue
		}
		for _, s := range p.Winners {
			t.step.Count(s, games.Pots, 1)
		}
	}
	t.highlights = t.highlights.withHand(t.pots, t.showings())
	for i := range t.seats.Players {
		p, seat := &t.seats.Players[i], games.Seat(i+1)
		p.won = p.gain - p.paid
		p.paid, p.bet = 0, 0
		p.chips += p.gain
		t.step.Pay(games.Pot, games.Account(seat), p.gain)
		if p.dealt {
			t.step.Count(seat, games.Hands, 1)
		}
	}
	t.afterHand()
}

// afterHand removes the players who were kicked or left during the hand. It closes the table if closing had to wait for
// the end of the hand, or if this was the last hand.
func (t *draft) afterHand() {
	t.seats.StopHurry()
	for _, s := range t.seats.LeavingSeats() {
		if t.seats.StandUp(s, &t.step) != nil {
			panic("a seated player can't stand up")
		}
	}
	t.cashOutLeavers()
	if t.seats.Closing || t.settings.mostHands > 0 && t.hand >= t.settings.mostHands {
		t.closeTable()
	}
}

// setPauseDeadline sets the clock between two hands. The clock runs only while two players have chips.
func (t *draft) setPauseDeadline() {
	switch {
	case t.phase != between:
	case t.settings.pause == 0 || t.canDealHand() != nil:
		t.deadline = games.Never
	case t.deadline.IsZero():
		t.deadline = t.at.Add(t.settings.pause)
	}
}

// StillIn reports whether the seat can still win the pot of the hand in play.
func (t *draft) StillIn(s games.Seat) bool { return t.active(s) }

// Void ends the hand and returns to each player exactly what they have paid.
func (t *draft) Void() {
	t.giveAllBack()
	t.phase, t.toAct, t.owed, t.deadline = between, games.Watcher, 0, games.Never
	t.shown, t.pots = false, nil
	t.afterHand()
}

func (t *draft) giveAllBack() {
	if pot := t.pot(); pot > 0 {
		t.step.Tell(games.NewEvent("poker.voided", "hand", t.hand, "chips", chips(pot)))
	} else {
		t.step.Tell(games.NewEvent("poker.voided_empty", "hand", t.hand))
	}
	for i := range t.seats.Players {
		p, seat := &t.seats.Players[i], games.Seat(i+1)
		t.takeBack(seat, p.paid)
		if p.dealt {
			t.step.Count(seat, games.Voided, 1)
		}
	}
}

// Waiting lists the players who must bet or answer the showdown question. If silence counts as an answer, no player has
// to answer the question.
func (g *game) Waiting() []games.Seat {
	return g.seats.Where(func(s games.Seat) bool {
		waits := g.phase == betting && g.toAct == s || g.phase == asking && g.pending(s) && !g.silenceIsAnswer()
		return waits && g.seats.IsPresent(s) && !g.seats.IsPlayedByHouse(s)
	})
}
