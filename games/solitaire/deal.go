package solitaire

import (
	"slices"

	"settable/games"
	"settable/games/cards"
)

// round asks for the next nine cards. "A set need not be taken before the next
// deal (option must_clear=true demands it)."
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

// Deal lays the cards that are owed: "each deal lays one card on every pile, empty ones too". Nothing
// that was done before a deal can be taken back.
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
