package english

import (
	"slices"

	"settable/games"
	"settable/games/cards"
)

// turnStarter makes the dealer owe the next starter, which any player or the clock may turn.
func (t *draft) turnStarter(seat games.Seat) error {
	switch t.phase {
	case gathering:
		return games.ErrGathering
	case stalemate:
		return games.Refuse("english.stuck", "choices", t.choiceWords())
	}
	t.starterTurner, t.turningStarter = seat, true
	t.oweCards(1)
	return nil
}

// applyStarter applies the rules for the turned card (the five cases of English 2).
func (t *draft) applyStarter(c cards.Card) {
	t.starter = c
	t.starters++
	t.fresh, t.starterMatched = t.fresh.With(c), true
	t.tell(starterTurned{seat: t.starterTurner, card: c})
	r := c.Rank()
	holders, most := t.holders(r)
	switch {
	case t.sets[r].incomplete(): // case 1 of English 2
		t.addToSet(c)
	case len(holders) == 1: // case 2
		t.layHand(holders[0], r, c)
	case most != games.Watcher: // case 4: two against one
		t.gatherRank(most, r, c)
	case len(holders) > 1: // case 3
		t.tell(cardsSentBack(holders, r))
		t.returnCards(append(t.collect(r), c))
		t.shuffle()
		t.starterMatched = false
	default: // case 5
		t.tell(starterBuried{card: c})
		t.buryCard(c)
		t.starterMatched = false
	}
}

// layHand lays all cards of a rank from one hand, together with the given cards.
func (t *draft) layHand(s games.Seat, rank int, with ...cards.Card) {
	list := t.seats.Of(s).hand.give(rank)
	e := cardsLaid{seat: s, what: []games.Phrase{countOfRank(len(list), rank)}, cards: slices.Clip(list), complete: noRank}
	if len(list)+len(with) == full {
		e.complete = rank
	}
	t.tell(e)
	t.laySet(s, append(list, with...))
}

// gatherRank lays all cards of a rank from all hands for one player, together with the given cards.
func (t *draft) gatherRank(s games.Seat, rank int, with ...cards.Card) {
	own := t.seats.Of(s).hand.count(rank)
	list := t.collect(rank)
	t.seats.Of(s).cardsTaken += len(list) - own
	list = append(list, with...)
	t.tell(rankGathered(s, len(list), rank, len(with) == 0))
	t.laySet(s, list)
}

// Tick turns a starter when it is due, or decides a stalemate.
func (t *draft) Tick() error {
	if t.phase == stalemate {
		t.decideStalemate()
		return nil
	}
	return t.turnStarter(games.Clock)
}

// setDeadline sets the deadline for the decision in a stalemate or, if the clock turns starters, for the next starter.
func (t *draft) setDeadline() {
	wait := t.settings.auto
	switch {
	case t.phase == stalemate:
		wait = t.settings.turnTime
	case t.phase != playing || t.owed > 0:
		wait = 0
	}
	switch {
	case t.phase == stalemate && !t.hasChoice() && t.deadline.IsZero():
		t.deadline = t.at
	case t.phase == stalemate && !t.hasChoice():
	case wait == 0:
		t.deadline = games.Never
	case t.deadline.IsZero():
		t.deadline = t.at.Add(wait)
	}
}
