package poker

import (
	"fmt"

	"settable/games"
	"settable/games/cards"
)

// The events of SET Poker beside those that other games have, too.
type (
	// bought: a seat buys in.
	bought struct {
		seat  games.Seat
		chips games.Chips
	}
	// cashed: a stack goes back to its player's balance.
	cashed struct {
		seat  games.Seat
		chips games.Chips
	}
	// handBegan: the n-th hand begins, and in are dealt in.
	handBegan struct {
		n      int
		dealer games.Seat
		in     []games.Seat
	}
	// centreCard: one more card lies in the centre.
	centreCard struct{ card cards.Card }
	// anted: a seat has paid its ante, perhaps with its last chips.
	anted struct {
		seat  games.Seat
		chips games.Chips
		allIn bool
	}
	// spoke: a seat has said its move of a betting interval.
	spoke struct {
		seat  games.Seat
		move  games.Move
		paid  games.Chips
		level games.Chips // what everybody must now have paid in this interval
		allIn bool
		clock bool // the clock spoke for the seat
	}
	// cameBack: chips return to who paid them, as nobody could answer them or the
	// hand does not count.
	cameBack struct {
		seat  games.Seat
		chips games.Chips
	}
	// asked: "Does anyone wish to show?"
	asked struct {
		interval int
		seats    []games.Seat
	}
	// passed: a seat does not wish to show, as n of all have said.
	passed struct {
		seat  games.Seat
		n, of int
		clock bool
	}
	// showed: a seat shows, so all must.
	showed struct{ seat games.Seat }
	// forced: nobody showed and no card comes, so all must.
	forced struct{ seats []games.Seat }
	// exposed: a hand is turned up and has so many sets.
	exposed struct {
		seat games.Seat
		hand []cards.Card
		sets int
	}
	// voided: the hand does not count, and what was paid goes back.
	voided struct {
		hand  int
		chips games.Chips
	}
)

func (e bought) Say() games.Phrase {
	return games.Say("poker.bought", "who", e.seat, "chips", chips(e.chips))
}

func (e cashed) Say() games.Phrase {
	return games.Say("poker.cashed", "who", e.seat, "chips", chips(e.chips))
}

func (e handBegan) Say() games.Phrase {
	return games.Say("poker.hand", "hand", e.n, "who", e.dealer, "in", e.in)
}

func (e centreCard) Say() games.Phrase { return games.Say("poker.centre", "card", e.card) }

// Say tells of an ante only where it was all there was.
func (e anted) Say() games.Phrase {
	if !e.allIn {
		return games.Phrase{}
	}
	return games.Say("poker.last_ante", "who", e.seat, "chips", chips(e.chips))
}

// String is an ante, for scripts.
func (e anted) String() string { return fmt.Sprintf("anted %s %d", games.SeatLetter(e.seat), e.chips) }

func (e spoke) Say() games.Phrase {
	who, paid := e.seat, e.paid
	said := games.Say("poker.drops", "who", who)
	switch m := e.move.(type) {
	case Check:
		said = games.Say("poker.checks", "who", who)
	case Bet:
		said = games.Say("poker.bets", "who", who, "paid", paid)
		if e.allIn {
			said = games.Say("poker.bets_all", "who", who, "paid", paid)
		}
	case Call:
		said = games.Say("poker.calls", "who", who, "paid", paid)
		if e.allIn {
			said = games.Say("poker.calls_all", "who", who, "paid", paid)
		}
	case Raise:
		said = games.Say("poker.raises", "who", who, "by", m.N, "to", e.level, "paid", paid)
		if e.allIn {
			said = games.Say("poker.raises_all", "who", who, "by", m.N, "to", e.level, "paid", paid)
		}
	}
	return byClock(e.clock, said)
}

// byClock says that the clock spoke, where it did.
func byClock(did bool, said games.Phrase) games.Phrase {
	if !did {
		return said
	}
	return games.Say("poker.time_up", "said", said)
}

func (e cameBack) Say() games.Phrase {
	return games.Say("poker.came_back", "who", e.seat, "N", e.chips)
}

func (e asked) Say() games.Phrase {
	return games.Say("poker.asked", "who", e.seats, "interval", e.interval)
}

func (e passed) Say() games.Phrase {
	return byClock(e.clock, games.Say("poker.passes", "who", e.seat, "n", e.n, "of", e.of))
}

func (e showed) Say() games.Phrase { return games.Say("poker.shows", "who", e.seat) }
func (e forced) Say() games.Phrase { return games.Say("poker.forced", "who", e.seats) }

func (e exposed) Say() games.Phrase {
	return games.Say("poker.has", "who", e.seat, "hand", e.hand, "sets", sets(e.sets))
}

func (e voided) Say() games.Phrase {
	if e.chips == 0 {
		return games.Say("poker.voided_empty", "hand", e.hand)
	}
	return games.Say("poker.voided", "hand", e.hand, "chips", chips(e.chips))
}

// A button that was drawn before a bet never pays more: "Call 2" is not "Call 5".
func (e spoke) CardsMoved() bool {
	switch e.move.(type) {
	case Bet, Raise:
		return true
	}
	return false
}

func (bought) CardsMoved() bool     { return false }
func (cashed) CardsMoved() bool     { return false }
func (handBegan) CardsMoved() bool  { return true }
func (centreCard) CardsMoved() bool { return true }
func (anted) CardsMoved() bool      { return false }
func (cameBack) CardsMoved() bool   { return false }
func (asked) CardsMoved() bool      { return true }
func (passed) CardsMoved() bool     { return false }
func (showed) CardsMoved() bool     { return false }
func (forced) CardsMoved() bool     { return false }
func (exposed) CardsMoved() bool    { return false }
func (voided) CardsMoved() bool     { return false }
