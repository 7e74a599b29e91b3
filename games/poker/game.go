package poker

import (
	"time"

	"settable/games"
	"settable/games/cards"
)

// game is the state of a SET Poker table.
type game struct {
	seats    games.Seats[player]
	settings settings
	phase    phase

	hand     int        // 1 for the first
	dealer   games.Seat // of this hand
	interval int        // the betting interval in this hand, 1 for the first
	center   []cards.Card
	unseen   cards.Bag
	owed     int        // how many cards the dealer must lay next
	toAct    games.Seat // whose turn it is to bet
	deadline time.Time

	shown      bool             // the hands were exposed in the hand just over
	pots       []games.PotShare // how the pots of the hand just over were shared
	highlights highlights       // the best of all hands so far
}

type phase uint8

const (
	gathering phase = iota
	dealing         // cards are owed
	betting         // a player must bet or respond to a bet
	asking          // "Does anyone wish to show?"
	between         // the hand is over, the next can begin
	closed
)

type player struct {
	chips      games.Chips // the stack
	boughtIn   bool        // has bought in before at this table
	dealt      bool        // was dealt cards in this hand
	cards      [2]cards.Card
	paid       games.Chips  // into the pot in this hand
	bet        games.Chips  // the part of paid that was paid in this interval
	raises     int          // in this interval
	acted      bool         // in this interval
	dropped    bool         // has folded
	passed     bool         // does not wish to show
	alwaysPass bool         // passes every showdown question until the player changes this; a secret
	wasSilent  bool         // the clock passed for the seat last time, when no one could bet
	sets       int          // the number of sets in an exposed hand
	gain       games.Chips  // paid out in the hand just over
	won        games.Chips  // the same without what the player had paid; negative: lost
	cashedOut  games.Chips  // taken home since the last buy-in
	bought     games.Chips  // bought at this table, all buy-ins together
	paidOut    games.Chips  // taken home from this table, all together
	remark     games.Phrase // what the seat said in this interval, or in answer to the question
}

// draft is a copy of a game to which an action is being applied, together with the resulting step.
type draft struct {
	*game
	at      time.Time
	byClock bool // the clock acts, because a player's time is up
	forAway bool // the move is made for a player who is away
	step    games.Step
}

func (t *draft) situation() games.Situation {
	now := games.Situation{Dealing: t.phase == dealing, Due: t.deadline, Gathering: t.phase == gathering}
	now.AdmitHouse, now.ForChips, now.HasPot = t.admitHouse, !t.seats.Practice, true
	if t.playing() {
		now.Hand = t
	}
	return now
}

// Apply plays one action on a copy of the game. The copy shares the slices center and pots with the original, so their
// elements must not be changed.
func (g *game) Apply(a games.Action) (games.Step, error) {
	if g.phase == closed {
		return games.Step{}, games.ErrFinished
	}
	next := *g
	t := &draft{game: &next, at: games.JournalTime(a.At), step: g.seats.NewStep()}
	t.seats = g.seats.Copy()
	now := t.situation()
	_, passes := a.Move.(Pass)
	now.InAdvance = passes && t.alwaysPasses(a.Seat)
	if err := games.Play(t, now, a, &t.step); err != nil {
		return games.Step{}, err
	}
	t.clearAlwaysPass()
	t.actForAway()
	t.setPauseDeadline()
	t.step.ShowsRecap = t.isRecap() && !g.isRecap()
	t.step.ClearsRecap = g.isRecap() && !t.isRecap()
	t.step.Game = t.game
	return t.step, nil
}

// Move handles the moves of seated players.
func (t *draft) Move(seat games.Seat, move games.Move) error {
	switch m := move.(type) {
	case Next:
		return t.next(seat)
	case Buy:
		return t.buy(seat, m.N)
	case BadAmount:
		return t.refuseAmount(m)
	case Show:
		return t.show(seat)
	case Always:
		return t.setAlwaysPass(seat, m.Pass)
	case Pass:
		return t.pass(seat)
	}
	return t.act(seat, move)
}

// Owed returns what the dealer must lay. A new hand needs two cards for the centre and two for each player; later, the
// centre gets one more card at a time.
func (g *game) Owed() (games.Owed, bool) {
	return games.Owed{Count: g.owed, From: g.unseen, Deck: g.hand}, g.owed > 0
}

// Deadline returns the time of the next clock event: acting for a player whose time is up, dealing the next hand, or
// removing a player who has been away too long.
func (g *game) Deadline() time.Time {
	if g.phase == closed || g.phase == dealing {
		return games.Never
	}
	return g.seats.NextDeadline(g.deadline)
}

// isRecap reports whether the table still shows the last showdown.
func (g *game) isRecap() bool { return g.phase == between && g.shown }

func (g *game) playing() bool { return g.phase == dealing || g.phase == betting || g.phase == asking }

// active reports whether the seat was dealt in and has not dropped.
func (g *game) active(s games.Seat) bool { p := g.seats.Of(s); return p.dealt && !p.dropped }

// canBeDealtIn reports whether the seat can be dealt in because it has chips (Poker 12) and isn't away (Presence 4).
func (g *game) canBeDealtIn(s games.Seat) bool {
	return g.seats.IsPresent(s) && g.seats.Of(s).chips > 0
}

func (g *game) canBet(s games.Seat) bool { return g.active(s) && g.seats.Of(s).chips > 0 }

// pending reports whether the seat still has to answer the showdown question.
func (g *game) pending(s games.Seat) bool { return g.active(s) && !g.seats.Of(s).passed }

func (g *game) pot() (n games.Chips) {
	for i := range g.seats.Players {
		n += g.seats.Players[i].paid
	}
	return n
}

func (g *game) highestBet() (n games.Chips) {
	for i := range g.seats.Players {
		n = max(n, g.seats.Players[i].bet)
	}
	return n
}

func (g *game) fromDealersLeft(holds func(games.Seat) bool) []games.Seat {
	return g.seats.RoundFrom(g.dealer, holds)
}

// pay moves n chips from the stack of a seat into the pot and returns n.
func (t *draft) pay(s games.Seat, n games.Chips) games.Chips {
	p := t.seats.Of(s)
	p.chips -= n
	p.paid += n
	t.step.Pay(games.Account(s), games.Pot, n)
	return n
}

// Presence returns who is seated and which of these players are away.
func (g *game) Presence() *games.Attendance { return &g.seats.Attendance }
