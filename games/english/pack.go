package english

import (
	"slices"

	"settable/games"
	"settable/games/cards"
)

func (g *game) pack() int { return g.unseen.Len() + len(g.under) }

// next are the cards from which the pack's next card comes: the unseen ones or, where there are none,
// the known card that was put under them first.
func (g *game) next() cards.Bag {
	if len(g.under) > 0 && g.unseen == (cards.Bag{}) {
		return cards.Bag{}.With(g.under[0])
	}
	return g.unseen
}

// owe makes the dealer owe n cards, or as many as the cards in next allow.
func (t packed) owe(n int) { t.owed = min(n, t.next().Len()) }

func (t packed) deal(seat games.Seat, laid []cards.Card) error {
	next, err := games.Lay(seat, laid, t.owed, t.next())
	if err != nil {
		return err
	}
	if t.unseen != (cards.Bag{}) {
		t.unseen = next
	} else {
		t.under = t.under[1:]
	}
	t.owed = 0
	if t.turning {
		t.turning = false
		t.up().turned(laid[0])
	} else {
		t.draw(laid)
	}
	t.goOn()
	return nil
}

// back puts cards into the pack, which the caller must then shuffle.
func (t packed) back(list []cards.Card) {
	t.unseen = t.unseen.Plus(cards.BagOf(list))
}

func (t packed) shuffle() {
	t.back(t.under)
	t.under = nil
	t.shuffles++
}

func (t packed) bury(c cards.Card) { t.under = append(slices.Clip(t.under), c) }

// draw fills hands. A drawn card that matches an incomplete set joins it and is replaced (English 3). There are
// never more drawn cards than places to fill, so each is needed even if others join sets.
func (t packed) draw(laid []cards.Card) {
	drew := make([][]cards.Card, len(t.Players))
	var joining []cards.Card
	for _, c := range laid {
		s := t.drawer()
		drew[s-1] = append(drew[s-1], c)
		if t.sets[c.Rank()].incomplete() {
			joining = append(joining, c)
			continue
		}
		t.Of(s).hand.take(c)
		t.fresh = t.fresh.With(c)
	}
	if t.phase == dealing {
		t.step.Tell(games.CardsLaid{})
		return
	}
	for i, list := range drew {
		if len(list) > 0 {
			t.tell(drawn{seats: []games.Seat{games.Seat(i + 1)}, cards: [][]cards.Card{list}})
		}
	}
	for _, c := range joining {
		t.add(c)
	}
}

func (t packed) drawer() games.Seat {
	if len(t.drawing) == 0 {
		t.drawing = t.order()
	}
	s := t.drawing[0]
	t.drawing = t.drawing[1:]
	return s
}

// order is the seats that draw the next cards, one card each. A card that joins a set leaves its
// place free, and whoever drew it draws again: at once where hands are filled seat by seat, else
// after all others have drawn.
func (g *game) order() (order []games.Seat) {
	how := g.settings.replenish
	if g.phase == dealing {
		how = alternate // the deal is one card at a time (notation, Scripts 4)
	}
	for _, s := range g.Roster.Seats() {
		n := g.Of(s).hand.missing()
		if n > 0 && how == alternate {
			n = 1
		}
		for range n {
			order = append(order, s)
		}
		if n > 0 && how == bySeat {
			break
		}
	}
	return order
}

// missing is how many cards all hands need together.
func (g *game) missing() (n int) {
	for _, s := range g.Roster.Seats() {
		n += g.Of(s).hand.missing()
	}
	return n
}
