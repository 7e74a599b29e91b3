package twenty

import (
	"slices"
	"time"

	"settable/games"
	"settable/games/cards"
)

// mayPlay refuses who cannot claim or draw now.
func (g *game) mayPlay(seat games.Seat) error {
	switch {
	case g.phase == gathering:
		return games.OldIllegal("The game has not started yet.")
	case g.phase == between:
		return games.OldIllegal("The hand is over: say next for another.")
	case !g.of(seat).dealt:
		return games.OldIllegal("You are not in this hand: you play from the next one.")
	}
	return nil
}

// claim: "`set X Y Z` with any mix of one's own and table cards, also three of
// the table, also three of one's own."
func (t *turn) claim(seat games.Seat, c games.Claim) error {
	if err := t.mayPlay(seat); err != nil {
		return err
	}
	spots, err := t.find(seat, c)
	if err != nil {
		return err // "costs nothing", and nobody's none is forgotten
	}
	t.anew()
	three := []cards.Card{*t.place(spots[0]), *t.place(spots[1]), *t.place(spots[2])}
	event := games.OldEvent{Seat: seat, Cards: three}
	for _, s := range spots {
		event.Labels = append(event.Labels, s.label())
	}
	if cards.IsSet(three[0], three[1], three[2]) {
		event.Kind, event.After = games.OldTook, t.since(seat)
		t.step.Tell(event)
		t.take(seat, spots, three)
		return nil
	}
	event.Kind, event.Why = games.OldWrong, cards.Why(three[0], three[1], three[2])
	if t.anyHidden(spots) {
		event.Cards, event.Why = nil, "" // "Personal cards are secret": the labels must do
	}
	event.Cost = t.cost(seat)
	t.step.Tell(event)
	t.step.Count(seat, games.Penalties, 1)
	if event.Cost == games.OneCard {
		t.oweOne(seat)
	}
	return nil
}

// find gives the spots of the three cards, in the order named. A card that the
// player cannot see is not there, whoever holds it.
func (g *game) find(seat games.Seat, c games.Claim) ([]spot, error) {
	spots := make([]spot, 0, 3)
	for _, pick := range c.Picks {
		s, err := g.spot(seat, pick)
		if err != nil {
			return nil, err
		}
		if slices.Contains(spots, s) {
			return nil, games.OldIllegal("That names one card twice: a set is three different cards.")
		}
		spots = append(spots, s)
	}
	return spots, nil
}

func (g *game) spot(seat games.Seat, pick games.Pick) (spot, error) {
	if pick.Label == "" {
		if i := slices.Index(g.table[:], pick.Card); i >= 0 {
			return spot{games.Watcher, i}, nil
		}
		if i := slices.Index(g.of(seat).slots[:], pick.Card); i >= 0 {
			return spot{seat, i}, nil
		}
		return spot{}, games.OldRefuse("There is no card %s on the table or among your own.", pick.Card)
	}
	s, ok := spotOf(seat, pick.Label)
	switch {
	case ok && *g.place(s) != cards.Hidden:
		return s, nil
	case pick.Label[0] <= '9':
		return spot{}, games.OldRefuse("You have no card %s.", pick.Label)
	}
	return spot{}, games.OldRefuse("There is no card %s on the table.", pick.Label)
}

// anyHidden tells whether one of the spots is for its player's eyes alone.
func (g *game) anyHidden(spots []spot) bool {
	return !g.house.open && slices.ContainsFunc(spots, func(s spot) bool { return s.seat != games.Watcher })
}

// since is how long all the cards that a player sees have lain there.
func (t *turn) since(seat games.Seat) time.Duration {
	last := t.laid
	if got := t.of(seat).got; got.After(last) {
		last = got
	}
	return max(0, t.at.Sub(last))
}

// take: "The set goes to the discard pile; table cards are replaced, personal
// cards are not." Who has none left wins "at once (the table is not refilled)".
func (t *turn) take(seat games.Seat, spots []spot, three []cards.Card) {
	var holes []spot
	for i, s := range spots {
		*t.place(s) = cards.Hidden
		t.discard = t.discard.With(three[i])
		if s.seat == games.Watcher {
			holes = append(holes, s)
		}
	}
	t.taken, t.takenBy = slices.Clone(three), seat
	t.step.Count(seat, games.Sets, 1)
	if t.of(seat).held() == 0 {
		t.win(seat)
		return
	}
	slices.SortFunc(holes, func(a, b spot) int { return a.at - b.at })
	t.owe(holes...)
}

// cost: "the caller gets one more personal card, unless there are nine".
func (g *game) cost(seat games.Seat) games.Cost {
	if g.of(seat).held() == mostHeld {
		return games.FullHand
	}
	return games.OneCard
}

// draw: "one more personal card, never above nine".
func (t *turn) draw(seat games.Seat) error {
	if err := t.mayDraw(seat); err != nil {
		return err
	}
	t.anew()
	t.step.Tell(games.OldEvent{Kind: games.Drew, Seat: seat, N: t.of(seat).held() + 1})
	t.oweOne(seat)
	return nil
}

func (g *game) mayDraw(seat games.Seat) error {
	if err := g.mayPlay(seat); err != nil {
		return err
	}
	if g.of(seat).held() == mostHeld {
		return games.OldIllegal("You have nine cards: nobody may hold more.")
	}
	return nil
}
