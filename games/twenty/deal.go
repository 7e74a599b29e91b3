package twenty

import (
	"slices"
	"strings"

	"settable/games"
	"settable/games/cards"
)

// A place is where a card can lie: in a slot of a seat or, if the seat is Watcher, on the table.
type place struct {
	seat games.Seat
	at   int
}

func (s place) label() string {
	if s.seat == games.Watcher {
		return tableLabels[s.at : s.at+1]
	}
	return slotLabels[s.at : s.at+1]
}

// cardAt returns a pointer to the card in a place. The card is Hidden if the place is empty.
func (g *game) cardAt(s place) *cards.Card {
	if s.seat == games.Watcher {
		return &g.table[s.at]
	}
	return &g.seats.Of(s.seat).slots[s.at]
}

// placeOf returns the place that a label refers to when the player in the given seat uses it. It returns false if there
// is no such place.
func placeOf(seat games.Seat, label string) (place, bool) {
	if i := strings.IndexByte(tableLabels, label[0]); i >= 0 {
		return place{games.Watcher, i}, true
	}
	i := strings.IndexByte(slotLabels, label[0])
	return place{seat, i}, i >= 0 && len(label) == 1
}

// oweCards makes the dealer owe cards for the given places, in this order.
func (t *draft) oweCards(due ...place) {
	t.due, t.fresh = due, cards.Bag{}
	t.restock()
}

// owePersonalCard makes the dealer owe a personal card for the lowest free slot (Twenty 7).
func (t *draft) owePersonalCard(seat games.Seat) {
	t.oweCards(place{seat, slices.Index(t.seats.Of(seat).slots[:], cards.Hidden)})
}

// Deal lays the owed cards. The event names only those on the table; personal cards appear only in the views of players
// who may see them.
func (t *draft) Deal(seat games.Seat, laid []cards.Card) error {
	owed, _ := t.Owed()
	left, err := games.Lay(seat, laid, owed.Count, t.deck)
	if err != nil {
		return err
	}
	t.deck = left
	var told games.CardsLaid
	for i, c := range laid {
		t.fresh = t.fresh.With(c)
		s := t.due[i]
		*t.cardAt(s) = c
		if s.seat == games.Watcher {
			told.Cards, told.At = append(told.Cards, c), append(told.At, s.label())
			t.tableLaidAt = t.at
		} else {
			t.seats.Of(s.seat).lastDrawn = t.at
		}
	}
	if t.due = t.due[len(laid):]; len(t.due) == 0 {
		t.due = nil
	}
	if len(told.Cards) > 0 {
		t.step.Tell(told)
	}
	t.restock()
	return nil
}

// restock shuffles the discard pile into a new deck as soon as a card is owed and the deck is empty (Twenty 5). The
// swept table cards are shuffled back only after the new table cards have been laid, unless no other cards are left to
// lay.
func (t *draft) restock() {
	switch {
	case len(t.due) == 0 && t.sweptCards != cards.Bag{}:
		t.shuffle(&t.sweptCards)
	case len(t.due) == 0 || t.deck != cards.Bag{}:
	case t.discard != cards.Bag{}:
		t.step.Tell(deckShuffled{n: t.discard.Len()})
		t.shuffle(&t.discard)
	default:
		t.shuffle(&t.sweptCards)
	}
}

func (t *draft) shuffle(pile *cards.Bag) {
	t.deck, *pile = t.deck.Plus(*pile), cards.Bag{}
	t.shuffles++
	t.shuffled = t.shuffles
}
