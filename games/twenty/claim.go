package twenty

import (
	"slices"
	"time"

	"settable/games"
	"settable/games/cards"
)

// mayPlay returns a refusal if the seat can't claim or draw now.
func (g *game) mayPlay(seat games.Seat) error {
	switch {
	case g.phase == gathering:
		return games.ErrGathering
	case g.phase == between:
		return games.ErrBetween
	case !g.seats.Of(seat).dealt:
		return games.ErrNotDealtIn
	}
	return nil
}

// claim takes a set, which may mix personal cards and table cards in any way (Twenty 2).
func (t *draft) claim(seat games.Seat, c games.Claim) error {
	if err := t.mayPlay(seat); err != nil {
		return err
	}
	spots, err := games.FindAll(c, func(p games.Pick) (place, error) { return t.findCard(seat, p) })
	if err != nil {
		return err // a mistyped claim costs nothing and doesn't restart the count of nones
	}
	t.restartNones()
	three := []cards.Card{*t.cardAt(spots[0]), *t.cardAt(spots[1]), *t.cardAt(spots[2])}
	labels := games.NamesOf(spots, place.label)
	if cards.IsSet(three[0], three[1], three[2]) {
		t.step.Claim = games.ClaimTaken
		after := t.cardsSeenFor(seat)
		t.step.Tell(games.SetTaken{Seat: seat, Cards: three, At: labels, After: after})
		ranked := t.seats.SetCount(seat) == games.Sets
		t.highlights.TakeAfter(games.CreditedSeat(t.Presence(), seat), [3]cards.Card(three), after, ranked)
		t.take(seat, spots, three)
		return nil
	}
	t.step.Claim = games.ClaimWrong
	t.highlights.Wrong(seat)
	wrong := games.NotASet{Seat: seat, At: labels, Cost: fullHand}
	if !t.anyHidden(spots) { // otherwise only labels are named, because personal cards are secret (Twenty 1)
		wrong.Cards, wrong.Why = three, games.WhyNoSet(three[0], three[1], three[2])
	}
	more := t.seats.Of(seat).held() < mostHeld // the penalty (Twenty 3)
	if more {
		wrong.Cost = oneCard
	}
	t.step.Tell(wrong)
	t.step.Count(seat, games.Penalties, 1)
	if more {
		t.owePersonalCard(seat)
	}
	return nil
}

// findCard returns the place of the card that a player names. It treats a card that the player can't see as missing, no
// matter where it is.
func (g *game) findCard(seat games.Seat, pick games.Pick) (place, error) {
	if pick.Label == "" {
		if i := slices.Index(g.table[:], pick.Card); i >= 0 {
			return place{games.Watcher, i}, nil
		}
		if i := slices.Index(g.seats.Of(seat).slots[:], pick.Card); i >= 0 {
			return place{seat, i}, nil
		}
		if slices.Contains(g.taken, pick.Card) {
			return place{}, pick.NotThere(g.taken, g.takenBy)
		}
		return place{}, games.Refuse("twenty.nowhere", "card", pick.Card)
	}
	s, ok := placeOf(seat, pick.Label)
	switch {
	case ok && *g.cardAt(s) != cards.Hidden:
		return s, nil
	case pick.Label[0] <= '9':
		return place{}, games.Refuse("twenty.not_yours", "card", pick.Words())
	}
	return place{}, pick.NotThere(g.taken, g.takenBy)
}

// anyHidden reports whether a card in one of the places is secret.
func (g *game) anyHidden(spots []place) bool {
	return !g.settings.open && slices.ContainsFunc(spots, func(s place) bool { return s.seat != games.Watcher })
}

// cardsSeenFor returns for how long the player has seen all the cards that they can see now.
func (t *draft) cardsSeenFor(seat games.Seat) time.Duration {
	last := t.tableLaidAt
	if got := t.seats.Of(seat).lastDrawn; got.After(last) {
		last = got
	}
	return max(0, t.at.Sub(last))
}

// take discards a set and replaces its table cards (Twenty 2). A player without personal cards wins before the
// table is refilled (Twenty 8).
func (t *draft) take(seat games.Seat, spots []place, three []cards.Card) {
	var holes []place
	t.lastSet = games.ShownSet{}
	for i, s := range spots {
		*t.cardAt(s) = cards.Hidden
		if s.seat == games.Watcher {
			t.lastSet.Common = append(t.lastSet.Common, three[i])
		} else {
			t.lastSet.Own = append(t.lastSet.Own, three[i])
		}
		t.discard = t.discard.With(three[i])
		if s.seat == games.Watcher {
			holes = append(holes, s)
		}
	}
	t.taken, t.takenBy, t.seats.Scored = slices.Clone(three), seat, true
	t.step.Count(seat, t.seats.SetCount(seat), 1)
	if t.seats.Of(seat).held() == 0 {
		t.winHand(seat)
		return
	}
	slices.SortFunc(holes, func(a, b place) int { return a.at - b.at })
	t.oweCards(holes...)
}

// draw gives a player one more personal card, up to nine (Twenty 4).
func (t *draft) draw(seat games.Seat) error {
	if err := t.mayDraw(seat); err != nil {
		return err
	}
	t.restartNones()
	t.step.Tell(cardDrawn{seat: seat, holds: t.seats.Of(seat).held() + 1})
	t.owePersonalCard(seat)
	return nil
}

func (g *game) mayDraw(seat games.Seat) error {
	if err := g.mayPlay(seat); err != nil {
		return err
	}
	if g.seats.Of(seat).held() == mostHeld {
		return games.Refuse("twenty.nine")
	}
	return nil
}

func (t *draft) sayNone(seat games.Seat) error {
	if err := t.maySayNone(seat); err != nil {
		return err
	}
	t.seats.Of(seat).saidNone = true
	t.step.Tell(games.SeesNone(seat, t.seats.Count(t.saidNone), t.seats.Count(t.isAsked)))
	return nil
}

func (g *game) maySayNone(seat games.Seat) error {
	if err := g.mayPlay(seat); err != nil {
		return err
	}
	switch {
	case g.settings.noSweep:
		return games.Refuse("twenty.none_needless")
	case g.seats.Of(seat).saidNone:
		return games.Refuse("twenty.said_none")
	}
	return nil
}

func (g *game) couldClaim(s games.Seat) bool {
	return g.isInHand(s) && cards.HasSet(cards.WithoutHidden(append(g.seats.Of(s).slots[:], g.table[:]...)))
}

// restartNones clears the record of who has said none (Twenty 6).
func (t *draft) restartNones() {
	for i := range t.seats.Players {
		t.seats.Players[i].saidNone = false
	}
	t.seats.ResetHurry(t.at)
}

// Waiting lists the players who have not yet responded to another player's none.
func (g *game) Waiting() []games.Seat {
	if g.phase != playing || g.seats.Count(g.saidNone) == 0 {
		return nil
	}
	return g.seats.Where(func(s games.Seat) bool { return g.isAsked(s) && !g.saidNone(s) })
}

// sweepIfStuck replaces the table cards once all players have said none (Twenty 6).
func (t *draft) sweepIfStuck() {
	sees := func(s games.Seat) bool { return t.isAsked(s) && !t.saidNone(s) }
	if t.settings.noSweep || t.seats.Count(t.isAsked) == 0 || t.seats.Count(sees) > 0 {
		return
	}
	t.restartNones()
	t.step.Tell(games.NewMovingEvent("twenty.swept", "n", tableCards))
	t.step.Claim = games.TableSwept
	if t.seats.Count(t.couldClaim) > 0 {
		t.overlooked++
	}
	places := make([]place, tableCards)
	for i, c := range t.table {
		t.sweptCards = t.sweptCards.With(c)
		places[i] = place{games.Watcher, i}
	}
	t.table = [tableCards]cards.Card{}
	t.oweCards(places...)
}
