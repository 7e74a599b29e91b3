package english

import (
	"slices"

	"settable/games"
	"settable/games/cards"
)

// turnStarter owes the next starter, which any player or the clock may turn.
func (t turnedCard) turnStarter(seat games.Seat) error {
	switch t.phase {
	case gathering:
		return games.ErrGathering
	case stalemate:
		return games.Refuse("english.stuck", "choices", t.choiceWords())
	}
	t.turner, t.turning = seat, true
	t.dealer().owe(1)
	return nil
}

// turned applies the rule for the turned card, which has five cases.
func (t turnedCard) turned(c cards.Card) {
	t.starter = c
	t.starters++
	t.fresh, t.matched = t.fresh.With(c), true
	t.tell(turnedUp{seat: t.turner, card: c})
	r := c.Rank()
	holders, most := t.holders(r)
	switch {
	case t.sets[r].incomplete(): // case 1 of English 2
		t.add(c)
	case len(holders) == 1: // case 2
		t.layHand(holders[0], r, c)
	case most != games.Watcher: // case 4: two against one
		t.gather(most, r, c)
	case len(holders) > 1: // case 3
		t.tell(sentBack(holders, r))
		t.dealer().back(append(t.collect(r), c))
		t.dealer().shuffle()
		t.matched = false
	default: // case 5
		t.tell(buried{card: c})
		t.dealer().bury(c)
		t.matched = false
	}
}

// layHand lays all cards of a rank from one hand, together with the cards in with.
func (t turnedCard) layHand(s games.Seat, rank int, with ...cards.Card) {
	list := t.Of(s).hand.give(rank)
	e := laid{seat: s, what: []games.Phrase{ofRank(len(list), rank)}, cards: slices.Clip(list), complete: noRank}
	if len(list)+len(with) == full {
		e.complete = rank
	}
	t.tell(e)
	t.lay(s, append(list, with...))
}

// gather lays, for one player, all cards of a rank from all hands, together with the cards in with.
func (t turnedCard) gather(s games.Seat, rank int, with ...cards.Card) {
	own := t.Of(s).hand.count(rank)
	list := t.collect(rank)
	t.Of(s).robbed += len(list) - own
	list = append(list, with...)
	t.tell(gathered(s, len(list), rank, len(with) == 0))
	t.lay(s, list)
}

// Tick turns a starter when the time for it has come, or decides a stalemate.
func (t *turn) Tick() error {
	if t.phase == stalemate {
		t.stale().decide()
		return nil
	}
	return t.up().turnStarter(games.Clock)
}

// wind sets the deadline: for the next starter at a table where the clock turns them, and for the
// decision in a stalemate.
func (t *turn) wind() {
	wait := t.settings.auto
	switch {
	case t.phase == stalemate:
		wait = t.settings.turn
	case t.phase != playing || t.owed > 0:
		wait = 0
	}
	switch {
	case t.phase == stalemate && !t.asked() && t.deadline.IsZero():
		t.deadline = t.at
	case t.phase == stalemate && !t.asked():
	case wait == 0:
		t.deadline = games.Never
	case t.deadline.IsZero():
		t.deadline = t.at.Add(wait)
	}
}
