package poker

import (
	"time"

	"settable/games"
	"settable/games/cards"
)

// game is a table of SET Poker at one moment.
type game struct {
	circle
	settings settings
	phase    phase

	hand     int // 1 for the first
	interval int // the betting interval in this hand, 1 for the first
	center   []cards.Card
	unseen   cards.Bag
	owed     int        // how many cards the dealer must lay next
	speaker  games.Seat // whose turn it is to bet
	deadline time.Time

	shown bool             // the hands of the hand just over were exposed
	pots  []games.PotShare // how the pots of the hand just over were shared
	best  best             // the best of all hands so far
}

type phase uint8

const (
	gathering phase = iota
	dealing         // cards are owed
	betting         // the speaker is to bet or to answer a bet
	asking          // "Does anyone wish to show?"
	between         // the hand is over, the next can begin
	closed
)

type player struct {
	chips  games.Chips // the stack
	seen   bool        // has bought in here before
	dealt  bool        // was dealt cards in this hand
	cards  [2]cards.Card
	in     games.Chips  // paid into the pot in this hand
	bet    games.Chips  // the part of in that was paid in this interval
	raises int          // in this interval
	spoken bool         // in this interval
	out    bool         // has dropped
	passed bool         // does not wish to show
	passes bool         // passes every question until its player says otherwise: nobody else may know
	quiet  bool         // the clock passed for it last time, when nobody could bet
	sets   int          // the number of sets in an exposed hand
	gain   games.Chips  // won in the hand just over
	took   games.Chips  // taken home since the last time of buying in
	said   games.Phrase // what the seat said in this interval, or to the question
}

// turn is one action being played: a copy of the game that the action may change, and the step that
// it brings.
type turn struct {
	*game
	at    time.Time
	clock bool // the clock speaks, because a player's time was up
	away  bool // the move is made for a player who is away
	step  games.Step
}

// bets has the methods of a turn with which people bet.
type bets struct{ *turn }

// shows has the methods of a turn with which people are asked to show, and those that settle what
// follows.
type shows struct{ *turn }

func (t *turn) bets() bets   { return bets{t} }
func (t *turn) shows() shows { return shows{t} }

// Apply plays one action on a copy of the game. The copy shares the slices center and pots with the
// original, so their elements are never changed.
func (g *game) Apply(a games.Action) (games.Step, error) {
	if g.phase == closed {
		return games.Step{}, games.ErrFinished
	}
	next := *g
	t := &turn{game: &next, at: games.Moment(a.At), step: g.NewStep()}
	t.Seats = g.Seats.Copy()
	now := t.now()
	_, passes := a.Move.(Pass)
	now.Left = passes && t.standing(a.Seat)
	if err := games.Play(t, now, a, &t.step); err != nil {
		return games.Step{}, err
	}
	t.shows().forgetAnswers()
	t.passAway()
	t.wind()
	t.step.Game = t.game
	return t.step, nil
}

// Move plays the moves of those who sit here.
func (t *turn) Move(seat games.Seat, move games.Move) error {
	switch m := move.(type) {
	case Next:
		return t.next(seat)
	case Buy:
		return t.buy(seat, m.N)
	case Slip:
		return t.slip(m)
	case Show:
		return t.shows().show(seat)
	case Always:
		return t.shows().always(seat, m.Pass)
	case Pass:
		return t.shows().pass(seat)
	}
	return t.bets().speak(seat, move)
}

// Owed is what the dealer must lay: for a new hand two cards for the centre and two for each player,
// later one more for the centre.
func (g *game) Owed() (games.Owed, bool) {
	return games.Owed{Count: g.owed, From: g.unseen, Deck: g.hand}, g.owed > 0
}

// Deadline is when the clock speaks for players who have not, when it deals the next hand, or when a
// player who has been away too long loses the seat.
func (g *game) Deadline() time.Time {
	if g.phase == closed || g.phase == dealing {
		return games.Never
	}
	return g.Until(g.deadline)
}

func (t *turn) now() games.Now {
	now := games.Now{Laying: t.phase == dealing, Due: t.deadline, Gathering: t.phase == gathering}
	now.Host, now.Staked, now.Pot = lobby{t}.host, !t.Practice, true
	if t.playing() {
		now.Hand = hand{t}
	}
	return now
}

type hand struct{ *turn }

func (h hand) StillIn(s games.Seat) bool { return h.active(s) }

// Void gives everybody back exactly what they paid.
func (h hand) Void() {
	h.giveAllBack()
	h.phase, h.speaker, h.owed, h.deadline = between, games.Watcher, 0, games.Never
	h.shown, h.pots = false, nil
	h.afterHand()
}

func (g *game) playing() bool { return g.phase == dealing || g.phase == betting || g.phase == asking }

// A circle is the players around the pot, in the order of seats to the left.
type circle struct {
	games.Seats[player]
	dealer games.Seat // of this hand
}

// active tells whether the seat is in this pot: dealt in, and not dropped.
func (c *circle) active(s games.Seat) bool { p := c.Of(s); return p.dealt && !p.out }

// ready reports whether the seat can be dealt in: it has chips (Poker 12) and isn't away (Presence 4).
func (c *circle) ready(s games.Seat) bool { return c.Present(s) && c.Of(s).chips > 0 }

func (c *circle) round(holds func(games.Seat) bool) []games.Seat { return c.Round(c.dealer, holds) }

func (c *circle) solvent(s games.Seat) bool { return c.active(s) && c.Of(s).chips > 0 }

func (c *circle) level() (n games.Chips) {
	for i := range c.Players {
		n = max(n, c.Players[i].bet)
	}
	return n
}

// pending tells whether the showdown question still waits for an answer of the seat.
func (c *circle) pending(s games.Seat) bool { return c.active(s) && !c.Of(s).passed }

func (c *circle) pot() (n games.Chips) {
	for i := range c.Players {
		n += c.Players[i].in
	}
	return n
}
