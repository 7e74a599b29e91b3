package poker

import (
	"strconv"

	"settable/games"
)

// slip refuses words that are no amount, and gives an example of one.
func (g *game) slip(m Slip) error {
	most := g.settings.limit
	if m.Verb == "buy" {
		most = g.settings.stack
	}
	like := games.Typed{Game: "poker", Words: m.Verb + " " + strconv.FormatInt(int64(min(2, most)), 10)}
	return games.Refuse("poker.amounts", "most", most, "like", like)
}

// speak plays a move of a betting interval and then goes on.
func (t bets) speak(seat games.Seat, move games.Move) error {
	if err := t.maySpeak(seat); err != nil {
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
	t.Of(seat).spoken = true
	t.goOn()
	return nil
}

// inHand refuses a seat that has no part in this hand.
func (g *game) inHand(s games.Seat) error {
	switch {
	case g.phase == gathering:
		return games.ErrGathering
	case g.phase == between:
		return games.ErrBetween
	case !g.Of(s).dealt:
		return games.ErrNotDealtIn
	case g.Of(s).out:
		return games.Refuse("poker.has_dropped")
	}
	return nil
}

func (g *game) maySpeak(s games.Seat) error {
	if err := g.inHand(s); err != nil {
		return err
	}
	switch {
	case g.phase == asking:
		return games.Refuse("poker.betting_over")
	case g.Of(s).chips == 0 && !g.settings.mustDrop:
		return games.Refuse("poker.is_all_in")
	case g.speaker != s:
		return games.Refuse("poker.not_your_turn", "who", g.speaker)
	}
	return nil
}

// owes is what a call costs the seat.
func (g *game) owes(s games.Seat) games.Chips { return g.level() - g.Of(s).bet }

// check bets nothing, which is possible until someone bets (Poker 5).
func (t bets) check(s games.Seat) error {
	if t.level() > 0 {
		return games.Refuse("poker.no_check", "chips", chips(t.owes(s)))
	}
	t.Of(s).said = games.Say("poker.said.check")
	t.spoke(s, Check{}, 0)
	return nil
}

// bet opens the betting with 1 to limit chips (Poker 5).
func (t bets) bet(s games.Seat, n games.Chips) error {
	switch {
	case t.level() > 0:
		return games.Refuse("poker.bet_already")
	case !t.mayRaise(s, t.settings.openCounts):
		return games.Refuse("poker.no_opening_left")
	}
	if err := t.mayPay(s, 0, n); err != nil {
		return err
	}
	if t.settings.openCounts {
		t.Of(s).raises++
	}
	t.stake(s, n, games.Say("poker.said.bet", "n", n))
	t.spoke(s, Bet{n}, n)
	return nil
}

// call pays up to the highest payment of this interval (Poker 5). A player with too few chips
// pays all of them or, with short=drop, cannot call.
func (t bets) call(s games.Seat) error {
	owes, has := t.owes(s), t.Of(s).chips
	switch {
	case owes == 0:
		return games.Refuse("poker.nothing_to_call")
	case has < owes && t.settings.mustDrop:
		return games.Refuse("poker.must_drop", "chips", chips(owes), "has", has)
	}
	n := min(owes, has)
	t.stake(s, n, games.Say("poker.said.call"))
	t.spoke(s, Call{}, n)
	return nil
}

// raise pays the call and 1 to limit chips more (Poker 5).
func (t bets) raise(s games.Seat, n games.Chips) error {
	owes := t.owes(s)
	switch {
	case owes == 0:
		return games.Refuse("poker.nothing_to_raise")
	case !t.mayRaise(s, true):
		return games.Refuse("poker.no_raise_left")
	}
	if err := t.mayPay(s, owes, n); err != nil {
		return err
	}
	t.Of(s).raises++
	t.stake(s, owes+n, games.Say("poker.said.raise", "n", n))
	t.spoke(s, Raise{n}, owes+n)
	return nil
}

// mayRaise tells whether the seat may raise. counts is false for an opening bet that is not counted
// as a raise.
func (g *game) mayRaise(s games.Seat, counts bool) bool {
	return !counts || g.Of(s).raises < g.settings.raises
}

// mayPay refuses to bet or raise by n beyond the limit or, after paying what is owed, beyond the
// stack.
func (g *game) mayPay(s games.Seat, owes, n games.Chips) error {
	has := g.Of(s).chips
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

// stake pays chips of a seat into the pot and notes what the seat said.
func (t bets) stake(s games.Seat, n games.Chips, said games.Phrase) {
	t.pay(s, n)
	p := t.Of(s)
	p.bet += n
	p.said = said
	if p.chips == 0 {
		p.said = allIn
	}
}

// allIn is shown beside a player who has no chips left and is still in the pot.
var allIn = games.Say("poker.said.all_in")

func (t bets) spoke(s games.Seat, m games.Move, paid games.Chips) {
	t.step.Tell(spoke{
		seat: s, move: m, paid: paid, level: t.level(), allIn: t.Of(s).chips == 0, clock: t.clock, away: t.away,
	})
}

// drop folds (Poker 5).
func (t bets) drop(s games.Seat) {
	p := t.Of(s)
	p.out, p.said = true, games.Phrase{}
	t.spoke(s, Drop{}, 0)
}
