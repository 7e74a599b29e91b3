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
	case t.unseen.Len() == 0:
		return games.OldIllegal("The deck is empty: take what sets you still see, then say done.")
	case t.house.mustClear && cards.HasSet(t.board.tops()):
		return games.OldIllegal("At this table every set is taken before the next deal, and one still lies there.")
	}
	t.owed = piles
	t.step.Tell(games.OldEvent{Kind: games.Round, Seat: seat, N: t.dealt() + 1, Of: rounds})
	return nil
}

// deal lays the cards that are owed: "each deal lays one card on every pile,
// empty ones too". Nothing before it can be taken back.
func (t *turn) deal(seat games.Seat, laid []cards.Card) error {
	if seat != games.Dealer {
		return games.OldIllegal("Only the dealer deals.")
	}
	if len(laid) != t.owed || t.owed == 0 {
		return games.OldRefuse("The dealer must lay %d cards, not %d.", t.owed, len(laid))
	}
	at := make([]int, len(laid))
	for i, c := range laid {
		if !t.unseen.Has(c) {
			return games.OldRefuse("%s is not in the deck.", c)
		}
		t.unseen = t.unseen.Without(c)
		t.board[i].lay(c)
		at[i] = i
	}
	t.owed, t.laid, t.last = 0, t.at, nil
	t.fresh = [piles]bool{}
	t.step.Tell(games.OldEvent{Kind: games.Dealt, N: len(laid), Cards: slices.Clone(laid), Labels: labelsOf(at)})
	return nil
}
