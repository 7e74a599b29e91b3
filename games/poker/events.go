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
		level games.Chips // what everybody must now have paid in this interval
		allIn bool
		clock bool // the clock spoke for the seat
		away  bool // or it is away
	}
)

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

// String is what is not told, for scripts.
func (e spoke) String() string { return games.SeatLetter(e.seat) + " is away: " + e.move.String() }

// A button that was drawn before a bet never pays more: "Call 2" is not "Call 5".
func (e spoke) CardsMoved() bool {
	switch e.move.(type) {
	case Bet, Raise:
		return true
	}
	return false
}

func (anted) CardsMoved() bool { return false }
