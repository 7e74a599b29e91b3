package poker

import (
	"fmt"

	"settable/games"
)

// The events of SET Poker beside those that other games have, too.
type (
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
		level games.Chips // what each player must have paid in this interval to stay in
		allIn bool
		clock bool // the clock spoke for the seat, whose time was up
		away  bool // the table spoke for the seat, whose player is away
	}
)

// Say tells of an ante only where the player paid all that was left.
func (e anted) Say() games.Phrase {
	if !e.allIn {
		return games.Phrase{}
	}
	return games.Say("poker.last_ante", "who", e.seat, "chips", chips(e.chips))
}

// String is an ante in the expectations of scripts.
func (e anted) String() string { return fmt.Sprintf("anted %s %d", games.SeatLetter(e.seat), e.chips) }

func (e spoke) Say() games.Phrase {
	key, all, args := "poker.drops", "", []any{"who", e.seat}
	switch m := e.move.(type) {
	case Check:
		key = "poker.checks"
	case Bet:
		key, all, args = "poker.bets", "poker.bets_all", append(args, "paid", e.paid)
	case Call:
		key, all, args = "poker.calls", "poker.calls_all", append(args, "paid", e.paid)
	case Raise:
		key, all = "poker.raises", "poker.raises_all"
		args = append(args, "by", m.N, "to", e.level, "paid", e.paid)
	}
	if e.allIn && all != "" {
		key = all
	}
	said := games.Say(key, args...)
	if _, checks := e.move.(Check); e.away && checks {
		return games.Phrase{}
	}
	if e.clock {
		return games.Say("poker.time_up", "said", said)
	}
	return said
}

// String is a move that the table is not told of, in the expectations of scripts.
func (e spoke) String() string { return games.SeatLetter(e.seat) + " is away: " + e.move.String() }

// CardsMoved is true of a bet and a raise, because a button drawn before them must not pay more than
// it says: "Call 2" is not "Call 5".
func (e spoke) CardsMoved() bool {
	switch e.move.(type) {
	case Bet, Raise:
		return true
	}
	return false
}

func (anted) CardsMoved() bool { return false }
