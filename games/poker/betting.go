package poker

import (
	"strconv"

	"settable/games"
)

// openInterval begins a betting interval, unless fewer than two players in the hand still have chips (Poker 10).
func (t *draft) openInterval() {
	t.interval++
	for i := range t.seats.Players {
		p := &t.seats.Players[i]
		p.bet, p.raises, p.acted, p.passed, p.remark = 0, 0, false, false, games.Phrase{}
	}
	t.phase = betting
	if t.bettingOver() {
		t.closeInterval()
		return
	}
	t.giveTurn(t.firstToAct())
}

// firstToAct returns the seat that acts first in an interval (Poker 4).
func (g *game) firstToAct() games.Seat {
	from := g.dealer
	if g.settings.firstRotates {
		dealt := g.fromDealersLeft(func(s games.Seat) bool { return g.seats.Of(s).dealt })
		from = dealt[(g.interval-1)%len(dealt)] - 1
	}
	return g.seats.FirstLeftOf(from, g.mustAct)
}

// mustAct reports whether the seat has yet to act or to match the highest bet in this interval (Poker 4). All-in
// players needn't act. With short=drop, players are never all-in.
func (g *game) mustAct(s games.Seat) bool {
	p := g.seats.Of(s)
	return g.active(s) && (p.chips > 0 || g.settings.mustDrop) && (!p.acted || p.bet < g.highestBet())
}

// giveTurn gives the turn to a seat and sets the deadline for it.
func (t *draft) giveTurn(s games.Seat) {
	t.toAct, t.deadline = s, games.Never
	t.seats.ResetHurry(t.at)
	if t.settings.turnTime > 0 {
		t.deadline = t.at.Add(t.settings.turnTime)
	}
}

// act makes a betting move and then continues the betting.
func (t *draft) act(seat games.Seat, move games.Move) error {
	if err := t.mayAct(seat); err != nil {
		return err
	}
	var err error
	switch m := move.(type) {
	case Check:
		err = t.check(seat)
	case Bet:
		err = t.bet(seat, m.N)
	case Call:
		err = t.call(seat)
	case Raise:
		err = t.raise(seat, m.N)
	case Drop:
		t.drop(seat)
	default:
		err = games.ErrNoMove
	}
	if err != nil {
		return err
	}
	t.seats.Of(seat).acted = true
	t.continueBetting()
	return nil
}

// inHand returns a refusal if the seat is not in this hand.
func (g *game) inHand(s games.Seat) error {
	switch {
	case g.phase == gathering:
		return games.ErrGathering
	case g.phase == between:
		return games.ErrBetween
	case !g.seats.Of(s).dealt:
		return games.ErrNotDealtIn
	case g.seats.Of(s).dropped:
		return games.Refuse("poker.has_dropped")
	}
	return nil
}

func (g *game) mayAct(s games.Seat) error {
	if err := g.inHand(s); err != nil {
		return err
	}
	switch {
	case g.phase == asking:
		return games.Refuse("poker.betting_over")
	case g.seats.Of(s).chips == 0 && !g.settings.mustDrop:
		return games.Refuse("poker.is_all_in")
	case g.toAct != s:
		return games.Refuse("poker.not_your_turn", "who", g.toAct)
	}
	return nil
}

// toCall returns how many chips a call would cost the seat.
func (g *game) toCall(s games.Seat) games.Chips { return g.highestBet() - g.seats.Of(s).bet }

// check passes the turn without a bet. This is allowed until someone bets (Poker 5).
func (t *draft) check(s games.Seat) error {
	if t.highestBet() > 0 {
		return games.Refuse("poker.no_check", "chips", chips(t.toCall(s)))
	}
	t.seats.Of(s).remark = games.Say("poker.said.check")
	t.tellBet(s, Check{}, 0)
	return nil
}

// bet opens the betting with n chips, from 1 to the table's limit (Poker 5).
func (t *draft) bet(s games.Seat, n games.Chips) error {
	switch {
	case t.highestBet() > 0:
		return games.Refuse("poker.bet_already")
	case !t.mayRaise(s, t.settings.openingCounts):
		return games.Refuse("poker.no_opening_left")
	}
	if err := t.mayPay(s, 0, n); err != nil {
		return err
	}
	if t.settings.openingCounts {
		t.seats.Of(s).raises++
	}
	t.payBet(s, n, games.Say("poker.said.bet", "n", n))
	t.tellBet(s, Bet{n}, n)
	return nil
}

// call pays up to the highest bet of this interval (Poker 5). A player with too few chips pays all of them. With
// short=drop, such a player cannot call.
func (t *draft) call(s games.Seat) error {
	owes, has := t.toCall(s), t.seats.Of(s).chips
	switch {
	case owes == 0:
		return games.Refuse("poker.nothing_to_call")
	case has < owes && t.settings.mustDrop:
		return games.Refuse("poker.must_drop", "chips", chips(owes), "has", has)
	}
	n := min(owes, has)
	t.payBet(s, n, games.Say("poker.said.call"))
	t.tellBet(s, Call{}, n)
	return nil
}

// raise pays a call plus n chips, from 1 to the table's limit (Poker 5).
func (t *draft) raise(s games.Seat, n games.Chips) error {
	owes := t.toCall(s)
	switch {
	case owes == 0:
		return games.Refuse("poker.nothing_to_raise")
	case !t.mayRaise(s, true):
		return games.Refuse("poker.no_raise_left")
	}
	if err := t.mayPay(s, owes, n); err != nil {
		return err
	}
	t.seats.Of(s).raises++
	t.payBet(s, owes+n, games.Say("poker.said.raise", "n", n))
	t.tellBet(s, Raise{n}, owes+n)
	return nil
}

// mayRaise reports whether the seat may raise. counts is false for an opening bet that doesn't count as a raise.
func (g *game) mayRaise(s games.Seat, counts bool) bool {
	return !counts || g.seats.Of(s).raises < g.settings.raises
}

// mayPay returns a refusal if a bet or raise of n chips exceeds the limit or what the stack has left after a call.
func (g *game) mayPay(s games.Seat, owes, n games.Chips) error {
	has := g.seats.Of(s).chips
	switch {
	case n < 1 || n > g.settings.limit:
		return games.Refuse("poker.limit", "chips", chips(g.settings.limit), "limit", g.settings.limit)
	case owes >= has:
		return games.Refuse("poker.no_more_than_a_call", "chips", chips(has))
	case n > has-owes && owes > 0:
		return games.Refuse("poker.raise_at_most", "chips", chips(has), "most", has-owes)
	case n > has:
		return games.Refuse("poker.has_no_more", "chips", chips(has))
	}
	return nil
}

// payBet moves a seat's chips into the pot and records what the seat said.
func (t *draft) payBet(s games.Seat, n games.Chips, said games.Phrase) {
	t.pay(s, n)
	p := t.seats.Of(s)
	p.bet += n
	p.remark = said
	if p.chips == 0 {
		p.remark = allIn
	}
}

// allIn is shown next to a player who is in the pot and has no chips left.
var allIn = games.Say("poker.said.all_in")

func (t *draft) tellBet(s games.Seat, m games.Move, paid games.Chips) {
	t.step.Tell(betAction{
		seat: s, move: m, paid: paid, level: t.highestBet(), allIn: t.seats.Of(s).chips == 0,
		byClock: t.byClock, forAway: t.forAway,
	})
}

// drop folds a seat's hand (Poker 5).
func (t *draft) drop(s games.Seat) {
	p := t.seats.Of(s)
	p.dropped, p.remark = true, games.Phrase{}
	t.tellBet(s, Drop{}, 0)
}

// refuseAmount returns the refusal for an invalid amount, with an example of a valid one.
func (g *game) refuseAmount(m BadAmount) error {
	most := g.settings.limit
	if m.Verb == "buy" {
		most = g.settings.stack
	}
	like := games.Typed{Game: "poker", Words: m.Verb + " " + strconv.FormatInt(int64(min(2, most)), 10)}
	return games.Refuse("poker.amounts", "most", most, "like", like)
}

// continueBetting continues after a player has acted or left. If only one player is left, that player takes the pot
// (Poker 6). Otherwise the turn passes to the left, or the interval is over.
func (t *draft) continueBetting() {
	if t.seats.Count(t.active) == 1 {
		t.awardToLastRemaining()
		return
	}
	if t.mustAct(t.toAct) {
		return // another player left, so the turn doesn't change
	}
	if s := t.seats.FirstLeftOf(t.toAct, t.mustAct); s != games.Watcher {
		t.giveTurn(s)
		return
	}
	t.closeInterval()
}

// closeInterval ends the interval: it gives back the unmatched part of the highest bet and asks the showdown question.
func (t *draft) closeInterval() {
	t.toAct = games.Watcher
	t.returnUnmatchedBet()
	t.askToShow()
}

// returnUnmatchedBet gives back the part of a bet that no one can match (Poker 10).
func (t *draft) returnUnmatchedBet() {
	var most, second games.Chips
	var seat games.Seat
	for i := range t.seats.Players {
		in := t.seats.Players[i].paid
		if in > most {
			most, second, seat = in, most, games.Seat(i+1)
		} else if in > second {
			second = in
		}
	}
	if n := most - second; n > 0 && t.active(seat) {
		t.takeBack(seat, n)
		t.step.Tell(games.NewEvent("poker.came_back", "who", seat, "N", n))
	}
}

// takeBack moves n chips from the pot back to the stack of the player who paid them.
func (t *draft) takeBack(s games.Seat, n games.Chips) {
	p := t.seats.Of(s)
	p.paid -= n
	p.bet = max(0, p.bet-n)
	p.chips += n
	t.step.Pay(games.Pot, games.Account(s), n)
}

// actFor acts on behalf of a seat: it checks if no one has bet, and folds otherwise.
func (t *draft) actFor(s games.Seat) error {
	if t.highestBet() == 0 {
		return t.act(s, Check{})
	}
	return t.act(s, Drop{})
}

// bettingOver reports whether no more bets are possible in this hand.
func (g *game) bettingOver() bool { return g.seats.Count(g.canBet) < 2 }
