package poker

import "settable/games"

// Join gives a player a seat and a stack for the next hand (Poker 13). A player who left during this hand and comes
// back before its end still has the old stack.
func (t *draft) Join(seat games.Seat) error {
	if err := t.seats.SitDown(seat, mostPlayers, &t.step); err != nil {
		return err
	}
	if !(t.playing() && t.seats.Of(seat).dealt) {
		t.buyIn(seat, t.firstStack(seat))
	}
	return nil
}

func (g *game) firstStack(s games.Seat) games.Chips {
	if !g.seats.Of(s).boughtIn && int(s) <= len(g.settings.stacks) {
		return g.settings.stacks[s-1]
	}
	return g.settings.stack
}

func (t *draft) buyIn(s games.Seat, n games.Chips) {
	p := t.seats.Of(s)
	p.boughtIn = true
	p.chips += n
	p.bought += n
	p.cashedOut = 0
	t.step.Pay(games.Balance(s), games.Account(s), n)
	switch {
	case n == 0:
	case t.seats.Practice:
		t.step.Tell(games.NewEvent("poker.play_stack", "who", s, "chips", chips(n)))
	default:
		t.step.Tell(games.NewEvent("poker.bought", "who", s, "chips", chips(n)))
	}
}

// admitHouse prepares a table for house players by turning all stacks into play money. If only one player has bought
// in, that player's chips go back to the balance. If several players have bought in, it refuses, because they are
// playing for real chips.
func (t *draft) admitHouse() error {
	if err := t.mayAdmitHouse(); err != nil {
		return err
	}
	if t.seats.Practice {
		return nil
	}
	for _, s := range t.seats.Roster.Seats() {
		if n := t.seats.Of(s).chips; n > 0 {
			t.step.Pay(games.Account(s), games.Balance(s), n)
			t.step.Tell(games.NewEvent("poker.back_before", "who", s, "chips", chips(n)))
		}
	}
	return nil
}

func (g *game) mayAdmitHouse() error {
	if !g.seats.Practice && g.seats.Roster.SeatedCount() > 1 {
		return games.Refuse("poker.bought_in")
	}
	return nil
}

// buy buys a player in again, either between hands (Poker 12) or while others play a hand.
func (t *draft) buy(s games.Seat, n games.Chips) error {
	if err := t.mayBuy(s); err != nil {
		return err
	}
	if n == 0 {
		n = t.settings.stack
	}
	if n < 1 || n > t.settings.stack {
		return games.Refuse("poker.buy_amounts", "most", t.settings.stack)
	}
	t.buyIn(s, n)
	return nil
}

func (g *game) mayBuy(s games.Seat) error {
	switch {
	case g.playing() && g.seats.Of(s).dealt:
		return games.Refuse("poker.in_hand")
	case g.seats.Of(s).chips > 0:
		return games.Refuse("poker.has_chips", "chips", chips(g.seats.Of(s).chips))
	}
	return nil
}

// Leave removes a player from the table. The player folds and keeps the stack (Poker 13).
func (t *draft) Leave(s games.Seat) error {
	if err := t.seats.StandUp(s, &t.step); err != nil {
		return err
	}
	switch {
	case t.playing() && t.active(s):
		t.drop(s)
		if t.phase == asking {
			t.continueAfterAnswer()
		} else {
			t.continueBetting()
		}
	case t.playing() && t.seats.Of(s).dealt: // the stack is paid out after the hand
	default:
		t.cashOut(s)
	}
	if t.phase == between && t.seats.Roster.SeatedCount() == 0 {
		t.closeTable()
	}
	return nil
}

func (t *draft) cashOut(s games.Seat) {
	p := t.seats.Of(s)
	if p.chips == 0 {
		return
	}
	n := p.chips
	p.chips, p.cashedOut, p.paidOut = 0, n, p.paidOut+n
	switch {
	case !t.seats.Practice:
		t.step.Pay(games.Account(s), games.Balance(s), n)
		t.step.Tell(games.NewEvent("poker.cashed", "who", s, "chips", chips(n)))
	case t.phase != closed: // the seats of a closed table show the chips anyway
		t.step.Tell(games.NewEvent("poker.ends_with", "who", s, "chips", chips(n)))
	}
}

// cashOutLeavers pays out the stacks of all players who have left.
func (t *draft) cashOutLeavers() {
	for i := range t.seats.Players {
		if s := games.Seat(i + 1); !t.seats.Roster.Sits(s) {
			t.cashOut(s)
		}
	}
}

// End closes the table and pays out all stacks. If a hand is in play, the cards on the table decide it, so that nobody
// gets a bet back by deleting the table's channel (Rights 11). The hand is voided instead if its cards have not been
// dealt yet, or if it is played for play money.
func (t *draft) End(seat games.Seat) error {
	if err := games.NeedDealer(seat); err != nil {
		return err
	}
	switch {
	case t.playing() && len(t.center) > 0 && !t.seats.Practice:
		t.owed, t.toAct = 0, games.Watcher
		t.showdown()
	case t.playing():
		t.giveAllBack()
	}
	if t.phase != closed {
		t.closeTable()
	}
	return nil
}

func (t *draft) Finish() { t.closeTable() }

// closeTable ends the evening and returns all stacks to the balances.
func (t *draft) closeTable() {
	t.phase, t.toAct, t.owed, t.deadline = closed, games.Watcher, 0, games.Never
	for i := range t.seats.Players {
		t.cashOut(games.Seat(i + 1))
	}
	t.step.Tell(games.TableClosed())
}
