package english

import (
	"slices"

	"settable/games"
	"settable/games/cards"
)

// turnStarter turns the next starter, "for anyone who plays", or for the clock.
func (t *turn) turnStarter(seat games.Seat) error {
	switch t.phase {
	case gathering:
		return games.OldIllegal("The game has not started yet: say start.")
	case stalemate:
		return games.OldRefuse("No card left can match: choose %s.", t.choiceWords())
	}
	t.turner, t.turning = seat, true
	t.owe(1)
	return nil
}

// turned finds out which of the five cases a starter is.
func (t *turn) turned(c cards.Card) {
	t.starter = c
	t.starters++
	t.fresh, t.matched = t.fresh.With(c), true
	t.step.Tell(games.OldEvent{Kind: games.Turned, Seat: t.turner, Cards: []cards.Card{c}})
	r := c.Rank()
	holders, most := t.holders(r)
	switch {
	case t.sets[r].incomplete(): // 1. "it joins; a completed set is declared"
		t.add(c)
	case len(holders) == 1: // 2. "that player lays starter and cards"
		t.layHand(holders[0], r, c)
	case most != games.Watcher: // 4. two against one: "that player takes all"
		t.gather(most, r, "", c)
	case len(holders) > 1: // 3. "starter and cards go back, shuffle"
		t.step.Tell(games.OldEvent{Kind: games.SentBack, Seats: holders, Rank: rankWords[r]})
		t.back(append(t.collect(r), c))
		t.shuffle()
		t.matched = false
	default: // 5. "under the pack; the next starter"
		t.step.Tell(games.OldEvent{Kind: games.Buried, Cards: []cards.Card{c}})
		t.bury(c)
		t.matched = false
	}
}

// layHand lays all cards of a rank that a hand has, and further ones on them.
func (t *turn) layHand(s games.Seat, rank int, with ...cards.Card) {
	list := t.of(s).hand.give(rank)
	t.step.Tell(games.OldEvent{Kind: games.Lays, Seat: s, N: len(list), Rank: rankWords[rank], Cards: slices.Clip(list)})
	t.lay(s, append(list, with...))
}

// gather gives a player all cards of a rank that are in hands, and further ones
// on them. Why is said where no starter tells it.
func (t *turn) gather(s games.Seat, rank int, why string, with ...cards.Card) {
	list := append(t.collect(rank), with...)
	t.step.Tell(games.OldEvent{Kind: games.Gathers, Seat: s, N: len(list), Rank: rankWords[rank], Why: why})
	t.lay(s, list)
}

// tick turns a starter when its time has come.
func (t *turn) tick(seat games.Seat) error {
	switch {
	case seat != games.Clock:
		return games.OldIllegal("Say something: only the clock says nothing.")
	case t.deadline.IsZero():
		return games.OldIllegal("No clock is running.")
	case t.at.Before(t.deadline):
		return games.OldIllegal("The time is not up yet.")
	}
	return t.turnStarter(games.Clock)
}

// wind sets the clock of a table that turns its starters by itself: it runs
// from one starter to the next, and stands still while players must decide.
func (t *turn) wind() {
	switch {
	case t.phase != playing || t.owed > 0 || t.house.auto == 0:
		t.deadline = never
	case t.deadline.IsZero():
		t.deadline = t.at.Add(t.house.auto)
	}
}
