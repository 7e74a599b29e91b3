package english

import (
	"slices"

	"settable/games"
	"settable/games/cards"
)

// continueGame carries out all automatic steps: it fills hands and continues the setup wave by wave. If nothing can
// match any more, it ends the game or stops for a decision.
func (t *draft) continueGame() {
	for {
		if n := min(t.missingCards(), t.packSize()); n > 0 {
			t.oweCards(n)
			return
		}
		t.drawQueue = nil
		switch t.phase {
		case dealing:
			t.phase = setup
		case setup:
			same := t.samePairs()
			switch {
			case t.mayRedeal() && t.pairWouldReturn(same):
				t.redeal()
			case t.pairWouldReturn(same):
				t.phase = playing
				t.lastRanks(t.heldRanks())
				t.endByScore()
				return
			case t.playWave(same):
			case t.mayRedeal() && t.isDecided(t.heldRanks()):
				t.redeal()
			default:
				t.endSetup()
			}
		default:
			t.settleUnmatched()
			return
		}
	}
}

// mayRedeal reports whether the cards may still be dealt again.
func (g *game) mayRedeal() bool {
	return g.settings.redeal && (g.phase == dealing || g.phase == setup)
}

// endSetup begins the play, and counts the sets that weren't counted while the cards could be dealt again.
func (t *draft) endSetup() {
	counted := !t.mayRedeal()
	t.phase = playing
	if counted {
		return
	}
	for _, s := range t.sets {
		if s.complete() {
			t.countSet(s.owner)
		}
	}
}

// redeal collects all cards and deals again, because the setup ended the game before the first starter.
func (t *draft) redeal() {
	t.step.Tell(games.NewMovingEvent("english.redealt"))
	for i := range t.seats.Players {
		t.seats.Players[i].hand = hand{}
	}
	t.sets, t.setsLaid, t.fresh = [ranks]set{}, 0, cards.Bag{}
	t.unseen, t.buriedCards, t.phase = cards.StandardPack(), nil, dealing
	t.shuffle()
}

// playWave plays one wave of the setup, after which hands are filled. The argument lists the ranks of which two players
// each hold a pair. It returns false if nothing changed, which ends the setup.
func (t *draft) playWave(same []int) bool {
	for _, r := range same {
		holders, _ := t.holders(r)
		t.tell(pairsReturned(holders, r))
		t.returnCards(t.collect(r))
	}
	if len(same) > 0 {
		t.shuffle()
	}
	laid := t.layEqual()
	return t.joinHands() || laid || len(same) > 0
}

// samePairs lists the ranks of which two players each hold a pair (English 1.1).
func (g *game) samePairs() (list []int) {
	for r := range ranks {
		if holders, _ := g.holders(r); len(holders) == 2 && g.seats.Of(holders[0]).hand.count(r) == 2 &&
			g.seats.Of(holders[1]).hand.count(r) == 2 {
			list = append(list, r)
		}
	}
	return list
}

// pairWouldReturn reports whether the setup would never end, because the pack is empty and only the same pair can come
// back (English 1). Players then have nothing else to lay, and whoever draws the four cards, two players end up with
// the same pair again. Apart from the rank of the pair, there are fewer ranks than players, so no stalemate is possible
// and the other ranks are the last ones.
func (t *draft) pairWouldReturn(same []int) bool {
	if len(same) != 1 || t.packSize() > 0 {
		return false
	}
	for _, s := range t.seats.Roster.Seats() {
		for r := range ranks {
			if r != same[0] && t.seats.Of(s).hand.count(r) > 1 {
				return false
			}
		}
	}
	next := *t.game
	after := draft{game: &next}
	after.seats.Players = slices.Clone(t.seats.Players)
	for _, c := range after.collect(same[0]) {
		after.seats.Of(after.nextDrawer()).hand.take(c)
	}
	return len(after.samePairs()) > 0
}

// layEqual lays all pairs, threes and fours from each hand (English 1.2).
func (t *draft) layEqual() (laid bool) {
	for _, s := range t.seats.Roster.Seats() {
		for r := range ranks {
			if n := t.seats.Of(s).hand.count(r); n > 1 {
				t.layHand(s, r)
				laid = true
			}
		}
	}
	return laid
}

// joinHands moves cards from hands to incomplete sets of their rank (English 1.3).
func (t *draft) joinHands() (joined bool) {
	for r := range ranks {
		if !t.sets[r].incomplete() {
			continue
		}
		for _, c := range t.collect(r) {
			t.addToSet(c)
			joined = true
		}
	}
	return joined
}
