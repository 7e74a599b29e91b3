package solitaire

import (
	"slices"
	"time"

	"settable/games"
	"settable/games/cards"
)

// game is a table of the solitaire at one moment.
type game struct {
	house   house
	phase   games.Phase
	closed  bool // before the end
	roster  games.Roster
	players []player // seat 1 first

	board  board
	unseen cards.Bag
	owed   int       // cards the dealer must lay
	laid   time.Time // when the last ones were
	fresh  [piles]bool

	taken   []cards.Card
	takenBy games.Seat

	last  *deed // what may be taken back, nil right after a deal
	undos int   // "counted in the result"
}

// player is what a seat has won.
type player struct{ sets int }

// turn is one action being played: a copy of the game, and what it brings.
type turn struct {
	game
	at   time.Time
	step games.Step
}

// Apply plays one action on a copy of the game.
func (g *game) Apply(a games.Action) (games.Step, error) {
	if look, ok := a.Move.(Look); ok {
		return g.look(a.Seat, look)
	}
	t := &turn{game: *g, at: games.Moment(a.At)}
	t.players = slices.Clone(g.players)
	if err := t.play(a.Seat, a.Move); err != nil {
		return games.Step{}, err
	}
	if t.phase == games.Playing && t.left() == 0 {
		t.over() // "automatically when all cards are gone"
	}
	after := t.game
	t.step.Game = &after
	return t.step, nil
}

func (t *turn) play(seat games.Seat, move games.Move) error {
	if t.phase == games.Finished {
		return games.ErrFinished
	}
	switch m := move.(type) {
	case games.Deal:
		return t.deal(seat, m.Cards)
	case games.End:
		return t.end(seat)
	case games.Tick:
		return t.tick(seat)
	case games.Join:
		return t.join(seat)
	case games.Leave:
		return t.leave(seat)
	case games.Start:
		return t.start(seat)
	}
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

// of is the player on a seat.
func (g *game) of(seat games.Seat) *player { return &g.players[seat-1] }

// sets are how many sets were made, by all.
func (g *game) sets() (n int) {
	for _, p := range g.players {
		n += p.sets
	}
	return n
}

// left is how many cards are not yet in sets, those of the deck too.
func (g *game) left() int { return pack - 3*g.sets() }

// dealt is how many rounds were dealt.
func (g *game) dealt() int { return (pack - g.unseen.Len()) / piles }

// Owed is what the dealer must lay: one card for every pile.
func (g *game) Owed() (games.Owed, bool) {
	return games.Owed{Count: g.owed, From: g.unseen, Deck: 1}, g.owed > 0
}

// Deadline is never: a solitaire has no clock.
func (g *game) Deadline() time.Time { return time.Time{} }

// tick refuses: no clock runs here.
func (t *turn) tick(seat games.Seat) error { return games.NeedTime(seat, t.at, t.Deadline()) }
