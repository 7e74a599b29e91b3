package games

import (
	"time"

	"settable/games/cards"
)

// What every game refuses in the same words.
var (
	ErrGathering = Refuse("games.not_started")     // before the start
	ErrStarted   = Refuse("games.started_already") // a second start
	ErrFinished  = Refuse("games.over")            // after the end
	ErrDealing   = Refuse("games.cards_coming")    // while the dealer lays cards
	ErrNoMove    = Refuse("games.no_move")         // of another game
	ErrTwice     = Refuse("games.card_twice")      // a claim that names a card twice

	ErrBetween    = Refuse("games.hand_over")    // between two hands
	ErrNotDealtIn = Refuse("games.not_dealt_in") // by who sat down during this hand
)

// NeedDealer refuses an end by anybody but the dealer, who ends for the opener.
func NeedDealer(s Seat) error {
	if s != Dealer {
		return Refuse("games.opener_ends")
	}
	return nil
}

// Lay is what is left of a deck from which the dealer has laid what is owed: so
// many different cards of it. The error is Illegal.
func Lay(s Seat, laid []cards.Card, owed int, deck cards.Bag) (left cards.Bag, err error) {
	switch {
	case s != Dealer:
		return deck, Refuse("games.dealer_deals")
	case len(laid) != owed || owed == 0:
		return deck, Refuse("games.deal_count", "owed", owed, "laid", len(laid))
	}
	for _, c := range laid {
		if !deck.Has(c) {
			return deck, Refuse("games.not_in_deck", "card", c.String())
		}
		deck = deck.Without(c)
	}
	return deck, nil
}

// NeedTime refuses a tick by anybody but the clock, and one before its time.
func NeedTime(s Seat, now, deadline time.Time) error {
	switch {
	case s != Clock:
		return Refuse("games.clock_speaks")
	case deadline.IsZero():
		return Refuse("games.no_clock")
	case now.Before(deadline):
		return Refuse("games.too_early")
	}
	return nil
}
