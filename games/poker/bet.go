package poker

import (
	"strconv"

	"settable/games"
)

// slip refuses what is no amount, and says what would be.
func (g *game) slip(m Slip) error {
	most := g.house.limit
	if m.Verb == "buy" {
		most = g.house.stack
	}
	return games.OldRefuse("Say a whole number of chips from 1 to %d, like %s %d.", most, m.Verb, min(2, most))
}

// speak plays a move of a betting interval.
func (t *turn) speak(seat games.Seat, move games.Move) error {
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
		t.drop(seat, "")
	default:
		err = games.OldIllegal("SET Poker has no such move.")
	}
	if err != nil {
		return err
	}
	t.of(seat).spoken = true
	t.goOn()
	return nil
}

// maySpeak refuses who may not bet now.
func (g *game) maySpeak(s games.Seat) error {
	switch {
	case g.phase == gathering:
		return games.OldIllegal("The game has not started yet.")
	case g.phase == between:
		return games.OldIllegal("The hand is over: say next for another.")
	case !g.of(s).dealt:
		return games.OldIllegal("You are not in this hand: you play from the next one.")
	case g.of(s).out:
		return games.OldIllegal("You have dropped: you play again in the next hand.")
	case g.phase == asking:
		return games.OldIllegal("The betting is over for now: say show or pass.")
	case g.of(s).chips == 0 && !g.house.mustDrop:
		return games.OldIllegal("You are all-in: you need not bet, and may show later.")
	case g.speaker != s:
		return games.OldRefuse("It is seat %s's turn, not yours.", games.SeatLetter(g.speaker))
	}
	return nil
}

// owes is what a call costs.
func (g *game) owes(s games.Seat) games.Chips { return g.level() - g.of(s).bet }

// check: "only while there is no bet in this interval".
func (t *turn) check(s games.Seat) error {
	if t.level() > 0 {
		return games.OldRefuse("There is a bet: call %s, raise or drop.", chips(t.owes(s)))
	}
	t.of(s).said = Check{}.String()
	t.step.Tell(games.OldEvent{Kind: games.Checked, Seat: s, Clock: t.clock})
	return nil
}

// bet: "opens, 1 ≤ N ≤ limit".
func (t *turn) bet(s games.Seat, n games.Chips) error {
	switch {
	case t.level() > 0:
		return games.OldIllegal("There is a bet already: call, raise or drop.")
	case !t.mayRaise(s, t.house.openCounts):
		return games.OldIllegal("Opening counts as a raise here, and you have none left in this interval.")
	}
	if err := t.mayPay(s, 0, n); err != nil {
		return err
	}
	if t.house.openCounts {
		t.of(s).raises++
	}
	t.stake(s, n, Bet{n})
	t.step.Tell(games.OldEvent{Kind: games.Bets, Seat: s, Amount: n, AllIn: t.of(s).chips == 0})
	return nil
}

// call: "pays up to the highest contribution of this interval, no more"; with
// too few chips all there are, or not at all with short=drop.
func (t *turn) call(s games.Seat) error {
	owes, has := t.owes(s), t.of(s).chips
	switch {
	case owes == 0:
		return games.OldIllegal("There is nothing to call: check, or bet.")
	case has < owes && t.house.mustDrop:
		return games.OldRefuse("A call is %s and you have %d: at this table you must drop.", chips(owes), has)
	}
	n := min(owes, has)
	t.stake(s, n, Call{})
	t.step.Tell(games.OldEvent{Kind: games.Calls, Seat: s, Amount: n, AllIn: n == has})
	return nil
}

// raise: "pays the call plus 1 ≤ N ≤ limit; at most `raises` per player and
// interval".
func (t *turn) raise(s games.Seat, n games.Chips) error {
	owes := t.owes(s)
	switch {
	case owes == 0:
		return games.OldIllegal("There is nothing to raise: bet instead.")
	case !t.mayRaise(s, true):
		return games.OldIllegal("You have no raise left in this interval: call or drop.")
	}
	if err := t.mayPay(s, owes, n); err != nil {
		return err
	}
	t.of(s).raises++
	t.stake(s, owes+n, Raise{n})
	t.step.Tell(games.OldEvent{Kind: games.Raised, Seat: s, Amount: owes + n, By: n, Level: t.level(), AllIn: t.of(s).chips == 0})
	return nil
}

// mayRaise tells whether the seat has a raise left, where it counts as one.
func (g *game) mayRaise(s games.Seat, counts bool) bool {
	return !counts || g.of(s).raises < g.house.raises
}

// mayPay refuses amounts beyond the limit or the stack.
func (g *game) mayPay(s games.Seat, owes, n games.Chips) error {
	has := g.of(s).chips
	switch {
	case n < 1 || n > g.house.limit:
		return games.OldRefuse("The limit of this table is %s: say a number from 1 to %d.", chips(g.house.limit), g.house.limit)
	case owes >= has:
		return games.OldRefuse("You have %s: that is no more than a call takes.", chips(has))
	case n > has-owes && owes > 0:
		return games.OldRefuse("You have %s: after the call you can raise by %d at most.", chips(has), has-owes)
	case n > has:
		return games.OldRefuse("You have no more than %s.", chips(has))
	}
	return nil
}

// stake pays into the pot in this interval.
func (t *turn) stake(s games.Seat, n games.Chips, m games.Move) {
	t.pay(s, n)
	p := t.of(s)
	p.bet += n
	p.said = m.String()
	if p.chips == 0 {
		p.said = allIn
	}
}

const allIn = "all in"

// drop: "out of this pot".
func (t *turn) drop(s games.Seat, why string) {
	p := t.of(s)
	p.out, p.said = true, ""
	t.step.Tell(games.OldEvent{Kind: games.Drops, Seat: s, Why: why, Clock: t.clock})
}

func chips(n games.Chips) string {
	if n == 1 {
		return "1 chip"
	}
	return strconv.FormatInt(int64(n), 10) + " chips"
}
