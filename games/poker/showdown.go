package poker

import (
	"slices"
	"time"

	"settable/games"
	"settable/games/cards"
)

// askToShow asks all players who are still in whether they wish to show (Poker 7).
func (t *draft) askToShow() {
	t.phase, t.deadline = asking, games.Never
	t.seats.ResetHurry(t.at)
	if t.answerTime() > 0 {
		t.deadline = t.at.Add(t.answerTime())
	}
	for i := range t.seats.Players {
		t.seats.Players[i].remark = games.Phrase{}
	}
	present := t.fromDealersLeft(func(s games.Seat) bool { return t.active(s) && t.seats.IsPresent(s) })
	switch {
	case len(present) == 0: // an away seat isn't asked (Presence 4)
	case t.silenceIsAnswer():
		t.step.Tell(games.NewMovingEvent("poker.asked_quickly", "who", present, "N", int(t.answerTime().Seconds())))
	case t.bettingOver() && t.settings.turnTime > 0:
		t.step.Tell(games.NewMovingEvent("poker.asked_last", "who", present, "N", int(t.answerTime().Seconds())))
	default:
		t.step.Tell(games.NewMovingEvent("poker.asked", "who", present, "interval", t.interval))
	}
}

// shortTurn is how long players have to look at one more card.
const shortTurn = 10 * time.Second

// answerTime returns how long players have to answer the question; 0 means that there is no clock. If no one can bet any
// more, the rest of the hand is a series of questions, so players have only a short time for each. The time must not
// depend on hidden cards, because it would reveal who could have shown.
func (t *draft) answerTime() time.Duration {
	if t.silenceIsAnswer() {
		return t.settings.showTime
	}
	if t.bettingOver() {
		return min(t.settings.turnTime, shortTurn)
	}
	return t.settings.turnTime
}

// silenceIsAnswer reports whether silence counts as a pass. It does if the showdown question has its own clock.
func (g *game) silenceIsAnswer() bool { return g.settings.showTime > 0 }

// passSilent passes for all players who haven't answered in time.
func (t *draft) passSilent() {
	silent := t.fromDealersLeft(t.pending)
	for _, s := range silent {
		t.countSilence(s)
		if t.silenceIsAnswer() {
			t.markPassed(s)
		} else {
			t.recordPass(s)
		}
	}
	if t.silenceIsAnswer() {
		t.step.Tell(games.NewEvent("poker.nobody_shows"))
	}
	t.continueAfterAnswer()
}

// countSilence records that the clock passes for a seat. One silent short turn doesn't count as a missed turn, because
// players who can no longer bet often just watch. Two silent short turns in a row count as one missed turn. If silence
// counts as an answer, a player who can still bet doesn't miss a turn by staying silent, because missed bets will show
// whether that player is gone.
func (t *draft) countSilence(s games.Seat) {
	isAnswer := t.silenceIsAnswer()
	if isAnswer && t.canBet(s) && !t.bettingOver() {
		return
	}
	p := t.seats.Of(s)
	p.wasSilent = (isAnswer || t.bettingOver()) && !p.wasSilent
	if !p.wasSilent {
		t.seats.CountMiss(s)
	}
}

// mayAnswer returns a refusal if the seat has no question to answer.
func (g *game) mayAnswer(s games.Seat) error {
	if err := g.inHand(s); err != nil {
		return err
	}
	switch {
	case g.phase != asking:
		return games.Refuse("poker.not_asked_yet")
	case g.seats.Of(s).passed:
		return games.Refuse("poker.has_passed")
	}
	return nil
}

// show exposes all hands that are still in play (Poker 7). Unless the table has show_needs_set=false, it privately
// refuses a player without a set.
func (t *draft) show(s games.Seat) error {
	if err := t.mayAnswer(s); err != nil {
		return err
	}
	if !t.mayShow(s) {
		return games.RefuseInSecret("poker.no_set_to_show")
	}
	t.seats.Of(s).alwaysPass = false
	t.step.Tell(games.NewEvent("poker.shows", "who", s))
	t.showdown()
	return nil
}

func (g *game) mayShow(s games.Seat) bool {
	return !g.settings.showNeedsSet || hasSet(g.seats.Of(s).cards, g.center)
}

func (t *draft) pass(s games.Seat) error {
	if err := t.mayAnswer(s); err != nil {
		return err
	}
	t.seats.Of(s).wasSilent = false
	t.recordPass(s)
	t.continueAfterAnswer()
	return nil
}

// recordPass records that a seat does not wish to show.
func (t *draft) recordPass(s games.Seat) {
	t.markPassed(s)
	of := t.seats.Count(t.active)
	passes := []any{"who", s, "n", of - t.seats.Count(t.pending), "of", of}
	if t.byClock {
		t.step.Tell(games.NewEvent("poker.time_up", "said", games.Say("poker.passes", passes...)))
	} else {
		t.step.Tell(games.NewEvent("poker.passes", passes...))
	}
}

func (t *draft) markPassed(s games.Seat) {
	t.seats.Of(s).passed, t.seats.Of(s).remark = true, games.Say("poker.said.pass")
}

// setAlwaysPass sets whether a player passes all later showdown questions in advance. The setting is secret, so nothing
// that other players see may change.
func (t *draft) setAlwaysPass(s games.Seat, pass bool) error {
	p := t.seats.Of(s)
	switch {
	case t.phase == gathering:
		return games.ErrGathering
	case p.alwaysPass == pass && pass:
		return games.RefuseInSecret("poker.passes_already")
	case p.alwaysPass == pass:
		return games.RefuseInSecret("poker.is_asked_already")
	}
	p.alwaysPass = pass
	if len(t.step.Events) > 0 {
		return nil // the events already say that the player is back, which is no secret
	}
	t.step.Secret = true
	if pass {
		t.step.Tell(games.NewEvent("poker.always_passes", "who", s))
	} else {
		t.step.Tell(games.NewEvent("poker.always_asked", "who", s))
	}
	return nil
}

// alwaysPasses reports whether a seat passes all showdown questions in advance.
func (g *game) alwaysPasses(s games.Seat) bool {
	return s > games.Watcher && int(s) <= len(g.seats.Players) && g.seats.Of(s).alwaysPass
}

// Answers returns the passes that players have left in advance, while the showdown question is asked.
func (g *game) Answers() (list []games.Action) {
	if g.phase != asking {
		return nil
	}
	for _, s := range g.seats.Where(func(s games.Seat) bool { return g.pending(s) && g.alwaysPasses(s) }) {
		list = append(list, games.Action{Seat: s, Move: Pass{}})
	}
	return list
}

// clearAlwaysPass drops the advance answers of players who leave or go away.
func (t *draft) clearAlwaysPass() {
	for i := range t.seats.Players {
		if !t.seats.IsPresent(games.Seat(i + 1)) {
			t.seats.Players[i].alwaysPass = false
		}
	}
}

// continueAfterAnswer continues after a player has passed or left. If all have passed, the centre gets one more card
// (Poker 7). If no cards are left, all players must show (Poker 11).
func (t *draft) continueAfterAnswer() {
	switch {
	case t.seats.Count(t.active) == 1:
		t.awardToLastRemaining()
	case t.seats.Count(t.pending) > 0:
	case t.settings.centerMax > 0 && len(t.center) >= t.settings.centerMax,
		t.unseen.Len() == 0 && !t.settings.splitWhenExhausted:
		t.step.Tell(games.NewEvent("poker.forced", "who", t.fromDealersLeft(t.active)))
		t.showdown()
	case t.unseen.Len() == 0:
		t.splitPot()
	default:
		t.phase, t.deadline, t.owed = dealing, games.Never, 1
	}
}

// showdown exposes all hands that are still in play, counts their sets and pays the pots (Poker 7 and 8).
func (t *draft) showdown() {
	t.shown = true
	for _, s := range t.fromDealersLeft(t.active) {
		p := t.seats.Of(s)
		p.sets = len(t.countedSets(s))
		p.remark = sets(p.sets)
	}
	t.tellSets()
	for _, l := range layers(t.stakes()) {
		best := 0
		for _, s := range l.eligible {
			best = max(best, s.sets)
		}
		var winners []stake
		var sets []int
		for _, s := range l.eligible {
			sets = append(sets, s.sets)
			if s.sets == best {
				winners = append(winners, s)
			}
		}
		won := games.MostSets
		if best == 0 {
			won = games.NoSets // all are tied (Poker 11)
		}
		t.awardPot(l, winners, sets, won)
	}
	t.settle()
}

// tellSets reports the sets of each hand. If no hand has a set, it says so once.
func (t *draft) tellSets() {
	all := t.showings()
	if !slices.ContainsFunc(all, func(s games.Showing) bool { return len(s.Sets) > 0 }) {
		t.step.Tell(games.NewEvent("poker.nobody_has", "who", t.fromDealersLeft(t.active)))
		return
	}
	for _, s := range all {
		t.step.Tell(handShown(s, t.seats.Of(s.Seat).cards))
	}
}

// splitPot divides each pot equally among the players who could win it. It is used for exhausted=split.
func (t *draft) splitPot() {
	for _, l := range layers(t.stakes()) {
		t.awardPot(l, l.eligible, nil, games.DeckEmpty)
	}
	t.settle()
}

// awardToLastRemaining gives the pot to the last player left (Poker 6).
func (t *draft) awardToLastRemaining() {
	t.toAct = games.Watcher
	var last stake
	for _, s := range t.stakes() {
		if s.active {
			last = s
		}
	}
	all := layer{amount: t.pot(), eligible: []stake{last}}
	t.awardPot(all, all.eligible, nil, games.LastRemaining)
	t.settle()
}

func (g *game) stakes() []stake {
	dealt := g.fromDealersLeft(func(s games.Seat) bool { return g.seats.Of(s).dealt })
	list := make([]stake, len(dealt))
	for i, s := range dealt {
		p := g.seats.Of(s)
		list[i] = stake{seat: s, paid: p.paid, active: !p.dropped, chips: p.chips, sets: p.sets}
	}
	return list
}

// awardPot decides one pot and adds the shares to the gains of its winners. The chips are paid once all pots are
// decided.
func (t *draft) awardPot(l layer, winners []stake, sets []int, won games.WonBy) {
	p := sharePot(l.amount, winners, t.settings.oddChipsOneEach)
	p.Won, p.Sets = won, sets
	for _, s := range l.eligible {
		p.Eligible = append(p.Eligible, s.seat)
	}
	payouts(p, func(s games.Seat, n games.Chips) { t.seats.Of(s).gain += n })
	t.pots = append(t.pots, p)
}

// showings returns the exposed hands, from the dealer's left, with the sets that count. It lists the hand cards of each
// set separately from its centre cards.
func (g *game) showings() (list []games.Showing) {
	if !g.shown {
		return nil
	}
	for _, s := range g.fromDealersLeft(g.active) {
		hand := cards.BagOf(g.seats.Of(s).cards[:])
		showing := games.Showing{Seat: s}
		for _, three := range g.countedSets(s) {
			var set games.ShownSet
			for _, c := range three {
				if hand.Has(c) {
					set.Own = append(set.Own, c)
				} else {
					set.Common = append(set.Common, c)
				}
			}
			showing.Sets = append(showing.Sets, set)
		}
		list = append(list, showing)
	}
	return list
}

func (g *game) countedSets(s games.Seat) [][3]cards.Card {
	return countedSets(setsOf(g.seats.Of(s).cards, g.center), g.settings.disjointSets)
}

// setsOf lists the sets that consist of one hand card and two centre cards, or of two hand cards and one centre card
// (Poker 8).
func setsOf(hand [2]cards.Card, center []cards.Card) [][3]cards.Card {
	var found [][3]cards.Card
	there := cards.BagOf(center)
	if third := cards.Third(hand[0], hand[1]); there.Has(third) {
		found = append(found, [3]cards.Card{hand[0], hand[1], third})
	}
	for _, own := range hand {
		left := there
		for _, c := range center {
			left = left.Without(c) // each pair is tried only once
			if third := cards.Third(own, c); left.Has(third) {
				found = append(found, [3]cards.Card{own, c, third})
			}
		}
	}
	return found
}

// hasSet reports whether setsOf would find a set. It stops at the first one.
func hasSet(hand [2]cards.Card, center []cards.Card) bool {
	there := cards.BagOf(center)
	if there.Has(cards.Third(hand[0], hand[1])) {
		return true
	}
	for _, own := range hand {
		for _, c := range center {
			if there.Has(cards.Third(own, c)) {
				return true
			}
		}
	}
	return false
}

// countedSets returns the sets that count: all sets (Poker 8) or, with count=disjoint, as many as possible without a
// common card.
func countedSets(sets [][3]cards.Card, disjoint bool) [][3]cards.Card {
	if !disjoint || len(sets) < 2 {
		return sets
	}
	// Each set uses one of the two hand cards, so at most two sets are disjoint.
	for i, a := range sets {
		for _, b := range sets[i+1:] {
			if !haveCommonCard(a, b) {
				return [][3]cards.Card{a, b}
			}
		}
	}
	return sets[:1]
}

func haveCommonCard(a, b [3]cards.Card) bool {
	return slices.ContainsFunc(a[:], func(c cards.Card) bool { return slices.Contains(b[:], c) })
}
