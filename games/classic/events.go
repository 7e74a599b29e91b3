package classic

import "settable/games"

// The events of classic SET beside those that other games have, too.
type (
	// called: a seat has called set and has so many seconds to name it.
	called struct {
		seat    games.Seat
		seconds int
	}
	// tooLate: a seat has called set and named no cards in time.
	tooLate struct {
		seat games.Seat
		cost cost
	}
	// more: n more cards are owed, as no set lies there or all agreed on that.
	more struct {
		n      int
		agreed bool
	}
	// unlocked: everybody was locked out, so nobody is.
	unlocked struct{}
)

// A cost is what a call or claim that was no set has cost.
type cost uint8

const (
	nothing cost = iota
	aPoint
	lockedOut
)

// Say is a sentence of its own.
func (c cost) Say() games.Phrase {
	switch c {
	case aPoint:
		return games.Say("classic.costs_a_point")
	case lockedOut:
		return games.Say("classic.costs_claims")
	}
	return games.Phrase{}
}

func (e called) Say() games.Phrase {
	return games.Say("classic.called", "who", e.seat, "seconds", e.seconds)
}

func (e tooLate) Say() games.Phrase {
	return games.InTurn(games.Say("classic.too_late", "who", e.seat), e.cost.Say())
}

func (e more) Say() games.Phrase {
	if e.agreed {
		return games.Say("classic.more_agreed", "n", e.n)
	}
	return games.Say("classic.more", "n", e.n)
}

func (unlocked) Say() games.Phrase { return games.Say("classic.unlocked") }

func (called) CardsMoved() bool   { return false }
func (tooLate) CardsMoved() bool  { return false }
func (more) CardsMoved() bool     { return true }
func (unlocked) CardsMoved() bool { return false }
