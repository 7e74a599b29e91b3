package solitaire

import (
	"slices"

	"settable/games"
	"settable/games/cards"
)

// round asks for the next nine cards. With must_clear=true it is refused while there is a set (Solitaire 2).
func (t *turn) round(seat games.Seat) error {
	switch {
	case t.Unseen.Len() == 0:
		return games.Refuse("solitaire.deck_empty")
	case t.settings.mustClear && cards.HasSet(t.board.tops()):
		return games.Refuse("solitaire.must_clear")
	}
	t.Owes = piles
	t.Step.Tell(deals(seat, t.dealt()+1))
	return nil
}

// pass counts the sets on the tops as passed by, because the tops are about to be covered or the game
// is over.
func (t *turn) pass() {
	t.past += len(cards.Sets(t.board.tops()))
	t.highlights.Over()
}

// Deal lays the cards that are owed, one on every pile (Solitaire 1). Nothing that was done before a deal can be
// undone.
func (t *turn) Deal(seat games.Seat, laid []cards.Card) error {
	if err := t.Lay(seat, laid); err != nil {
		return err
	}
	t.pass() // the deal covers every top
	at := make([]int, len(laid))
	for i, c := range laid {
		t.board[i].lay(c)
		at[i] = i
	}
	t.laid, t.last = t.at, nil
	t.fresh = [piles]bool{}
	t.Step.Tell(games.CardsLaid{Cards: slices.Clone(laid), At: labelsOf(at)})
	return nil
}
