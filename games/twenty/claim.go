package twenty

import (
	"slices"
	"time"

	"settable/games"
	"settable/games/cards"
)

// mayPlay refuses a seat that cannot claim or draw now.
func (g *game) mayPlay(seat games.Seat) error {
	switch {
	case g.phase == gathering:
		return games.ErrGathering
	case g.phase == between:
		return games.ErrBetween
	case !g.Of(seat).dealt:
		return games.ErrNotDealtIn
	}
	return nil
}

// claim takes a set of any mixture of the player's own and the table's cards (Twenty 2).
func (t *turn) claim(seat games.Seat, c games.Claim) error {
	if err := t.mayPlay(seat); err != nil {
		return err
	}
	spots, err := games.FindAll(c, func(p games.Pick) (spot, error) { return t.spot(seat, p) })
	if err != nil {
		return err // a slip costs nothing, and every none still counts
	}
	t.anew()
	three := []cards.Card{*t.place(spots[0]), *t.place(spots[1]), *t.place(spots[2])}
	labels := games.Named(spots, spot.label)
	if cards.IsSet(three[0], three[1], three[2]) {
		t.step.Claim = games.Took
		after := t.since(seat)
		t.step.Tell(games.SetTaken{Seat: seat, Cards: three, At: labels, After: after})
		t.highlights.TakeAfter(games.Credited(t.Presence(), seat), [3]cards.Card(three), after)
		t.take(seat, spots, three)
		return nil
	}
	t.step.Claim = games.Wrong
	t.highlights.Wrong(seat)
	wrong := games.NotASet{Seat: seat, At: labels, Cost: fullHand}
	if !t.anyHidden(spots) { // otherwise only labels are told, because personal cards are secret (Twenty 1)
		wrong.Cards, wrong.Why = three, games.WhyNoSet(three[0], three[1], three[2])
	}
	more := t.Of(seat).held() < mostHeld // the penalty (Twenty 3)
	if more {
		wrong.Cost = oneCard
	}
	t.step.Tell(wrong)
	t.step.Count(seat, games.Penalties, 1)
	if more {
		t.oweOne(seat)
	}
	return nil
}

// spot is where the card lies that a player points at. A card that the player cannot see is treated
// as not there, whoever holds it.
func (g *game) spot(seat games.Seat, pick games.Pick) (spot, error) {
	if pick.Label == "" {
		if i := slices.Index(g.table[:], pick.Card); i >= 0 {
			return spot{games.Watcher, i}, nil
		}
		if i := slices.Index(g.Of(seat).slots[:], pick.Card); i >= 0 {
			return spot{seat, i}, nil
		}
		return spot{}, games.Refuse("twenty.nowhere", "card", pick.Card)
	}
	s, ok := spotOf(seat, pick.Label)
	switch {
	case ok && *g.place(s) != cards.Hidden:
		return s, nil
	case pick.Label[0] <= '9':
		return spot{}, games.Refuse("twenty.not_yours", "card", pick.Words())
	}
	return spot{}, pick.NotThere()
}

// anyHidden tells whether a card on one of the spots is secret.
func (g *game) anyHidden(spots []spot) bool {
	return !g.settings.open && slices.ContainsFunc(spots, func(s spot) bool { return s.seat != games.Watcher })
}

// since is how long the player has had all the cards before them that they see now.
func (t *turn) since(seat games.Seat) time.Duration {
	last := t.laid
	if got := t.Of(seat).got; got.After(last) {
		last = got
	}
	return max(0, t.at.Sub(last))
}

// take discards a set and replaces its table cards (Twenty 2). A player without personal cards wins before the
// table is refilled (Twenty 8).
func (t *turn) take(seat games.Seat, spots []spot, three []cards.Card) {
	var holes []spot
	for i, s := range spots {
		*t.place(s) = cards.Hidden
		t.discard = t.discard.With(three[i])
		if s.seat == games.Watcher {
			holes = append(holes, s)
		}
	}
	t.taken, t.takenBy, t.Scored = slices.Clone(three), seat, true
	t.step.Count(seat, t.SetCount(seat), 1)
	if t.Of(seat).held() == 0 {
		hand{t}.win(seat)
		return
	}
	slices.SortFunc(holes, func(a, b spot) int { return a.at - b.at })
	t.owe(holes...)
}

// draw gives a player one more personal card, up to nine (Twenty 4).
func (t *turn) draw(seat games.Seat) error {
	if err := t.mayDraw(seat); err != nil {
		return err
	}
	t.anew()
	t.step.Tell(drew{seat: seat, holds: t.Of(seat).held() + 1})
	t.oweOne(seat)
	return nil
}

func (g *game) mayDraw(seat games.Seat) error {
	if err := g.mayPlay(seat); err != nil {
		return err
	}
	if g.Of(seat).held() == mostHeld {
		return games.Refuse("twenty.nine")
	}
	return nil
}
