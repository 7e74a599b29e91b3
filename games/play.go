package games

import (
	"slices"
	"time"

	"settable/games/cards"
)

// A Turn is one action being played at a table: what every game does there, and how
// it does it. A game has Seats as a part of it, which know who sits there. Errors are
// Illegal.
type Turn interface {
	Deal(Seat, []cards.Card) error
	End(Seat) error
	Tick() error // the game's own deadline is there
	Join(Seat) error
	Leave(Seat) error
	Start(Seat) error
	Move(Seat, Move) error // what this game alone has
	Need(Seat) error       // refuses who does not sit here
	Presence() *Attendance // who is there
}

// Now is how a game stands before a turn.
type Now struct {
	Laying bool      // the dealer is laying cards
	Due    time.Time // when the game's own clock moves; zero: never
	Hand   Hand      // the hand in play, of a game that is played in hands; else nil
	Left   bool      // the move was left with the house: its player may not be there
	// Gathering: the game has not started, and a player of the house may sit down. Host is
	// what the game does before that, and refuses it; nil: nothing.
	Gathering bool
	Host      func() error
	Staked    bool // chips of people's own are played for
}

// A Hand is ended before its table is closed or anybody is sent home.
type Hand interface {
	StillIn(Seat) bool
	Void() // nobody has won it, and everybody has what they paid
}

// Play plays one move of a game that is not over, and tells in step what is told in
// every game: the dealer's and the clock's moves come first, then who sits down or
// leaves, and then what those at the table do, who are there then. While cards are
// being laid everybody waits for the dealer.
func Play(t Turn, now Now, a Action, step *Step) error {
	a.At = Moment(a.At)
	switch m := a.Move.(type) {
	case Deal:
		return t.Deal(a.Seat, m.Cards)
	case End:
		return t.End(a.Seat)
	case Tick:
		return tick(t, now.Due, a, step)
	}
	if now.Laying {
		return ErrDealing
	}
	switch m := a.Move.(type) {
	case Join:
		return join(t, a, step)
	case SitIn:
		return sitIn(t, now, a, m.Level, step)
	case Leave:
		return t.Leave(a.Seat)
	case LastHand:
		return lastHand(t, now.Hand, a.Seat, step)
	case Missing:
		return missing(t, a, m.Seat, step)
	case Kick:
		return kick(t, now.Hand, a, m.Seat, step)
	case Cover:
		return stepIn(t, now, a, m.Seat, step)
	}
	if err := t.Need(a.Seat); err != nil {
		return err
	}
	if _, leaves := a.Move.(StepAway); leaves {
		return stepAway(t, a, step)
	}
	_, comes := a.Move.(ComeBack)
	back := !now.Left && (comes || !t.Presence().ByHouse(a.Seat)) && heard(t, a, step)
	switch a.Move.(type) {
	case ComeBack:
		if !back {
			return Refuse("games.is_here")
		}
		return nil
	case Void:
		return void(t, now.Hand, a.Seat, step)
	case Start:
		return t.Start(a.Seat)
	}
	return t.Move(a.Seat, a.Move)
}

// tick plays what the clock brings: the game's own deadline, or that of the seat that
// was away longest.
func tick(t Turn, own time.Time, a Action, step *Step) error {
	if err := NeedTime(a.Seat, a.At, t.Presence().Until(own)); err != nil {
		return err
	}
	if !own.IsZero() && !a.At.Before(own) {
		return t.Tick()
	}
	s, _ := t.Presence().overdue()
	step.Tell(News("games.away_too_long", "who", s, "N", int(awayUntilLeft.Minutes())))
	return t.Leave(s)
}

func join(t Turn, a Action, step *Step) error {
	switch {
	case t.Presence().IsHouse(a.Seat):
		return Refuse("games.house_seat")
	case t.Presence().of(a.Seat).barred:
		return Refuse("games.barred")
	case t.Presence().Roster.Sits(a.Seat) && t.Presence().of(a.Seat).away: // any word brings it back
		heard(t, a, step)
		return nil
	}
	if err := t.Join(a.Seat); err != nil {
		return err
	}
	at := t.Presence()
	if at.Roster.Here() > 1 && len(slices.Collect(at.Attend())) == 1 { // all others slept
		for _, s := range at.Roster.Seats() {
			at.chair(s).since = a.At
		}
	}
	return nil
}

// kick: "a manager of the server, or all other present players, may send a seat home
// (its chips go with it, after the hand)". Anybody may send a player of the house home.
func kick(t Turn, hand Hand, a Action, s Seat, step *Step) error {
	at, by := t.Presence(), a.Seat
	if by != Dealer {
		if err := t.Need(by); err != nil {
			return err
		}
	}
	switch {
	case by == s:
		return Refuse("games.kick_self")
	case !at.Roster.Sits(s):
		return Refuse("games.nobody_there")
	case at.of(s).leaves:
		return Refuse("games.kicked_already", "who", s)
	}
	if by != Dealer {
		heard(t, a, step)
	}
	if by != Dealer && !at.IsHouse(s) {
		vote := uint64(1) << (by - 1)
		if at.of(s).against&vote != 0 {
			return Refuse("games.kick_twice", "who", s)
		}
		at.chair(s).against |= vote
		if n, of := at.agreed(s, at.of(s).against); n < of {
			step.Tell(News("games.wants_home", "who", by, "whom", s, "n", n, "of", of))
			return nil
		}
	}
	return sendHome(t, hand, s, step)
}

func sendHome(t Turn, hand Hand, s Seat, step *Step) error {
	c := t.Presence().chair(s)
	c.sent, c.barred = true, !c.away
	if hand != nil {
		c.leaves = true
		step.Tell(News("games.sent_home_later", "who", s))
		return nil
	}
	step.Tell(News("games.sent_home", "who", s))
	return t.Leave(s)
}

// void: "A hand is voided only when every player still in it says so", who is there.
func void(t Turn, hand Hand, by Seat, step *Step) error {
	at := t.Presence()
	switch {
	case hand == nil:
		return Refuse("games.no_hand")
	case !hand.StillIn(by):
		return Refuse("games.not_in_hand")
	case at.of(by).voids:
		return Refuse("games.void_twice")
	}
	at.chair(by).voids = true
	n, of := 0, 0
	for s := range at.Attend() {
		if hand.StillIn(s) {
			if of++; at.of(s).voids {
				n++
			}
		}
	}
	if n < of {
		step.Tell(News("games.wants_void", "who", by, "n", n, "of", of))
		return nil
	}
	hand.Void()
	return nil
}

// lastHand: "Ending a table with a hand in play ends it after that hand."
func lastHand(t Turn, hand Hand, by Seat, step *Step) error {
	if err := NeedDealer(by); err != nil {
		return err
	}
	at := t.Presence()
	switch {
	case hand == nil || at.Asleep():
		return t.End(by)
	case at.Closing:
		return Refuse("games.closes_already")
	}
	at.Closing = true
	step.Tell(News("games.closes_after"))
	return nil
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
