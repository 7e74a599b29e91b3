package english

import (
	"time"

	"settable/games"
	"settable/games/cards"
)

// game is a table of English Sets at one moment.
type game struct {
	games.Seats[player]
	settings settings
	options  games.Options // the options as they were chosen
	phase    phase
	sets     [ranks]set // the sets in the graveyards, by rank
	laid     int        // how many sets were laid so far

	unseen   cards.Bag    // the cards of the pack whose order nobody knows
	under    []cards.Card // the known cards below them, the next one first
	shuffles int
	owed     int          // how many cards the dealer must lay next
	turning  bool         // the card owed is a starter
	drawing  []games.Seat // the seats that draw the next cards, one card each

	turner   games.Seat // who turned the last starter; Clock: the clock did
	starter  cards.Card // the last starter
	matched  bool       // the last starter lies in a set, and no player has moved since
	starters int        // how many were turned so far
	fresh    cards.Bag  // the cards laid since a player last moved
	winners  []games.Seat
	closed   bool // the table was closed before the game had ended
	deadline time.Time
	run      run
}

type phase uint8

const (
	gathering phase = iota
	dealing         // four cards each
	setup           // waves of pairs
	playing         // starters are turned
	stalemate
	finished
)

type player struct {
	hand hand
	said Choice // what the player chose in this stalemate
	took bool   // the player was dealt in

	robbed int // how many cards of other hands came to its sets
}

// turn is one action being played: a copy of the game that the action may change, and the step that
// it brings.
type turn struct {
	*game
	at   time.Time
	step games.Step
}

// These have the methods of a turn that handle the pack, the card that is turned up, and a stalemate.
type (
	packed     struct{ *turn }
	turnedCard struct{ *turn }
	stale      struct{ *turn }
)

func (t *turn) dealer() packed { return packed{t} }
func (t *turn) up() turnedCard { return turnedCard{t} }
func (t *turn) stale() stale   { return stale{t} }

// Apply plays one action on a copy of the game. The copy shares the slices under and drawing with the
// original, so their elements are never changed.
func (g *game) Apply(a games.Action) (games.Step, error) {
	if g.phase == finished {
		return games.Step{}, games.ErrFinished
	}
	next := *g
	t := &turn{game: &next, at: games.Moment(a.At), step: g.NewStep()}
	t.Seats = g.Seats.Copy()
	if a.Seat != games.Dealer {
		t.fresh, t.matched = cards.Bag{}, false
	}
	now := games.Now{Laying: t.owed > 0, Due: t.deadline, Gathering: t.phase == gathering}
	if err := games.Play(t, now, a, &t.step); err != nil {
		return games.Step{}, err
	}
	if t.phase == stalemate {
		t.stale().agree() // a player who has just gone away may have been the last one to wait for
	}
	t.wind()
	t.step.Game = t.game
	return t.step, nil
}

// Move turns a starter, changes an option, or chooses how to go on after a stalemate.
func (t *turn) Move(seat games.Seat, move games.Move) error {
	switch m := move.(type) {
	case Turn:
		return t.up().turnStarter(seat)
	case games.Choose:
		return t.change(seat, m)
	case Choice:
		return t.stale().choose(seat, m)
	}
	return games.ErrNoMove
}

// Deal lays what is owed.
func (t *turn) Deal(seat games.Seat, laid []cards.Card) error { return t.dealer().deal(seat, laid) }

// Owed is what the dealer must lay: a starter, or cards to fill hands with. Cards that were put under
// the pack are known, so when their turn comes they are owed one at a time and leave no choice.
func (g *game) Owed() (games.Owed, bool) {
	return games.Owed{Count: g.owed, From: g.next(), Deck: 1, Shuffle: g.shuffles}, g.owed > 0
}

// Deadline is when the clock turns a starter or decides a stalemate, or when a player who has been
// away too long loses the seat.
func (g *game) Deadline() time.Time {
	if g.phase == finished || g.owed > 0 {
		return games.Never
	}
	return g.Until(g.deadline)
}
