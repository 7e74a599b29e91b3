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
	interval int // of betting, in this hand
	center   []cards.Card
	unseen   cards.Bag
	owed     int        // cards the dealer must lay
	speaker  games.Seat // whose turn it is to bet
	deadline time.Time

	shown bool             // the hands of the hand just over were exposed
	pots  []games.PotShare // how its pots were shared
	best  best             // of all hands so far
}

type phase uint8

const (
	gathering phase = iota
	dealing         // cards are owed
	betting         // the speaker speaks
	asking          // "Does anyone wish to show?"
	between         // the hand is over, the next can begin
	closed
)

type player struct {
	chips  games.Chips // the stack
	seen   bool        // has bought in here before
	dealt  bool        // has a hand in this hand of the game
	cards  [2]cards.Card
	in     games.Chips  // what lies in the pot
	bet    games.Chips  // of it, in this interval
	raises int          // in this interval
	spoken bool         // in this interval
	out    bool         // has dropped
	passed bool         // does not wish to show
	passes bool         // nor to be asked, until its player says otherwise: nobody else may know
	quiet  bool         // the clock passed for it the last time, where nobody can bet
	sets   int          // of an exposed hand
	gain   games.Chips  // won in the hand just over
	took   games.Chips  // home, since the last time of buying in
	said   games.Phrase // in this interval, or to the question
}

// turn is one action being played: a copy of the game, and what it brings.
type turn struct {
	*game
	at    time.Time
	clock bool // the clock speaks
	away  bool // for who is away
	step  games.Step
}

// bets are the part of a turn in which people bet.
type bets struct{ *turn }

// shows are the part in which people are asked to show, and what comes of it.
type shows struct{ *turn }

func (t *turn) bets() bets   { return bets{t} }
func (t *turn) shows() shows { return shows{t} }

// Apply plays one action on a copy of the game. The center and the pots are
// never changed in place.
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

// Move is what those who sit here do.
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

// Owed is what the dealer must lay: two cards and two to each for a new hand,
// or one more for the centre.
func (g *game) Owed() (games.Owed, bool) {
	return games.Owed{Count: g.owed, From: g.unseen, Deck: g.hand}, g.owed > 0
}

// Deadline is when the clock speaks for who does not or deals the next hand, or when who
// was away for long has left.
func (g *game) Deadline() time.Time {
	if g.phase == closed || g.phase == dealing {
		return games.Never
	}
	return g.Until(g.deadline)
}

func (t *turn) now() games.Now {
	now := games.Now{Laying: t.phase == dealing, Due: t.deadline, Gathering: t.phase == gathering}
	now.Host, now.Staked = lobby{t}.host, !t.Practice
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

// A circle is those who sit around the pot, to the left from seat 1.
type circle struct {
	games.Seats[player]
	dealer games.Seat // of this hand
}

// active tells whether the seat is in this pot: dealt in, and not dropped.
func (c *circle) active(s games.Seat) bool { p := c.Of(s); return p.dealt && !p.out }

// ready tells whether the seat can be dealt in: "A player without chips is not
// dealt in", and neither is one who is away.
func (c *circle) ready(s games.Seat) bool { return c.Present(s) && c.Of(s).chips > 0 }

func (c *circle) round(holds func(games.Seat) bool) []games.Seat { return c.Round(c.dealer, holds) }

func (c *circle) solvent(s games.Seat) bool { return c.active(s) && c.Of(s).chips > 0 }

func (c *circle) level() (n games.Chips) {
	for i := range c.Players {
		n = max(n, c.Players[i].bet)
	}
	return n
}

// pending tells whether the question waits for a seat.
func (c *circle) pending(s games.Seat) bool { return c.active(s) && !c.Of(s).passed }

func (c *circle) pot() (n games.Chips) {
	for i := range c.Players {
		n += c.Players[i].in
	}
	return n
}
