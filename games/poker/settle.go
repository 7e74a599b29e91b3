package poker

import "settable/games"

// settle pays the pots that were decided and ends the hand. Players who have left take their chips
// along (Poker 13).
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

// afterHand lets those go who were sent home or left during the hand, and closes the table if that
// waited for the end of the hand or if the last of its hands was played.
func (t *turn) afterHand() {
	t.NoTurn()
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

// cashLeavers pays out the stacks of all players who do not sit here any more.
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
	case t.phase != closed: // at a closed table the seats in the view say it
		t.step.Tell(games.News("poker.ends_with", "who", s, "chips", chips(n)))
	}
}

// End closes the table. A hand under way is voided: everybody gets back exactly what they paid, and
// then all stacks go home.
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

// Finish closes the table.
func (t *turn) Finish() { t.shut() }

// Waiting lists the players who are to bet or to answer the showdown question.
func (g *game) Waiting() []games.Seat {
	return g.Where(func(s games.Seat) bool {
		waits := g.phase == betting && g.speaker == s || g.phase == asking && g.pending(s)
		return waits && g.Present(s) && !g.ByHouse(s)
	})
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
