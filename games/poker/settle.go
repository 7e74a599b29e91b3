package poker

import "settable/games"

// settle pays the pots that were decided and ends the hand. Who has left takes
// along what is left: "chips on the table go back to their balance after the
// hand".
func (t *turn) settle() {
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
	t.best = t.best.after(t.pots, t.showings())
	for i := range t.Players {
		p, seat := &t.Players[i], games.Seat(i+1)
		p.in, p.bet = 0, 0
		p.chips += p.gain
		t.step.Pay(games.Pot, games.Purse(seat), p.gain)
		if p.dealt {
			t.step.Count(seat, games.Hands, 1)
		}
	}
	t.afterHand()
}

// afterHand lets go who was sent home in the hand and who has left in it, and closes a
// table that was to close after it, or after so many hands.
func (t *turn) afterHand() {
	for _, s := range t.GoingHome() {
		if t.StandUp(s, &t.step) != nil {
			panic("who sits here may not stand up")
		}
	}
	t.cashLeavers()
	if t.Closing || t.settings.deals > 0 && t.hand >= t.settings.deals {
		t.shut()
	}
}

// cashLeavers gives all who do not sit here any more what is theirs.
func (t *turn) cashLeavers() {
	for i := range t.Players {
		if s := games.Seat(i + 1); !t.Roster.Sits(s) {
			t.cash(s)
		}
	}
}

func (t *turn) cash(s games.Seat) {
	p := t.Of(s)
	if p.chips == 0 {
		return
	}
	n := p.chips
	p.chips, p.took = 0, n
	switch {
	case !t.Practice:
		t.step.Pay(games.Purse(s), games.Balance(s), n)
		t.step.Tell(games.News("poker.cashed", "who", s, "chips", chips(n)))
	case t.phase != closed: // once it is, the seats say it
		t.step.Tell(games.News("poker.ends_with", "who", s, "chips", chips(n)))
	}
}

// End closes the table. A hand under way is voided: everybody gets back
// exactly what they paid, and then takes along what is theirs.
func (t *turn) End(seat games.Seat) error {
	if err := games.NeedDealer(seat); err != nil {
		return err
	}
	if t.playing() {
		t.giveAllBack()
	}
	t.shut()
	return nil
}

func (t *turn) giveAllBack() {
	if pot := t.pot(); pot > 0 {
		t.step.Tell(games.News("poker.voided", "hand", t.hand, "chips", chips(pot)))
	} else {
		t.step.Tell(games.News("poker.voided_empty", "hand", t.hand))
	}
	for i := range t.Players {
		if in := t.Players[i].in; in > 0 {
			t.bets().giveBack(games.Seat(i+1), in)
		}
	}
}

// shut ends the evening: all stacks go back to the balances.
func (t *turn) shut() {
	t.phase, t.speaker, t.owed, t.deadline = closed, games.Watcher, 0, games.Never
	for i := range t.Players {
		t.cash(games.Seat(i + 1))
	}
	t.step.Tell(games.TableClosed())
}
