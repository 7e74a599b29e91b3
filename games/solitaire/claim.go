package solitaire

import (
	"slices"

	"settable/games"
	"settable/games/cards"
)

// claim takes a set of three top cards, which uncovers the cards below them. Three cards that aren't a set are refused
// without a penalty, because the rules define none.
func (t *draft) claim(seat games.Seat, c games.Claim) error {
	at, err := games.FindAll(c, t.find)
	if err != nil {
		return err
	}
	three := []cards.Card{t.board[at[0]].top(), t.board[at[1]].top(), t.board[at[2]].top()}
	if !cards.IsSet(three[0], three[1], three[2]) {
		return games.Refuse("solitaire.no_set", "why", games.WhyNoSet(three[0], three[1], three[2]))
	}
	alone := t.Seats.SetCount(seat) == games.SetsAlone
	t.recordUndoable(undoable{seat: seat, wasSet: true, wasAlone: alone, cards: three, at: at})
	for _, p := range at {
		t.board[p].lift()
	}
	t.Seats.Of(seat).sets++
	if alone {
		t.Seats.Of(seat).setsAlone++
	}
	t.highlights.Take(games.CreditedSeat(t.Presence(), seat), [3]cards.Card(three), !alone)
	t.taken, t.takenBy = three, seat
	t.mark(at)
	t.Step.Tell(games.SetTaken{Seat: seat, Cards: three, At: labelsOf(at), After: max(0, t.at.Sub(t.laidAt))})
	t.Step.Claim = games.ClaimTaken
	return nil
}

// shift moves the top card of a pile to an empty pile (Solitaire 3).
func (t *draft) shift(seat games.Seat, s Shift) error {
	from, err := t.find(s.From)
	if err != nil {
		return err
	}
	to := pileOf(s.To)
	switch {
	case to < 0 || to >= piles:
		return noPile(s.To)
	case to == from:
		return games.Refuse("solitaire.one_pile_twice")
	case t.board[to].depth > 0:
		return games.Refuse("solitaire.not_empty", "pile", s.To)
	}
	card := t.board[from].top()
	t.recordUndoable(undoable{seat: seat, cards: []cards.Card{card}, at: []int{from}})
	t.board[to].lay(t.board[from].lift())
	t.mark([]int{from, to})
	t.Step.Tell(cardShifted(seat, card, label(from), label(to)))
	return nil
}

// find returns the pile whose top card the player has named.
func (g *game) find(pick games.Pick) (int, error) {
	if pick.Label != "" {
		p := pileOf(pick.Label)
		switch {
		case p < 0 || p >= piles:
			return 0, noPile(pick.Label)
		case g.board[p].depth == 0:
			return 0, games.Refuse("solitaire.pile_empty", "pile", pick.Label)
		}
		return p, nil
	}
	p, onTop := g.board.find(pick.Card)
	switch {
	case onTop:
		return p, nil
	case !g.settings.peek: // the refusal must not reveal that the card is in a pile
		return 0, games.Refuse("solitaire.on_no_top", "card", pick.Words())
	case p < 0:
		return 0, pick.NotThere(g.taken, g.takenBy)
	}
	return 0, games.Refuse("solitaire.under_top", "card", pick.Words(), "pile", label(p))
}

func noPile(label string) error {
	return games.Refuse("solitaire.no_pile", "pile", label)
}

// mark records which top cards are new.
func (t *draft) mark(at []int) {
	t.fresh = [piles]bool{}
	for _, p := range at {
		t.fresh[p] = t.board[p].depth > 0
	}
}

// look shows the cards under the top of a pile. A look isn't a move: nothing changes, and no line is written to the
// journal.
func (g *game) look(seat games.Seat, l Look) (games.Step, error) {
	if err := g.mayLook(seat); err != nil {
		return games.Step{}, err
	}
	p, err := g.find(l.Pile)
	if err != nil {
		return games.Step{}, err
	}
	seen := cardsUnder(label(p), g.board[p].under())
	return games.Step{Game: g, Events: []games.Event{seen}, LookOnly: true}, nil
}

func (g *game) mayLook(seat games.Seat) error {
	if err := g.mayPlay(seat); err != nil {
		return err
	}
	if !g.settings.peek {
		return games.Refuse("solitaire.no_looks")
	}
	return nil
}

// undoable is a set that was taken or a card that was moved, together with the previous state of the table. The
// undoables since the last deal form a linked list, newest first.
type undoable struct {
	seat     games.Seat
	wasSet   bool         // true if a set was taken, false if a card was moved
	wasAlone bool         // the set was taken while no other person was present
	cards    []cards.Card // the cards that left the piles
	at       []int        // the piles that the cards left

	board      board // before the set or move
	highlights games.Highlights
	fresh      [piles]bool
	taken      []cards.Card
	takenBy    games.Seat
	previous   *undoable
}

// recordUndoable saves the state before a set or move, so that undo can restore it.
func (t *draft) recordUndoable(d undoable) {
	d.board, d.fresh, d.taken, d.takenBy, d.previous = t.board, t.fresh, t.taken, t.takenBy, t.lastUndoable
	d.highlights = t.highlights
	t.lastUndoable = &d
}

// undo takes back one set or move (Solitaire 5).
func (t *draft) undo(seat games.Seat) error {
	if err := t.mayUndo(); err != nil {
		return err
	}
	d := t.lastUndoable
	if d.wasSet {
		t.Seats.Of(d.seat).sets--
		if d.wasAlone {
			t.Seats.Of(d.seat).setsAlone--
		}
	}
	t.board, t.fresh, t.taken, t.takenBy, t.lastUndoable = d.board, d.fresh, d.taken, d.takenBy, d.previous
	t.highlights.Undo(d.highlights)
	t.undos++
	t.Step.Tell(moveUndone(seat, slices.Clone(d.cards), labelsOf(d.at), t.undos))
	return nil
}

func (g *game) mayUndo() error {
	switch {
	case !g.settings.peek:
		return games.Refuse("solitaire.no_undo")
	case g.lastUndoable == nil:
		return games.Refuse("solitaire.nothing_to_undo")
	}
	return nil
}
