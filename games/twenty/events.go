package twenty

import "settable/games"

// The events of 20/20 SET beside those that other games have, too.
type (
	// handBegan: the n-th hand begins, and a seat deals.
	handBegan struct {
		n      int
		dealer games.Seat
		in     []games.Seat
	}
	// drew: a seat has asked for one more personal card, and holds so many with it.
	drew struct {
		seat  games.Seat
		holds int
	}
	// reshuffled: the deck is used up, and the n cards of the discard pile become a new one.
	reshuffled struct{ n int }
	// wonHand: a seat has no personal cards left and wins the hand.
	wonHand struct {
		seat           games.Seat
		points, target int
		last           bool // this hand is the whole game, which is over
	}
)

// What a claim that is no set costs, as a sentence of its own.
var (
	oneCard  = said("costs_a_card")
	fullHand = said("costs_nothing")
)

func said(key string, args ...any) games.Phrase { return games.Say("twenty."+key, args...) }

func (e handBegan) Say() games.Phrase {
	return said("hand", "n", e.n, "who", e.dealer, "in", e.in)
}

func (e drew) Say() games.Phrase {
	return said("draws", "who", e.seat, "holds", e.holds)
}

func (e reshuffled) Say() games.Phrase { return said("reshuffled", "N", e.n) }

func (e wonHand) Say() games.Phrase {
	if e.last {
		return said("wins_the_hand", "who", e.seat, "points", games.Say("games.points", "N", e.points))
	}
	return said("wins_hand", "who", e.seat, "points", games.Say("games.points", "N", e.points), "target",
		e.target)
}

func (handBegan) CardsMoved() bool  { return true }
func (drew) CardsMoved() bool       { return false }
func (reshuffled) CardsMoved() bool { return false }
func (wonHand) CardsMoved() bool    { return false }
