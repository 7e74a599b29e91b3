package games

import (
	"slices"
	"time"

	"settable/games/cards"
)

// A Draft is a copy of a game to which Play applies an action. Play implements the moves that all games share and calls
// the methods of Draft for the rest. All errors are of type Illegal.
type Draft interface {
	Deal(Seat, []cards.Card) error
	End(Seat) error  // closes the table at once, without a winner
	Finish()         // closes the table; the players in the lead win
	Waiting() []Seat // the players whose answer or move the game waits for
	Tick() error     // the game's own deadline has come
	Join(Seat) error
	Leave(Seat) error
	Start(Seat) error
	Move(Seat, Move) error // a move that only this game has
	Presence() *Attendance // who is seated and which of these players are away
}

// A Situation tells Play what it must know about a game before a move.
type Situation struct {
	Dealing   bool      // the dealer is laying cards
	Due       time.Time // when the game's own clock moves; zero: never
	Hand      Hand      // the current hand of a game that consists of hands; otherwise nil
	InAdvance bool      // the move was left in advance, so its player may be away
	// Gathering means that the game has not started, so house players can be added. AdmitHouse prepares the game for
	// the first house player and may refuse. If it is nil, the game needs no preparation.
	Gathering  bool
	AdmitHouse func() error
	ForChips   bool // the game is played for chips from players' balances
	HasPot     bool // the hand in play has a pot, so the table can't close before the hand ends
	// Leaders returns the players who would win if the game ended now. They may include a player who was kicked. If it
	// is nil, the game has no leaders.
	Leaders func() []Seat
}

// A Hand is the current hand of a game that consists of hands. The table closes, and players are removed, only after
// the hand has been played to its end.
type Hand interface {
	StillIn(Seat) bool
	Void() // ends the hand without a winner: all players get back what they paid
}

// play applies one action to a draft of a game.
type play struct {
	draft  Draft
	now    Situation
	action Action
	step   *Step
	seats  *Attendance
}

// Play plays one move of a game that is not over, and adds the events that all games share to step. It handles the
// moves of the dealer and the clock first, then joining and leaving, and then all other moves of players, which also
// mark the player as present. While the dealer is laying cards, it refuses all other moves.
func Play(t Draft, now Situation, a Action, step *Step) error {
	a.At = JournalTime(a.At)
	p := &play{draft: t, now: now, action: a, step: step, seats: t.Presence()}
	switch m := p.action.Move.(type) {
	case Deal:
		p.seats.dropVoidVotes()
		return p.draft.Deal(p.action.Seat, m.Cards)
	case End:
		if p.action.Seat <= Watcher {
			return p.draft.End(p.action.Seat)
		}
	case Tick:
		return p.tick()
	}
	if p.now.Dealing {
		return ErrDealing
	}
	if p.seats.isLeaving(p.action.Seat) {
		return Refuse("games.leaves_already")
	}
	switch m := p.action.Move.(type) {
	case Join:
		return p.join()
	case SitIn:
		return p.sitIn(m.Level)
	case Leave:
		return p.draft.Leave(p.action.Seat)
	case LastHand:
		if err := NeedDealer(p.action.Seat); err != nil {
			return err
		}
		return p.lastHand()
	case Missing:
		return p.missing(m.Seat)
	case Kick:
		return p.kick(m.Seat)
	case Absent:
		return p.absent(m.Seat)
	case Cover:
		return p.coverSeat(m.Seat)
	case Void:
		if p.action.Seat == Dealer {
			return p.void(p.action.Seat)
		}
	}
	if err := p.seats.Roster.Need(p.action.Seat); err != nil {
		return err
	}
	if _, leaves := p.action.Move.(StepAway); leaves {
		return p.stepAway()
	}
	_, comes := p.action.Move.(ComeBack)
	back := !p.now.InAdvance && (comes || !p.seats.IsPlayedByHouse(p.action.Seat)) && p.recordMove()
	switch p.action.Move.(type) {
	case ComeBack:
		if !back {
			return Refuse("games.is_here")
		}
		return nil
	case Void:
		return p.void(p.action.Seat)
	case End:
		return p.agreeToEnd()
	case Hurry:
		return p.hurry()
	case Start:
		return p.draft.Start(p.action.Seat)
	}
	if p.seats.chairOf(p.action.Seat).wantsVoid { // the player's next move shows that they want to play on
		p.seats.writableChair(p.action.Seat).wantsVoid = false
	}
	return p.draft.Move(p.action.Seat, p.action.Move)
}

// tick handles a deadline that has passed: the game's own, or that of the player who has been away longest, who then
// loses the seat.
func (p *play) tick() error {
	if err := NeedTime(p.action.Seat, p.action.At, p.seats.NextDeadline(p.now.Due)); err != nil {
		return err
	}
	if due := p.seats.ActionDeadline(p.now.Due); !due.IsZero() && !p.action.At.Before(due) {
		p.seats.StopHurry()
		return p.draft.Tick()
	}
	s, _ := p.seats.overdue()
	p.step.Tell(NewEvent("games.away_too_long", "who", s, "N", int(awayUntilLeft.Minutes())))
	return p.depart(s)
}

// handWithPot returns the hand in play if it has a pot, and nil otherwise. Players who are removed during such a hand
// stay in it until its end.
func (p *play) handWithPot() Hand {
	if p.now.HasPot {
		return p.now.Hand
	}
	return nil
}

// depart removes a player who will not come back. Players who are still in the hand in play leave after it, so that
// they can win what they have staked. All other players leave at once.
func (p *play) depart(s Seat) error {
	hand := p.handWithPot()
	if hand == nil || !hand.StillIn(s) {
		return p.draft.Leave(s)
	}
	p.seats.markLeaving(s, p.action.At)
	return nil
}

func (p *play) join() error {
	switch {
	case p.seats.IsHouse(p.action.Seat):
		return Refuse("games.house_seat")
	case p.seats.chairOf(p.action.Seat).barred:
		return Refuse("games.barred")
	case p.seats.Roster.Sits(p.action.Seat) && p.seats.chairOf(p.action.Seat).away: // any move brings a player back
		p.recordMove()
		return nil
	}
	if err := p.draft.Join(p.action.Seat); err != nil {
		return err
	}
	if p.seats.Roster.SeatedCount() > 1 && len(slices.Collect(p.seats.PresentPeople())) == 1 { // all others are away
		for _, s := range p.seats.Roster.Seats() {
			p.seats.writableChair(s).awaySince = p.action.At
		}
	}
	return nil
}

// sitIn gives the next seat to a house player. From then on, the game counts as practice.
func (p *play) sitIn(level Level) error {
	if err := mayAddHouse(p.seats, p.now.Gathering); err != nil {
		return err
	}
	if next := Seat(p.seats.Roster.SeatsGiven() + 1); p.action.Seat != next {
		return Refuse("games.next_seat", "seat", next)
	}
	if p.now.AdmitHouse != nil {
		if err := p.now.AdmitHouse(); err != nil {
			return err
		}
	}
	name := freeHouseName(p.seats)
	p.seats.Practice, p.step.Practice = true, true
	before := len(p.step.Events)
	if err := p.draft.Join(p.action.Seat); err != nil {
		return err
	}
	p.seats.writableChair(p.action.Seat).house = HousePlayer{Name: name, Level: level}
	joins := NewEvent("games.plays_for_house", "who", p.action.Seat, "level", Say("games.level."+string(level)))
	for i, e := range p.step.Events[before:] {
		if e.Say().Key == "games.joined" { // one sentence reports both
			p.step.Events[before+i] = joins
			return nil
		}
	}
	p.step.Tell(joins)
	return nil
}

// coverSeat records a vote for a house player to stand in for an away player (behaviour, Playing again 5). Once the
// vote succeeds, the house plays the seat until its player is back, and the game counts as practice.
func (p *play) coverSeat(s Seat) error {
	if err := p.seats.Roster.Need(p.action.Seat); err != nil {
		return err
	}
	if err := mayCover(p.seats, p.now, p.action.Seat, s); err != nil {
		return err
	}
	p.recordMove()
	c := p.seats.writableChair(s)
	asked := c.coverVotes | 1<<(p.action.Seat-1)
	switch n, of := p.seats.countVotes(s, asked); {
	case n == of: // also if players who hadn't agreed have left
	case c.coverVotes == asked:
		return Refuse("games.cover_twice")
	default:
		c.coverVotes = asked
		p.step.Tell(NewEvent("games.wants_cover", "who", p.action.Seat, "whom", s, "n", n, "of", of))
		return nil
	}
	c.standIn = HousePlayer{Name: freeHouseName(p.seats), Level: Steady, StandsIn: true}
	p.seats.Practice = true
	p.step.MarkAsPractice(p.seats)
	p.step.Tell(NewEvent("games.plays_for", "who", s, "house", c.standIn.Name))
	return nil
}

// recordMove marks a player who has made a move as present (Presence 3).
func (p *play) recordMove() (back bool) {
	if back = p.seats.recordMove(p.action.Seat, p.action.At); back {
		p.step.Tell(NewEvent("games.came_back", "who", p.action.Seat))
	}
	return back
}

// missing marks a seat as away after the clock has acted for it twice in a row (Presence 2). It changes nothing if the
// seat is already away.
func (p *play) missing(s Seat) error {
	switch {
	case p.action.Seat != Clock:
		return Refuse("games.clock_only")
	case !p.seats.Roster.Sits(s) || p.seats.IsHouse(s):
		return Refuse("games.nobody_there")
	case p.seats.chairOf(s).away:
		return nil
	}
	p.seats.markAway(s, p.action.At)
	p.step.Tell(NewEvent("games.missing", "who", s))
	return nil
}

func (p *play) stepAway() error {
	switch {
	case p.seats.IsHouse(p.action.Seat):
		return Refuse("games.house_seat")
	case p.seats.chairOf(p.action.Seat).away:
		return Refuse("games.is_away")
	}
	p.seats.markAway(p.action.Seat, p.action.At)
	p.step.Tell(NewEvent("games.went_away", "who", p.action.Seat))
	return nil
}

// fewestToKick is the minimum number of votes needed to kick a player (Rights 12).
const fewestToKick = 2

// kick records a vote to remove a player. The vote succeeds once all other present players, at least two, have voted
// for it (Rights 12). The Dealer, acting for a moderator, needs no votes, and any single player may remove a house
// player.
func (p *play) kick(s Seat) error {
	by := p.action.Seat
	if by != Dealer {
		if err := p.seats.Roster.Need(by); err != nil {
			return err
		}
	}
	switch {
	case by == s:
		return Refuse("games.kick_self")
	case !p.seats.Roster.Sits(s):
		return Refuse("games.nobody_there")
	case p.seats.chairOf(s).leaving:
		return Refuse("games.kicked_already", "who", s)
	}
	if by != Dealer {
		p.recordMove()
	}
	if by != Dealer && !p.seats.IsHouse(s) {
		vote := uint64(1) << (by - 1)
		against := p.seats.chairOf(s).kickVotes | vote
		switch n, of := p.seats.countVotes(s, against); {
		case of < fewestToKick:
			return Refuse("games.kick_needs_two")
		case n == of: // also if players who hadn't agreed have left
		case p.seats.chairOf(s).kickVotes == against:
			return Refuse("games.kick_twice", "who", s)
		default:
			c := p.seats.writableChair(s)
			if c.kickVotes = against; c.away {
				c.awayVotes |= vote
			}
			p.step.Tell(NewEvent("games.wants_home", "who", by, "whom", s, "n", n, "of", of))
			return nil
		}
	}
	return p.sendHome(s)
}

// sendHome removes a kicked player (Rights 12). If a hand is in play, the player leaves after it, and until then the
// seat acts as if its player were away. Otherwise the player leaves at once.
func (p *play) sendHome(s Seat) error {
	hand := p.handWithPot()
	c := p.seats.writableChair(s)
	c.kicked, c.barred = true, true
	if hand != nil {
		p.seats.markLeaving(s, p.action.At)
		p.step.Tell(NewEvent("games.sent_home_later", "who", s))
		return nil
	}
	p.step.Tell(NewEvent("games.sent_home", "who", s))
	return p.draft.Leave(s)
}

// absent removes a player who has asked to be forgotten (Rights 13). A player who takes part in the current hand leaves
// after it, and until then the seat acts as if its player were away. Any other player leaves at once. A second call
// removes the player even during the hand if they have dropped out of it, or if the hand has lasted as long as a seat
// may be away (Presence 5). Without this limit, a hand without a turn clock could keep the player forever.
func (p *play) absent(s Seat) error {
	hand := p.handWithPot()
	switch {
	case p.action.Seat != Dealer:
		return Refuse("games.dealer_only")
	case !p.seats.Roster.Sits(s):
		return Refuse("games.nobody_there")
	case p.seats.chairOf(s).leaving && hand != nil && hand.StillIn(s):
		if p.action.At.Sub(p.seats.chairOf(s).awaySince) < awayUntilLeft {
			return nil // the player already leaves after this hand
		}
		return p.draft.Leave(s)
	case hand != nil && hand.StillIn(s):
		p.step.Tell(NewEvent("games.leaves_later", "who", s))
	}
	p.seats.writableChair(s).kicked = true // not a forfeit: the player's points can still win
	return p.depart(s)
}

// void records a vote to end the hand in play without a winner. The vote succeeds once everyone still in the hand
// agrees; players who are away have not agreed. The Dealer acts for a moderator and needs no votes (Rights 10).
func (p *play) void(by Seat) error {
	hand := p.now.Hand
	switch {
	case hand == nil:
		return Refuse("games.no_hand")
	case by == Dealer:
		p.step.Tell(NewEvent("games.moderator_voids"))
		hand.Void()
		return nil
	case !hand.StillIn(by):
		return Refuse("games.not_in_hand")
	}
	n, of := 0, 0
	for s := range p.seats.people() {
		if !hand.StillIn(s) {
			continue
		}
		if of++; s == by || p.seats.chairOf(s).wantsVoid && !p.seats.chairOf(s).away {
			n++
		}
	}
	switch {
	case n == of: // also if players who hadn't agreed have left the hand
		hand.Void()
	case p.seats.chairOf(by).wantsVoid:
		return Refuse("games.void_twice")
	default:
		p.seats.writableChair(by).wantsVoid = true
		p.step.Tell(NewEvent("games.wants_void", "who", by, "n", n, "of", of))
	}
	return nil
}

// agreeToEnd records that a player wants to close the table. The table closes once all present players agree (Rights
// 11). It closes only after the hand in play if that hand has a pot or if someone still in it has not agreed.
func (p *play) agreeToEnd() error {
	if p.seats.Closing {
		return Refuse("games.closes_already")
	}
	n, of := 0, 0
	all := true // everyone still in the hand agrees
	for s := range p.seats.people() {
		agrees := !p.seats.chairOf(s).away && (s == p.action.Seat || p.seats.chairOf(s).wantsEnd)
		if p.now.Hand != nil && p.now.Hand.StillIn(s) && !agrees {
			all = false
		}
		if !p.seats.chairOf(s).away {
			of++
		}
		if agrees {
			n++
		}
	}
	switch {
	case n == of && p.now.Hand != nil && (p.now.HasPot || !all):
		return p.lastHand()
	case n == of:
		p.draft.Finish()
	case p.seats.chairOf(p.action.Seat).wantsEnd:
		return Refuse("games.end_twice")
	default:
		p.seats.writableChair(p.action.Seat).wantsEnd = true
		p.step.Tell(NewEvent("games.wants_end", "who", p.action.Seat, "n", n, "of", of))
	}
	return nil
}

// lastHand closes the table after the hand in play. If no hand is in play or no one is playing it, the table closes at
// once (Rights 11).
func (p *play) lastHand() error {
	switch {
	case p.now.Hand == nil || p.seats.Asleep():
		p.draft.Finish()
		return nil
	case p.seats.Closing:
		return Refuse("games.closes_already")
	}
	p.seats.Closing = true
	if p.seats.hurry.IsZero() {
		p.seats.ResetHurry(p.action.At)
	}
	p.step.Tell(NewEvent("games.closes_after"))
	return nil
}

// hurry starts a clock for the players the game is waiting for, if the table has no turn clock (Rights 14).
func (p *play) hurry() error {
	waiting := p.draft.Waiting()
	switch {
	case len(waiting) == 0:
		return Refuse("games.hurry_nobody")
	case !p.seats.ActionDeadline(p.now.Due).IsZero():
		return Refuse("games.hurry_clock")
	case slices.Contains(waiting, p.action.Seat):
		return Refuse("games.hurry_self")
	}
	p.seats.hurry = p.action.At.Add(hurryTime)
	p.step.Tell(NewEvent("games.hurried", "who", p.action.Seat, "whom", waiting))
	return nil
}

// These refusals are common to all games.
var (
	ErrGathering = Refuse("games.not_started") // the game has not started
	ErrStarted   = Refuse("games.started_already")
	ErrFinished  = Refuse("games.over")
	ErrDealing   = Refuse("games.cards_coming") // the dealer is laying cards
	ErrNoMove    = Refuse("games.no_move")      // the move belongs to another game
	ErrTwice     = Refuse("games.card_twice")   // a claim names a card twice

	ErrBetween    = Refuse("games.hand_over")    // between two hands
	ErrNotDealtIn = Refuse("games.not_dealt_in") // to a player who sat down during this hand
)

// NeedDealer refuses to close the table for anyone but the dealer, who acts for the player who opened it.
func NeedDealer(s Seat) error {
	if s != Dealer {
		return Refuse("games.opener_ends")
	}
	return nil
}

// Lay checks that the dealer has laid exactly the owed number of different cards from the deck. It returns the rest of
// the deck. Any error is of type Illegal.
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

// NeedTime returns a refusal if a tick comes before the deadline or from anyone but the clock.
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

// FindAll finds the places of the three cards of a claim, in the order in which the claim names them. Any error is of
// type Illegal.
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
