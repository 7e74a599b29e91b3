package twenty

import "settable/games"

// 20/20 SET has these events in addition to those that games share.
type (
	// handBegan says that the n-th hand begins and that a seat deals.
	handBegan struct {
		n      int
		dealer games.Seat
		in     []games.Seat
	}
	// cardDrawn says that a seat has asked for one more personal card and now holds the given number.
	cardDrawn struct {
		seat  games.Seat
		holds int
	}
	// deckShuffled says that the deck is used up and that the n cards of the discard pile become a new deck.
	deckShuffled struct{ n int }
	// handWon says that a seat has no personal cards left and wins the hand.
	handWon struct {
		seat           games.Seat
		points, target int
		last           bool // this hand ends the whole game
	}
)

// These sentences tell what a wrong claim costs.
var (
	oneCard  = phrase("costs_a_card")
	fullHand = phrase("costs_nothing")
)

func phrase(key string, args ...any) games.Phrase { return games.Say("twenty."+key, args...) }

func (e handBegan) Say() games.Phrase {
	return phrase("hand", "n", e.n, "who", e.dealer, "in", e.in)
}

func (e cardDrawn) Say() games.Phrase {
	return phrase("draws", "who", e.seat, "holds", e.holds)
}

func (e deckShuffled) Say() games.Phrase { return phrase("reshuffled", "N", e.n) }

func (e handWon) Say() games.Phrase {
	if e.last {
		return phrase("wins_the_hand", "who", e.seat, "points", games.Say("games.points", "N", e.points))
	}
	return phrase("wins_hand", "who", e.seat, "points", games.Say("games.points", "N", e.points), "target",
		e.target)
}

func (handBegan) CardsMoved() bool    { return true }
func (cardDrawn) CardsMoved() bool    { return false }
func (deckShuffled) CardsMoved() bool { return false }
func (handWon) CardsMoved() bool      { return false }
