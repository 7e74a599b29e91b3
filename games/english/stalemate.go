package english

import (
	"slices"
	"strings"

	"settable/games"
)

// settle looks whether a card of the pack can still match. If none can, the
// hands hold whole ranks: as many as there are players, and they must agree on
// something; or fewer, when the pack is empty, and these are the last ones.
func (t *turn) settle() {
	held := t.held()
	switch {
	case t.canMatch():
	case len(held) == t.roster.Here():
		t.phase = stalemate
		t.step.Tell(games.OldEvent{Kind: games.Stalemate, N: t.pack()})
	default:
		t.lastRanks(held)
		t.over()
	}
}

// canMatch tells whether the pack has a card of a rank that lies in an
// incomplete set or is in a hand. Who counts knows that without seeing the pack.
func (g *game) canMatch() bool {
	for r := range ranks {
		inHands := 0
		for _, s := range g.roster.Seats() {
			inHands += g.of(s).hand.count(r)
		}
		if n := inHands + g.sets[r].n; n > 0 && n < full {
			return true
		}
	}
	return false
}

// choices are those there are in this stalemate: "`exchange` … or, with cards
// in the pack, `reshuffle` …; option `discount=true` adds `discount`".
func (g *game) choices() []Choice {
	list := []Choice{Exchange}
	if g.pack() > 0 {
		list = append(list, Reshuffle)
	}
	if g.house.discount {
		list = append(list, Discount)
	}
	return list
}

func (g *game) choiceWords() string {
	list := mapped(g.choices(), Choice.String)
	last := len(list) - 1
	if last == 0 {
		return list[0]
	}
	return strings.Join(list[:last], ", ") + " or " + list[last]
}

// choose: "By agreement (all choose the same)". A choice may be changed.
func (t *turn) choose(s games.Seat, c Choice) error {
	switch {
	case t.phase == gathering:
		return games.OldIllegal("The game has not started yet: say start.")
	case t.phase == playing:
		return games.OldIllegal("There is no stalemate: turn the next starter.")
	case c == Discount && !t.house.discount:
		return games.OldRefuse("At this table hands are not discounted: choose %s.", t.choiceWords())
	case c == Reshuffle && t.pack() == 0:
		return games.OldRefuse("The pack is empty, so there is nothing to draw from: choose %s.", t.choiceWords())
	case t.of(s).said == c:
		return games.OldIllegal("You have chosen that already; it is done when all choose the same.")
	}
	t.of(s).said = c
	agreed, of := 0, t.roster.Here()
	for _, other := range t.roster.Seats() {
		if t.of(other).said == c {
			agreed++
		}
	}
	t.step.Tell(games.OldEvent{Kind: games.Chose, Seat: s, Words: c.String(), N: agreed, Of: of})
	if agreed < of {
		return nil
	}
	switch c {
	case Exchange:
		t.exchange()
	case Reshuffle:
		t.reshuffle()
	case Discount:
		t.step.Tell(games.OldEvent{Kind: games.Discounted})
		t.over()
		return nil
	}
	t.resume()
	return nil
}

// resume plays on after a decision.
func (t *turn) resume() {
	t.forget()
	t.phase = playing
	t.goOn()
}

// forget clears what was chosen.
func (t *turn) forget() {
	for i := range t.players {
		t.players[i].said = ""
	}
}

// exchange: "each gets one complete set, as few cards as possible change
// hands, declared". Where several ways are as good, the first seat gets the
// lowest rank, the ace being the lowest.
func (t *turn) exchange() {
	seats := t.roster.Seats()
	share := t.share(seats, t.held())
	moved := 0
	for i, s := range seats {
		moved += full - t.of(s).hand.count(share[i])
	}
	t.step.Tell(games.OldEvent{Kind: games.Exchanged, Seats: seats, N: moved})
	for i, s := range seats {
		t.lay(s, t.collect(share[i]))
	}
}

// share gives each seat one of the ranks, so that together they keep the most
// cards. It tries all orders, at most 720, from the lowest rank on.
func (g *game) share(seats []games.Seat, held []int) (best []int) {
	most := -1
	var try func(given []int, kept int)
	try = func(given []int, kept int) {
		if len(given) == len(seats) {
			if kept > most {
				best, most = slices.Clone(given), kept
			}
			return
		}
		s := seats[len(given)]
		for _, r := range held {
			if !slices.Contains(given, r) {
				try(append(given, r), kept+g.of(s).hand.count(r))
			}
		}
	}
	try(make([]int, 0, len(seats)), 0)
	return best
}

// reshuffle: "hand cards go back, shuffle, fill up".
func (t *turn) reshuffle() {
	for _, s := range t.roster.Seats() {
		t.back(t.of(s).hand.list())
		t.of(s).hand = hand{}
	}
	t.shuffle()
	t.step.Tell(games.OldEvent{Kind: games.Reshuffled, N: t.pack()})
}
