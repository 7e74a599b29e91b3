package solitaire

import (
	"time"

	"settable/games"
	"settable/games/cards"
	"settable/games/highlights"
)

// game is a table of the solitaire at one moment.
type game struct {
	games.Seats[player]
	settings settings
	phase    games.Phase
	closed   bool // before the end

	board  board
	unseen cards.Bag
	owed   int       // cards the dealer must lay
	laid   time.Time // when the last ones were
	fresh  [piles]bool

	taken   []cards.Card
	takenBy games.Seat

	last       *undoable // what may be taken back, nil right after a deal
	undos      int       // "counted in the result"
	highlights highlights.Highlights
	past       int // sets that lay open when a deal covered them, or at the end
}

type player struct{ sets int }

// turn is one action being played: a copy of the game, and what it brings.
type turn struct {
	*game
	at   time.Time
	step games.Step
}

// Apply plays one action on a copy of the game.
func (g *game) Apply(a games.Action) (games.Step, error) {
	if look, ok := a.Move.(Look); ok {
		return g.look(a.Seat, look)
	}
	if g.phase == games.Finished {
		return games.Step{}, games.ErrFinished
	}
	next := *g
	t := &turn{game: &next, at: games.Moment(a.At), step: g.NewStep()}
	t.Seats = g.Seats.Copy()
	t.highlights.Pass(t.at, g.Asleep())
	now := games.Now{Gathering: t.phase == games.Gathering, Host: t.host}
	if err := games.Play(t, now, a, &t.step); err != nil {
		return games.Step{}, err
	}
	if t.phase == games.Playing && t.left() == 0 {
		t.over() // "automatically when all cards are gone"
	}
	if t.phase == games.Playing {
		t.highlights.Lie(t.board.tops())
	}
	t.step.Game = t.game
	return t.step, nil
}

// Move is what those who have a say do with the cards.
func (t *turn) Move(seat games.Seat, move games.Move) error {
	if err := t.mayMove(seat); err != nil {
		return err
	}
	switch m := move.(type) {
	case Round:
		return t.round(seat)
	case games.Claim:
		return t.claim(seat, m)
	case Shift:
		return t.shift(seat, m)
	case Undo:
		return t.undo(seat)
	case Done:
		return t.done()
	}
	return games.ErrNoMove
}

func (g *game) sets() (n int) {
	for _, p := range g.Players {
		n += p.sets
	}
	return n
}

// left is how many cards are not yet in sets, those of the deck too.
func (g *game) left() int { return pack - 3*g.sets() }

func (g *game) dealt() int { return (pack - g.unseen.Len()) / piles }

// Owed is what the dealer must lay: one card for every pile.
func (g *game) Owed() (games.Owed, bool) {
	return games.Owed{Count: g.owed, From: g.unseen, Deck: 1}, g.owed > 0
}

// Deadline is when who was away for long has left: a solitaire has no clock of its own.
func (g *game) Deadline() (never time.Time) {
	if g.phase == games.Finished {
		return never
	}
	return g.Until(never)
}

// Tick is never played: nothing is due.
func (t *turn) Tick() error { return nil }
