package classic

import (
	"slices"
	"time"

	"settable/games"
	"settable/games/cards"
)

// hintAfter is the time that must pass after a set before a single player can get a hint (Classic 11).
const hintAfter = time.Minute

// mayAsk returns a refusal if the seat can't ask for a hint now. The answer doesn't depend on whether the table has a
// set.
func (g *game) mayAsk(seat games.Seat) error {
	switch {
	case g.Phase == games.Gathering:
		return games.ErrGathering
	case !g.settings.hints:
		return games.Refuse("classic.no_hints")
	case g.caller != games.Watcher && g.caller != seat:
		return games.Refuse("classic.other_called", "who", g.caller)
	case g.caller == seat:
		return games.Refuse("classic.called_already")
	case g.isDealing():
		return games.ErrDealing
	case len(g.table) < fullTable && g.Unseen.Len() > 0:
		return games.Refuse("classic.more_anyway")
	}
	return nil
}

// isDealing reports whether the dealer must first lay cards or give a hint.
func (g *game) isDealing() bool { return g.Owes > 0 || g.owesHint }

// sayStuck records that a seat asks for a hint. A minute after the last set, one request is enough.
func (t *draft) sayStuck(seat games.Seat) error {
	if err := t.mayAsk(seat); err != nil {
		return err
	}
	if t.at.Before(t.hintsFrom()) && t.Seats.Of(seat).saidStuck {
		return games.Refuse("classic.stuck_twice", "N", t.secondsUntilHints())
	}
	t.Seats.Of(seat).saidStuck = true
	n, of := t.Seats.CountAgreed(saidStuck)
	if n == of || !t.at.Before(t.hintsFrom()) {
		t.hint()
		return nil
	}
	t.Step.Tell(games.NewEvent("classic.stuck", "who", seat, "n", n, "of", of, "N", t.secondsUntilHints()))
	return nil
}

func (g *game) hintsFrom() time.Time { return g.setAt.Add(hintAfter) }

func (t *draft) secondsUntilHints() int {
	return int((t.hintsFrom().Sub(t.at) + time.Second - 1) / time.Second)
}

// hint answers a request for a hint: the dealer names the first card or the second card, or puts the set aside.
func (t *draft) hint() {
	for i := range t.Seats.Players {
		t.Seats.Players[i].saidStuck = false
	}
	sets := t.setsWithHint()
	switch {
	case len(sets) == 0: // only with extra=agree: three more cards come, as if everyone had said none
		t.layExtraCards("classic.more")
	case len(t.hinted) < 2:
		t.owesHint = true
	default:
		t.putAside(sets[0])
	}
}

// setsWithHint returns the sets on the table that contain all cards named so far.
func (g *game) setsWithHint() (list [][3]cards.Card) {
	for _, set := range cards.Sets(cards.WithoutHidden(g.table)) {
		if !slices.ContainsFunc(g.hinted, func(c cards.Card) bool { return !slices.Contains(set[:], c) }) {
			list = append(list, set)
		}
	}
	return list
}

// hintable returns the cards that the dealer may name next.
func (g *game) hintable() cards.Bag {
	var all []cards.Card
	for _, set := range g.setsWithHint() {
		for _, c := range set {
			if !slices.Contains(g.hinted, c) && !slices.Contains(all, c) {
				all = append(all, c)
			}
		}
	}
	return cards.BagOf(all)
}

// Owed returns the cards that the dealer must lay, or the choice of a card to name as a hint.
func (g *game) Owed() (games.Owed, bool) {
	if g.owesHint {
		return games.Owed{Count: 1, From: g.hintable(), Deck: 1, Hint: true}, true
	}
	return g.Base.Owed()
}

// nameHint applies the dealer's move that names a card as a hint.
func (t *draft) nameHint(seat games.Seat, c cards.Card) error {
	if err := games.NeedDealer(seat); err != nil {
		return err
	}
	if !t.owesHint || !t.hintable().Has(c) {
		return games.Refuse("classic.no_such_hint")
	}
	t.owesHint = false
	t.hinted = append(slices.Clip(t.hinted), c)
	key := "classic.hint"
	if len(t.hinted) > 1 {
		key = "classic.hint_two"
	}
	t.Step.Tell(games.NewEvent(key, "labels", t.hintLabels(), "cards", t.hinted))
	return nil
}

// hintLabels returns the labels of the cards named so far, in the order in which they were named.
func (g *game) hintLabels() (labels games.Labels) {
	for _, c := range g.hinted {
		labels = append(labels, games.Letter(slices.Index(g.table, c)))
	}
	return labels
}

// putAside removes a set without giving it to a player.
func (t *draft) putAside(set [3]cards.Card) {
	places := make([]int, 0, 3)
	for i, c := range t.table {
		if slices.Contains(set[:], c) {
			places = append(places, i)
		}
	}
	three := []cards.Card{t.table[places[0]], t.table[places[1]], t.table[places[2]]}
	t.Step.Tell(games.NewMovingEvent("classic.aside", "labels", games.Labels(labelsOf(places)), "cards", three))
	t.aside++
	t.highlights.Take(games.Watcher, set, false)
	t.remove(games.Watcher, places, three)
}

// dropHint forgets the named cards once no set on the table contains them.
func (t *draft) dropHint() {
	if len(t.hinted) > 0 && len(t.setsWithHint()) == 0 {
		t.hinted = nil
	}
}

// setHintDeadline starts the clock for a request that the other players have not joined.
func (t *draft) setHintDeadline() {
	t.hintDeadline = games.Never
	if n, _ := t.Seats.CountAgreed(saidStuck); n > 0 && !t.isDealing() && t.caller == games.Watcher {
		t.hintDeadline = t.hintsFrom()
	}
}
