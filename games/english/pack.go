package english

import (
	"slices"

	"settable/games"
	"settable/games/cards"
)

func (g *game) packSize() int { return g.unseen.Len() + len(g.buriedCards) }

// nextCards returns the cards that may come next from the pack: the unseen cards or, if none are left, the first known
// card below them.
func (g *game) nextCards() cards.Bag {
	if len(g.buriedCards) > 0 && g.unseen == (cards.Bag{}) {
		return cards.Bag{}.With(g.buriedCards[0])
	}
	return g.unseen
}

// oweCards makes the dealer owe n cards, or all of nextCards if it has fewer.
func (t *draft) oweCards(n int) { t.owed = min(n, t.nextCards().Len()) }

// Deal lays the owed cards.
func (t *draft) Deal(seat games.Seat, laid []cards.Card) error {
	next, err := games.Lay(seat, laid, t.owed, t.nextCards())
	if err != nil {
		return err
	}
	if t.unseen != (cards.Bag{}) {
		t.unseen = next
	} else {
		t.buriedCards = t.buriedCards[1:]
	}
	t.owed = 0
	if t.turningStarter {
		t.turningStarter = false
		t.applyStarter(laid[0])
	} else {
		t.fillHands(laid)
	}
	t.continueGame()
	return nil
}

// returnCards puts cards into the pack, which the caller must then shuffle.
func (t *draft) returnCards(list []cards.Card) {
	t.unseen = t.unseen.Plus(cards.BagOf(list))
}

func (t *draft) shuffle() {
	t.returnCards(t.buriedCards)
	t.buriedCards = nil
	t.shuffles++
}

func (t *draft) buryCard(c cards.Card) { t.buriedCards = append(slices.Clip(t.buriedCards), c) }

// fillHands fills hands with the drawn cards. A drawn card that matches an incomplete set joins the set and is replaced
// (English 3). The number of drawn cards never exceeds the number of free places, so every card has a place even if
// some cards join sets.
func (t *draft) fillHands(laid []cards.Card) {
	drew := make([][]cards.Card, len(t.seats.Players))
	var joining []cards.Card
	for _, c := range laid {
		s := t.nextDrawer()
		drew[s-1] = append(drew[s-1], c)
		if t.sets[c.Rank()].incomplete() {
			joining = append(joining, c)
			continue
		}
		t.seats.Of(s).hand.take(c)
		t.fresh = t.fresh.With(c)
	}
	if t.phase == dealing {
		t.step.Tell(games.CardsLaid{})
		return
	}
	for i, list := range drew {
		if len(list) > 0 {
			t.tell(cardsDrawn{seats: []games.Seat{games.Seat(i + 1)}, cards: [][]cards.Card{list}})
		}
	}
	for _, c := range joining {
		t.addToSet(c)
	}
}

func (t *draft) nextDrawer() games.Seat {
	if len(t.drawQueue) == 0 {
		t.drawQueue = t.drawOrder()
	}
	s := t.drawQueue[0]
	t.drawQueue = t.drawQueue[1:]
	return s
}

// drawOrder returns the seats that draw the next cards, one card each. A card that joins a set leaves the player's
// place free, so the player draws again: at once if hands are filled seat by seat, and otherwise after all others have
// drawn.
func (g *game) drawOrder() (order []games.Seat) {
	how := g.settings.replenish
	if g.phase == dealing {
		how = alternate // the deal gives each player one card at a time (notation, Scripts 4)
	}
	for _, s := range g.seats.Roster.Seats() {
		n := g.seats.Of(s).hand.missing()
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

// missingCards returns how many cards it takes to fill all hands.
func (g *game) missingCards() (n int) {
	for _, s := range g.seats.Roster.Seats() {
		n += g.seats.Of(s).hand.missing()
	}
	return n
}
