package classic

import (
	"slices"

	"settable/games"
	"settable/games/cards"
)

// mayCall returns a refusal if the seat can't call or claim now.
func (g *game) mayCall(seat games.Seat) error {
	switch {
	case g.Phase == games.Gathering:
		return games.ErrGathering
	case g.caller != games.Watcher && g.caller != seat:
		return games.Refuse("classic.other_called", "who", g.caller)
	case g.Seats.Of(seat).locked:
		return games.Refuse("classic.locked_out")
	case g.isDealing():
		return games.ErrDealing
	}
	return nil
}

// call lets a seat call a set before naming the cards (Classic 3).
func (t *draft) call(seat games.Seat) error {
	if err := t.mayCall(seat); err != nil {
		return err
	}
	switch {
	case t.caller == seat:
		return games.Refuse("classic.called_already")
	case t.settings.call == 0:
		return games.Refuse("classic.no_calls")
	case t.Seats.Of(seat).callSpent && t.settings.callFirst:
		return games.Refuse("classic.wait_to_call")
	case t.Seats.Of(seat).callSpent:
		return games.Refuse("classic.call_spent")
	case len(t.table) < 3:
		return games.Refuse("classic.too_few_cards")
	}
	t.caller, t.callEnds = seat, t.at.Add(t.settings.call)
	t.Step.Claim = games.SetCalled
	t.Step.Tell(games.NewEvent("classic.called", "who", seat, "seconds", int(t.settings.call.Seconds())))
	return nil
}

// expireCall ends a call if the caller has not named the cards in time.
func (t *draft) expireCall() {
	seat := t.caller
	t.clearCall()
	t.Seats.Of(seat).callSpent = true
	t.Step.Tell(callExpired{seat, t.punish(seat)})
}

// callExpired is the event for a seat that called a set but did not name the cards in time.
type callExpired struct {
	seat games.Seat
	cost games.Phrase
}

func (e callExpired) Say() games.Phrase {
	return games.Sequence(games.Say("classic.too_late", "who", e.seat), e.cost)
}

func (callExpired) CardsMoved() bool { return false }

func (t *draft) clearCall() { t.caller, t.callEnds = games.Watcher, games.Never }

// claim takes a set or, if the cards aren't one, applies the penalty (Classic 2 and 4).
func (t *draft) claim(seat games.Seat, c games.Claim) error {
	if err := t.mayCall(seat); err != nil {
		return err
	}
	switch {
	case !t.settings.callFirst || t.caller == seat:
	case t.Seats.Of(seat).callSpent:
		return games.Refuse("classic.wait_to_call")
	default:
		return games.Refuse("classic.call_first")
	}
	places, err := games.FindAll(c, t.find)
	if err != nil {
		return err // a mistyped claim costs nothing, and a call continues
	}
	called := t.caller == seat
	t.clearCall()
	three := []cards.Card{t.table[places[0]], t.table[places[1]], t.table[places[2]]}
	if cards.IsSet(three[0], three[1], three[2]) {
		t.Step.Claim = games.ClaimTaken
		t.Step.Tell(games.SetTaken{Seat: seat, Cards: three, At: labelsOf(places), After: max(0, t.at.Sub(t.laidAt))})
		t.take(seat, places, three)
		return nil
	}
	t.Seats.Of(seat).callSpent = t.Seats.Of(seat).callSpent || called
	t.Step.Claim = games.ClaimWrong
	t.Step.Tell(games.NotASet{
		Seat: seat, Cards: three, At: labelsOf(places),
		Why: games.WhyNoSet(three[0], three[1], three[2]), Cost: t.punish(seat),
	})
	return nil
}

func (g *game) find(pick games.Pick) (int, error) {
	place := slices.Index(g.table, pick.Card)
	if pick.Label != "" {
		place = placeOf(pick.Label)
	}
	if place < 0 || place >= len(g.table) || g.table[place] == cards.Hidden {
		return 0, pick.NotThere(g.taken, g.takenBy)
	}
	return place, nil
}

func (t *draft) take(seat games.Seat, places []int, three []cards.Card) {
	t.Seats.RecordScore()
	p := t.Seats.Of(seat)
	p.sets++
	p.score++
	credited, count := games.CreditedSeat(t.Presence(), seat), t.Seats.SetCount(seat)
	if len(t.hinted) > 0 { // after a hint, a set counts for no record (Classic 11)
		credited = games.Watcher
	} else {
		t.Step.Count(seat, count, 1)
	}
	t.highlights.Take(credited, [3]cards.Card(three), count == games.Sets)
	t.remove(seat, places, three)
}

// remove takes a set off the table. It then refills the set's places or closes the gaps.
func (t *draft) remove(by games.Seat, places []int, three []cards.Card) {
	t.taken, t.takenBy, t.setAt = three, by, t.at
	for _, place := range places {
		t.table[place] = cards.Hidden
	}
	t.tableChanged()
	// Cards leave in threes, so a deck with any cards left has at least three.
	if !t.settings.slow && len(t.table) <= fullTable && t.Unseen.Len() >= 3 {
		t.Owes = 3
		return
	}
	if !t.keepsGaps() {
		t.closeGaps()
	}
}

// keepsGaps reports whether gaps stay open, because the deck is empty and the table has gaps=keep.
func (g *game) keepsGaps() bool { return g.settings.keepGaps && g.Unseen.Len() == 0 }

// closeGaps moves the cards with the highest labels into the gaps, lowest gap first. No other card moves.
func (t *draft) closeGaps() {
	for {
		last := len(t.table) - 1
		hole := slices.Index(t.table, cards.Hidden)
		if hole < 0 {
			return
		}
		t.table[hole] = t.table[last] // if the last place is itself the hole, this line changes nothing
		t.table = t.table[:last]
	}
}

// punish applies the penalty for a call or claim that wasn't a set. It returns a sentence about the penalty, or an
// empty phrase if there is none.
func (t *draft) punish(seat games.Seat) games.Phrase {
	p := t.Seats.Of(seat)
	t.Step.Count(seat, games.Penalties, 1)
	t.highlights.Wrong(seat)
	switch t.settings.penalty {
	case losePoint:
		p.penalties++
		p.score--
		return games.Say("classic.costs_a_point")
	case floor0:
		p.penalties++
		if p.score == 0 {
			return games.Phrase{}
		}
		p.score--
		return games.Say("classic.costs_a_point")
	case lockout:
		p.locked = true
		return games.Say("classic.costs_claims")
	}
	return games.Phrase{}
}

// sayNone records that a seat sees no set. Once all players have said none, the dealer lays three more cards.
func (t *draft) sayNone(seat games.Seat) error {
	switch {
	case t.Phase == games.Gathering:
		return games.ErrGathering
	case !t.settings.agree:
		return games.Refuse("classic.none_needless")
	case t.caller != games.Watcher:
		return games.Refuse("classic.other_called", "who", t.caller)
	case t.isDealing() || len(t.table) < fullTable && t.Unseen.Len() > 0:
		return games.Refuse("classic.more_anyway")
	case t.Unseen.Len() == 0:
		return games.Refuse("classic.deck_empty")
	case len(t.table) >= mostCards:
		return games.Refuse("classic.always_one")
	case t.Seats.Of(seat).saidNone:
		return games.Refuse("games.said_none")
	}
	t.Seats.Of(seat).saidNone = true
	n, of := t.Seats.CountAgreed(saidNone)
	t.Step.Tell(games.SeesNone(seat, n, of))
	return nil
}
