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
	options  games.Options // as they were chosen
	phase    phase
	sets     [ranks]set // what lies in the graveyards, by rank
	laid     int        // how many sets were laid so far

	unseen   cards.Bag    // the cards of the pack whose order nobody knows
	under    []cards.Card // those known to lie below them, the next one first
	shuffles int
	owed     int          // cards the dealer must lay
	turning  bool         // the card owed is a starter
	drawing  []games.Seat // who draws the next cards, one each

	turner   games.Seat // who turned the last starter; Clock: time did
	starter  cards.Card // the last one
	matched  bool       // it lies in a set, and no player has moved since
	starters int        // turned so far
	fresh    cards.Bag  // what was laid since a player last moved
	winners  []games.Seat
	closed   bool // before the game had ended
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
	said Choice // in this stalemate
	took bool   // took part: was dealt in

	robbed int // cards of other hands that came to its sets
}

// turn is one action being played: a copy of the game, and what it brings.
type turn struct {
	*game
	at   time.Time
	step games.Step
}

// What a turn does with the pack, with the card that is turned up, and in a stalemate.
type (
	packed     struct{ *turn }
	turnedCard struct{ *turn }
	stale      struct{ *turn }
)

func (t *turn) dealer() packed { return packed{t} }
func (t *turn) up() turnedCard { return turnedCard{t} }
func (t *turn) stale() stale   { return stale{t} }

// Apply plays one action on a copy of the game. The lists of the pack are
// never changed in place.
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
		t.stale().agree() // who has just gone away may have been the last to choose
	}
	t.wind()
	t.step.Game = t.game
	return t.step, nil
}

// Move is a starter, or how to go on in a stalemate.
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

// Owed is what the dealer must lay: a starter, or cards to fill hands with. A
// card that was put under the pack is known, so it comes by itself.
func (g *game) Owed() (games.Owed, bool) {
	return games.Owed{Count: g.owed, From: g.next(), Deck: 1, Shuffle: g.shuffles}, g.owed > 0
}

// Deadline is when the clock turns a starter, when a stalemate is decided, or when who
// was away for long has left.
func (g *game) Deadline() time.Time {
	if g.phase == finished || g.owed > 0 {
		return games.Never
	}
	return g.Until(g.deadline)
}
