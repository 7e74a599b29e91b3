package english

import (
	"slices"

	"settable/games"
	"settable/games/cards"
)

func (g *game) pack() int { return g.unseen.Len() + len(g.under) }

// next are the cards one of which is the pack's next: the unseen ones, or when
// there are none the known card that was put under them first.
func (g *game) next() cards.Bag {
	if len(g.under) > 0 && g.unseen == (cards.Bag{}) {
		return cards.Bag{}.With(g.under[0])
	}
	return g.unseen
}

// owe asks the dealer for so many cards, or as many of them as can come at once.
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

// back puts cards into the pack, which must be shuffled then.
func (t packed) back(list []cards.Card) {
	t.unseen = t.unseen.Plus(cards.BagOf(list))
}

func (t packed) shuffle() {
	t.back(t.under)
	t.under = nil
	t.shuffles++
}

func (t packed) bury(c cards.Card) { t.under = append(slices.Clip(t.under), c) }

// draw fills hands: "A drawn card that matches anybody's incomplete set joins
// it at once and is replaced." All the cards of a line are needed in any case:
// there are not more of them than places to fill.
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

// order says who draws the next cards. When a card joins a set its place is
// still free, and whoever drew it draws again: seat by seat at once, else when
// everybody has had a turn.
func (g *game) order() (order []games.Seat) {
	how := g.settings.replenish
	if g.phase == dealing {
		how = alternate // "Each player is dealt four cards": one at a time
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

// missing is how many cards all hands need.
func (g *game) missing() (n int) {
	for _, s := range g.Roster.Seats() {
		n += g.Of(s).hand.missing()
	}
	return n
}
