package games

import (
	"slices"
	"time"

	"settable/games/cards"
)

// A Draft is one action being played at a table: what the common code in Play needs a game to do. A
// game has Seats as a part of it, which provide Need and Presence. All errors are Illegal.
type Draft interface {
	Deal(Seat, []cards.Card) error
	End(Seat) error  // closes the table at once: nobody wins
	Finish()         // closes the table, and the players who lead win
	Waiting() []Seat // the people whose answer or move the game waits for
	Tick() error     // the game's own deadline has come
	Join(Seat) error
	Leave(Seat) error
	Start(Seat) error
	Move(Seat, Move) error // a move that only this game has
	Need(Seat) error       // refuses somebody who does not sit here
	Presence() *Attendance // who sits here and who of them is away
}

// Situation is how a game stands before a turn.
type Situation struct {
	Dealing   bool      // the dealer is laying cards
	Due       time.Time // when the game's own clock moves; zero: never
	Hand      Hand      // the hand in play of a game that is played in hands; else nil
	InAdvance bool      // the move was left with the house: its player may not be there
	// Gathering: the game has not started, so a house player may sit down. Host prepares the game for
	// that and may refuse; nil: there is nothing to prepare.
	Gathering  bool
	AdmitHouse func() error
	ForChips   bool // the game is played for chips from people's balances
	HasPot     bool // the hand in play is played for a pot, so only its end closes the table
}

// A Hand is the hand in play of a game played in hands. It is played to its end before the table is
// closed or anybody is sent home.
type Hand interface {
	StillIn(Seat) bool
	Void() // ends the hand without a winner: everybody gets back what they paid
}

// Play plays one move of a game that is not over, and adds to step what every game tells. It handles
// the dealer's and the clock's moves first, then those of sitting down and leaving, and then the
// moves of the people at the table, each of which shows that its player is there. While cards are
// being laid, everybody else is refused until the dealer is done.
func Play(t Draft, now Situation, a Action, step *Step) error {
	a.At = Moment(a.At)
	switch m := a.Move.(type) {
	case Deal:
		return t.Deal(a.Seat, m.Cards)
	case End:
		if a.Seat <= Watcher {
			return t.End(a.Seat)
		}
	case Tick:
		return tick(t, now, a, step)
	}
	if now.Dealing {
		return ErrDealing
	}
	if t.Presence().isLeaving(a.Seat) {
		return Refuse("games.leaves_already")
	}
	switch m := a.Move.(type) {
	case Join:
		return join(t, a, step)
	case SitIn:
		return sitIn(t, now, a, m.Level, step)
	case Leave:
		return t.Leave(a.Seat)
	case LastHand:
		if err := NeedDealer(a.Seat); err != nil {
			return err
		}
		return lastHand(t, now, a.At, step)
	case Missing:
		return missing(t, a, m.Seat, step)
	case Kick:
		return kick(t, now.potOf(t), a, m.Seat, step)
	case Absent:
		return absent(t, now.potOf(t), a, m.Seat, step)
	case Cover:
		return stepIn(t, now, a, m.Seat, step)
	case Void:
		if a.Seat == Dealer {
			return void(t, now.Hand, a.Seat, step)
		}
	}
	if err := t.Need(a.Seat); err != nil {
		return err
	}
	if _, leaves := a.Move.(StepAway); leaves {
		return stepAway(t, a, step)
	}
	_, comes := a.Move.(ComeBack)
	back := !now.InAdvance && (comes || !t.Presence().PlayedByHouse(a.Seat)) && heard(t, a, step)
	switch a.Move.(type) {
	case ComeBack:
		if !back {
			return Refuse("games.is_here")
		}
		return nil
	case Void:
		return void(t, now.Hand, a.Seat, step)
	case End:
		return agreeToEnd(t, now, a, step)
	case Hurry:
		return hurry(t, now, a, step)
	case Start:
		return t.Start(a.Seat)
	}
	return t.Move(a.Seat, a.Move)
}

// tick plays what is due: the game's own deadline, or the departure of the player who has been away
// longest.
func tick(t Draft, now Situation, a Action, step *Step) error {
	if err := NeedTime(a.Seat, a.At, t.Presence().NextDeadline(now.Due)); err != nil {
		return err
	}
	if due := t.Presence().ActionDeadline(now.Due); !due.IsZero() && !a.At.Before(due) {
		t.Presence().StopHurry()
		return t.Tick()
	}
	s, _ := t.Presence().overdue()
	step.Tell(News("games.away_too_long", "who", s, "N", int(awayUntilLeft.Minutes())))
	return depart(t, now.potOf(t), a.At, s)
}

// potOf is the hand in play if it is played for a pot, so that players who go have to wait for their
// share.
func (n Situation) potOf(t Draft) Hand {
	if n.HasPot {
		return n.Hand
	}
	return nil
}

// depart lets a player go who will not come back: at once, or after the hand in play if they are
// still in it, so that they can win what they have staked.
func depart(t Draft, hand Hand, at time.Time, s Seat) error {
	if hand == nil || !hand.StillIn(s) {
		return t.Leave(s)
	}
	t.Presence().markLeaving(s, at)
	return nil
}

func join(t Draft, a Action, step *Step) error {
	switch {
	case t.Presence().IsHouse(a.Seat):
		return Refuse("games.house_seat")
	case t.Presence().read(a.Seat).barred:
		return Refuse("games.barred")
	case t.Presence().Roster.Sits(a.Seat) && t.Presence().read(a.Seat).away: // any move brings a player back
		heard(t, a, step)
		return nil
	}
	if err := t.Join(a.Seat); err != nil {
		return err
	}
	at := t.Presence()
	if at.Roster.Here() > 1 && len(slices.Collect(at.PresentPeople())) == 1 { // all others are away
		for _, s := range at.Roster.Seats() {
			at.chair(s).awaySince = a.At
		}
	}
	return nil
}

// fewestToKick is how many players it takes to kick another (Rights 12).
const fewestToKick = 2

// kick removes a player at the wish of all other present players, at least two of them, or of the Dealer, who
// speaks for a moderator (Rights 12). Any single player may send a house player home.
func kick(t Draft, hand Hand, a Action, s Seat, step *Step) error {
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
	case at.read(s).leaving:
		return Refuse("games.kicked_already", "who", s)
	}
	if by != Dealer {
		heard(t, a, step)
	}
	if by != Dealer && !at.IsHouse(s) {
		vote := uint64(1) << (by - 1)
		against := at.read(s).kickVotes | vote
		switch n, of := at.countVotes(s, against); {
		case of < fewestToKick:
			return Refuse("games.kick_needs_two")
		case n == of: // also where those have left who had not said so
		case at.read(s).kickVotes == against:
			return Refuse("games.kick_twice", "who", s)
		default:
			at.chair(s).kickVotes = against
			step.Tell(News("games.wants_home", "who", by, "whom", s, "n", n, "of", of))
			return nil
		}
	}
	return sendHome(t, hand, a.At, s, step)
}

// sendHome removes a kicked player: after the hand in play, during which the seat acts like an away one, or
// at once if there is none (Rights 12).
func sendHome(t Draft, hand Hand, now time.Time, s Seat, step *Step) error {
	at := t.Presence()
	c := at.chair(s)
	c.kicked, c.barred = true, true
	if hand != nil {
		at.markLeaving(s, now)
		step.Tell(News("games.sent_home_later", "who", s))
		return nil
	}
	step.Tell(News("games.sent_home", "who", s))
	return t.Leave(s)
}

// absent lets a player leave who has asked to be forgotten: after the hand in play, during which the seat acts
// like an away one, or at once if they aren't in one (Rights 13). Said again it lets them leave a hand that
// they have dropped out of, or one that has lasted as long as a seat may be away (Presence 5): without a turn
// clock the others may say nothing for ever.
func absent(t Draft, hand Hand, a Action, s Seat, step *Step) error {
	switch {
	case a.Seat != Dealer:
		return Refuse("games.dealer_only")
	case !t.Presence().Roster.Sits(s):
		return Refuse("games.nobody_there")
	case t.Presence().read(s).leaving && hand != nil && hand.StillIn(s):
		if a.At.Sub(t.Presence().read(s).awaySince) < awayUntilLeft {
			return nil // they leave after this hand already
		}
		return t.Leave(s)
	case hand != nil && hand.StillIn(s):
		step.Tell(News("games.leaves_later", "who", s))
	}
	t.Presence().chair(s).kicked = true // they forfeit nothing: their points can still win
	return depart(t, hand, a.At, s)
}

// void ends the hand in play without a winner if all people who are still in it agree; a player who is away
// has not agreed. The Dealer speaks for a moderator, whose word is enough (Rights 10).
func void(t Draft, hand Hand, by Seat, step *Step) error {
	at := t.Presence()
	switch {
	case hand == nil:
		return Refuse("games.no_hand")
	case by == Dealer:
		step.Tell(News("games.moderator_voids"))
		hand.Void()
		return nil
	case !hand.StillIn(by):
		return Refuse("games.not_in_hand")
	}
	n, of := 0, 0
	for s := range at.people() {
		if !hand.StillIn(s) {
			continue
		}
		if of++; s == by || at.read(s).wantsVoid && !at.read(s).away {
			n++
		}
	}
	switch {
	case n == of: // also where those have left the hand who had not said so
		hand.Void()
	case at.read(by).wantsVoid:
		return Refuse("games.void_twice")
	default:
		at.chair(by).wantsVoid = true
		step.Tell(News("games.wants_void", "who", by, "n", n, "of", of))
	}
	return nil
}

// agreeToEnd notes that a player wants the table closed, and closes it once all present players do (Rights
// 11). If some of those still in a hand have not agreed, or it has a pot, the table closes after the hand.
func agreeToEnd(t Draft, now Situation, a Action, step *Step) error {
	at := t.Presence()
	if at.Closing {
		return Refuse("games.closes_already")
	}
	n, of := 0, 0
	all := true // everybody who is still in the hand agrees
	for s := range at.people() {
		agrees := !at.read(s).away && (s == a.Seat || at.read(s).wantsEnd)
		if now.Hand != nil && now.Hand.StillIn(s) && !agrees {
			all = false
		}
		if !at.read(s).away {
			of++
		}
		if agrees {
			n++
		}
	}
	switch {
	case n == of && now.Hand != nil && (now.HasPot || !all):
		return lastHand(t, now, a.At, step)
	case n == of:
		t.Finish()
	case at.read(a.Seat).wantsEnd:
		return Refuse("games.end_twice")
	default:
		at.chair(a.Seat).wantsEnd = true
		step.Tell(News("games.wants_end", "who", a.Seat, "n", n, "of", of))
	}
	return nil
}

// lastHand closes the table after the hand in play, or at once if there is none or nobody plays it
// (Rights 11).
func lastHand(t Draft, now Situation, when time.Time, step *Step) error {
	at := t.Presence()
	switch {
	case now.Hand == nil || at.Asleep():
		t.Finish()
		return nil
	case at.Closing:
		return Refuse("games.closes_already")
	}
	at.Closing = true
	if at.hurry.IsZero() {
		at.ResetHurry(when)
	}
	step.Tell(News("games.closes_after"))
	return nil
}

// hurry starts a clock for the players the game waits for, at a table without a turn clock (Rights 14).
func hurry(t Draft, now Situation, a Action, step *Step) error {
	at, waiting := t.Presence(), t.Waiting()
	switch {
	case len(waiting) == 0:
		return Refuse("games.hurry_nobody")
	case !at.ActionDeadline(now.Due).IsZero():
		return Refuse("games.hurry_clock")
	case slices.Contains(waiting, a.Seat):
		return Refuse("games.hurry_self")
	}
	at.hurry = a.At.Add(hurryTime)
	step.Tell(News("games.hurried", "who", a.Seat, "whom", waiting))
	return nil
}

// The refusals that every game says in the same words.
var (
	ErrGathering = Refuse("games.not_started")     // before the start
	ErrStarted   = Refuse("games.started_already") // a second start
	ErrFinished  = Refuse("games.over")            // after the end
	ErrDealing   = Refuse("games.cards_coming")    // while the dealer lays cards
	ErrNoMove    = Refuse("games.no_move")         // a move of another game
	ErrTwice     = Refuse("games.card_twice")      // a claim that names a card twice

	ErrBetween    = Refuse("games.hand_over")    // between two hands
	ErrNotDealtIn = Refuse("games.not_dealt_in") // to somebody who sat down during this hand
)

// NeedDealer refuses an end by anybody but the dealer, who closes a table at the request of its
// opener.
func NeedDealer(s Seat) error {
	if s != Dealer {
		return Refuse("games.opener_ends")
	}
	return nil
}

// Lay checks the cards that the dealer has laid, which must be as many different cards of the deck as
// are owed, and returns the rest of the deck. The error is Illegal.
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

// NeedTime refuses a tick by anybody but the clock, and a tick before the deadline.
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

// FindAll finds the places of the three cards of a claim with at, in the order named. The error is
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
