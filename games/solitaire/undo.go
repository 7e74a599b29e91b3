package solitaire

import (
	"slices"

	"settable/games"
	"settable/games/cards"
	"settable/games/highlights"
)

// undoable is a set that was taken or a card that was moved, together with the state of the table
// before it. The undoables since the last deal form a list, the latest first.
type undoable struct {
	seat  games.Seat
	took  bool         // a set was taken; else a card moved
	alone bool         // it was taken while no other person was present
	cards []cards.Card // the cards that left the piles
	at    []int        // the piles they left

	board      board // before
	highlights highlights.Highlights
	fresh      [piles]bool
	taken      []cards.Card
	takenBy    games.Seat
	before     *undoable
}

// note records what is about to be done, before anything changes.
func (t *turn) note(d undoable) {
	d.board, d.fresh, d.taken, d.takenBy, d.before = t.board, t.fresh, t.taken, t.takenBy, t.last
	d.highlights = t.highlights
	t.last = &d
}

// undo takes back one set or move (Solitaire 5).
func (t *turn) undo(seat games.Seat) error {
	if err := t.mayUndo(); err != nil {
		return err
	}
	d := t.last
	if d.took {
		t.Of(d.seat).sets--
		if d.alone {
			t.Of(d.seat).alone--
		}
	}
	t.board, t.fresh, t.taken, t.takenBy, t.last = d.board, d.fresh, d.taken, d.takenBy, d.before
	t.highlights.Undo(d.highlights)
	t.undos++
	t.Step.Tell(undone(seat, slices.Clone(d.cards), labelsOf(d.at), t.undos))
	return nil
}

func (g *game) mayUndo() error {
	switch {
	case !g.settings.peek:
		return games.Refuse("solitaire.no_undo")
	case g.last == nil:
		return games.Refuse("solitaire.nothing_to_undo")
	}
	return nil
}
