package solitaire

import (
	"slices"

	"settable/games"
	"settable/games/cards"
)

// deed is a set that was taken or a card that moved, with what the table was
// before it. Deeds since the last deal hang together, the youngest first.
type deed struct {
	seat  games.Seat
	took  bool         // a set; else a card moved
	cards []cards.Card // that left
	at    []int        // these piles

	board   board // before
	fresh   [piles]bool
	taken   []cards.Card
	takenBy games.Seat
	before  *deed
}

// note keeps what is about to be done.
func (t *turn) note(d deed) {
	d.board, d.fresh, d.taken, d.takenBy, d.before = t.board, t.fresh, t.taken, t.takenBy, t.last
	t.last = &d
}

// undo takes back one deed: it "steps back to the last deal at most (nothing
// unseen was shown); off when peek=false; counted in the result".
func (t *turn) undo(seat games.Seat) error {
	if err := t.mayUndo(); err != nil {
		return err
	}
	d := t.last
	if d.took {
		t.of(d.seat).sets--
	}
	t.board, t.fresh, t.taken, t.takenBy, t.last = d.board, d.fresh, d.taken, d.takenBy, d.before
	t.undos++
	t.step.Tell(games.OldEvent{
		Kind: games.Undone, Seat: seat, N: t.undos, Cards: slices.Clone(d.cards), Labels: labelsOf(d.at),
	})
	return nil
}

func (g *game) mayUndo() error {
	switch {
	case !g.house.peek:
		return games.OldIllegal("At this table nothing is taken back: it would show what lies under the tops.")
	case g.last == nil:
		return games.OldIllegal("There is nothing to take back since the last deal, and a deal is never taken back.")
	}
	return nil
}
