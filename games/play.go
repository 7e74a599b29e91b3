package games

import (
	"slices"
	"time"

	"settable/games/cards"
)

// A Turn is one action being played at a table: what every game does there, and how
// it does it. Errors are Illegal.
type Turn interface {
	Deal(Seat, []cards.Card) error
	End(Seat) error
	Tick(Seat) error
	Join(Seat) error
	Leave(Seat) error
	Start(Seat) error
	Move(Seat, Move) error // what this game alone has
	Need(Seat) error       // refuses who does not sit here
}

// Play plays one move of a game that is not over: the dealer's and the clock's come
// first, then who sits down or leaves, and then what those at the table do. While
// cards are being laid everybody waits for the dealer.
func Play(t Turn, laying bool, seat Seat, move Move) error {
	switch m := move.(type) {
	case Deal:
		return t.Deal(seat, m.Cards)
	case End:
		return t.End(seat)
	case Tick:
		return t.Tick(seat)
	}
	if laying {
		return ErrDealing
	}
	switch move.(type) {
	case Join:
		return t.Join(seat)
	case Leave:
		return t.Leave(seat)
	}
	if err := t.Need(seat); err != nil {
		return err
	}
	if _, starts := move.(Start); starts {
		return t.Start(seat)
	}
	return t.Move(seat, move)
}

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

// FindAll gives the places of the three cards, in the order named. The error is
// Illegal: that of at, or ErrTwice.
func FindAll[P comparable](c Claim, at func(Pick) (P, error)) ([]P, error) {
	places := make([]P, 0, len(c.Picks))
	for _, pick := range c.Picks {
		place, err := at(pick)
		if err != nil {
			return nil, err
		}
		if slices.Contains(places, place) {
			return nil, ErrTwice
		}
		places = append(places, place)
	}
	return places, nil
}
