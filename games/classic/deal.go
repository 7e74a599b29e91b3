package classic

import (
	"slices"

	"settable/games"
	"settable/games/cards"
)

// Deal lays the owed cards. It fills free places in the order of their labels (Classic 8) and then adds new places at
// the end.
func (t *draft) Deal(seat games.Seat, laid []cards.Card) error {
	if err := t.Lay(seat, laid); err != nil {
		return err
	}
	at := make([]int, 0, len(laid))
	for _, c := range laid {
		place := slices.Index(t.table, cards.Hidden)
		if place < 0 {
			place = len(t.table)
			t.table = append(t.table, cards.Hidden)
		}
		t.table[place] = c
		at = append(at, place)
	}
	if t.settings.twelveCards && t.Unseen.Len() <= len(cards.SETPack().Cards())-fullTable {
		t.Unseen = cards.Bag{} // the deck is empty now
	}
	t.laidAt, t.nextCardAt = t.at, games.Never
	t.tableChanged()
	t.fresh = cards.BagOf(laid)
	t.Step.Tell(games.CardsLaid{Cards: slices.Clone(laid), At: labelsOf(at)})
	return nil
}

// tableChanged ends everything that lasts only until the table changes (Classic 4 and 5).
func (t *draft) tableChanged() {
	t.fresh = cards.Bag{}
	t.dropHint()
	t.Seats.ResetHurry(t.at)
	for i := range t.Seats.Players {
		p := &t.Seats.Players[i]
		p.locked, p.saidNone, p.saidStuck, p.callSpent = false, false, false, false
	}
}
