package classic

import (
	"slices"

	"settable/games"
	"settable/games/cards"
)

// mayCall refuses who cannot call or claim now.
func (g *game) mayCall(seat games.Seat) error {
	switch {
	case g.phase == games.Gathering:
		return games.OldIllegal("The game has not started yet.")
	case g.caller != games.Watcher && g.caller != seat:
		return games.OldRefuse("Seat %s called set first: wait for that.", games.SeatLetter(g.caller))
	case g.of(seat).locked:
		return games.OldIllegal("Your last claim was no set: wait until the table changes.")
	case g.owed > 0:
		return games.OldIllegal("The dealer is laying cards: wait for them.")
	}
	return nil
}

// call blocks everybody else: "`set` alone blocks everybody else for `call`
// seconds; then the caller names three cards".
func (t *turn) call(seat games.Seat) error {
	if err := t.mayCall(seat); err != nil {
		return err
	}
	switch {
	case t.caller == seat:
		return games.OldIllegal("You have called: name your three cards, like set a b c.")
	case t.house.call == 0:
		return games.OldIllegal("There are no calls at this table: name three cards, like set a b c.")
	case len(t.table) < 3:
		return games.OldIllegal("Fewer than three cards lie here.")
	}
	t.caller, t.until = seat, t.at.Add(t.house.call)
	t.step.Tell(games.OldEvent{Kind: games.OldCalled, Seat: seat, N: int(t.house.call.Seconds())})
	return nil
}

// callOver ends a call in which nothing was named in time.
func (t *turn) callOver() {
	seat := t.caller
	t.hangUp()
	t.step.Tell(games.OldEvent{Kind: games.TooLate, Seat: seat, Cost: t.punish(seat)})
}

func (t *turn) hangUp() { t.caller, t.until = games.Watcher, never }

// claim takes a set, or costs the penalty: "at any time, no turns".
func (t *turn) claim(seat games.Seat, c games.Claim) error {
	if err := t.mayCall(seat); err != nil {
		return err
	}
	if t.house.called && t.caller != seat {
		return games.OldIllegal("Here a set is called first: say set alone, then name your three cards.")
	}
	places, err := t.find(c)
	if err != nil {
		return err // "costs nothing", and a call goes on
	}
	t.hangUp()
	event := games.OldEvent{
		Seat: seat, Labels: labelsOf(places),
		Cards: mapped(places, func(p int) cards.Card { return t.table[p] }),
	}
	three := event.Cards
	if cards.IsSet(three[0], three[1], three[2]) {
		event.Kind, event.After = games.OldTook, max(0, t.at.Sub(t.laid))
		t.step.Tell(event)
		t.take(seat, places, three)
		return nil
	}
	event.Kind, event.Why = games.OldWrong, cards.Why(three[0], three[1], three[2])
	event.Cost = t.punish(seat)
	t.step.Tell(event)
	return nil
}

// find gives the places of the three cards, in the order named.
func (g *game) find(c games.Claim) ([]int, error) {
	places := make([]int, 0, 3)
	for _, pick := range c.Picks {
		place := slices.Index(g.table, pick.Card)
		if pick.Label != "" {
			place = placeOf(pick.Label)
		}
		if place < 0 || place >= len(g.table) || g.table[place] == cards.Hidden {
			return nil, games.OldRefuse("There is no card %s on the table.", upper(pick))
		}
		if slices.Contains(places, place) {
			return nil, games.OldIllegal("That names one card twice: a set is three different cards.")
		}
		places = append(places, place)
	}
	return places, nil
}

func upper(p games.Pick) string {
	if p.Label != "" {
		return p.Label
	}
	return p.Card.String()
}

// take gives the set to its finder and closes or opens its places.
func (t *turn) take(seat games.Seat, places []int, three []cards.Card) {
	p := t.of(seat)
	p.sets++
	p.score++
	t.step.Count(seat, games.Sets, 1)
	t.taken, t.takenBy = three, seat
	for _, place := range places {
		t.table[place] = cards.Hidden
	}
	t.changed()
	// Cards leave in threes, so while any are left to deal there are three.
	if !t.house.slow && len(t.table) <= full && t.unseen.Len() >= 3 {
		t.owed = 3
		return
	}
	t.close()
}

// close moves the cards with the highest labels into the holes, lowest hole
// first, and no other card.
func (t *turn) close() {
	for {
		last := len(t.table) - 1
		hole := slices.Index(t.table, cards.Hidden)
		if hole < 0 {
			return
		}
		t.table[hole] = t.table[last] // a hole in the last place just goes
		t.table = t.table[:last]
	}
}

// punish makes a seat pay for a call or claim that was no set, and says what.
func (t *turn) punish(seat games.Seat) games.Cost {
	p := t.of(seat)
	t.step.Count(seat, games.Penalties, 1)
	switch t.house.penalty {
	case losePoint:
		p.penalties++
		p.score--
		return games.Point
	case floor0:
		p.penalties++
		if p.score == 0 {
			return games.Nothing
		}
		p.score--
		return games.Point
	case lockout:
		p.locked = true
		return games.LockedOut
	}
	return games.Nothing
}

// none says that one sees no set; when all have said so three more cards come.
func (t *turn) none(seat games.Seat) error {
	switch {
	case t.phase == games.Gathering:
		return games.OldIllegal("The game has not started yet.")
	case !t.house.agree:
		return games.OldIllegal("No need to say so here: when no set lies there, three more cards come by themselves.")
	case t.caller != games.Watcher:
		return games.OldRefuse("Seat %s called set: wait for that.", games.SeatLetter(t.caller))
	case t.owed > 0 || len(t.table) < full && t.unseen.Len() > 0:
		return games.OldIllegal("More cards are coming anyway.")
	case t.unseen.Len() == 0:
		return games.OldIllegal("No cards are left to lay, and a set is still there.")
	case len(t.table) >= most:
		return games.OldIllegal("There is one: 21 cards always hold a set.")
	case t.of(seat).none:
		return games.OldIllegal("You have said so since the table last changed.")
	}
	t.of(seat).none = true
	n, of := t.here(saidNone)
	t.step.Tell(games.OldEvent{Kind: games.None, Seat: seat, N: n, Of: of})
	return nil
}
