package solitaire

import (
	"time"

	"settable/games"
	"settable/games/cards"
	"settable/games/highlights"
)

// game is a table of the solitaire at one moment.
type game struct {
	games.Base[player]
	settings settings
	closed   bool // the table was closed before the game had ended

	board board
	laid  time.Time // when the last cards were laid
	fresh [piles]bool

	taken   []cards.Card
	takenBy games.Seat

	last       *undoable // the last set or move that may be taken back; nil right after a deal
	undos      int       // counted in the result (Solitaire 5)
	highlights highlights.Highlights
	past       int // sets that lay open when a deal covered them, or at the end
}

type player struct {
	sets  int
	alone int // of them, taken while no other person was present
}

// turn is one action being played: a copy of the game that the action may change.
type turn struct {
	*game
	at time.Time
}

// Apply plays one action on a copy of the game.
func (g *game) Apply(a games.Action) (games.Step, error) {
	if look, ok := a.Move.(Look); ok {
		return g.look(a.Seat, look)
	}
	if g.Phase == games.Finished {
		return games.Step{}, games.ErrFinished
	}
	next := *g
	t := &turn{game: &next, at: games.Moment(a.At)}
	t.Renew()
	t.highlights.Pass(t.at, g.Asleep())
	now := games.Now{Gathering: t.Phase == games.Gathering, Host: t.host}
	if err := games.Play(t, now, a, &t.Step); err != nil {
		return games.Step{}, err
	}
	if t.Phase == games.Playing && t.left() == 0 {
		t.over() // no card is left (Solitaire 6)
	}
	if t.Phase == games.Playing {
		t.highlights.Lie(t.board.tops())
	}
	return t.Done(t.game), nil
}

// Move plays the moves with the cards, which only players with a say may make.
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

// left is how many cards are not yet in sets, those of the deck included.
func (g *game) left() int { return pack - 3*g.sets() }

func (g *game) dealt() int { return (pack - g.Unseen.Len()) / piles }
