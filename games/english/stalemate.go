package english

import (
	"slices"

	"settable/games"
)

// settleUnmatched ends the play if no card in the pack can still match. The hands then hold all four cards of each of
// their ranks. If the number of ranks equals the number of players, the game is in a stalemate, and the players must
// agree how to continue. With fewer ranks, the pack is empty, these ranks are the last ones, and the game is over.
func (t *draft) settleUnmatched() {
	held := t.heldRanks()
	switch {
	case t.canMatch():
	case !t.isDecided(held):
		t.phase, t.deadline = stalemate, games.Never
		t.seats.ResetHurry(t.at)
		if t.hasChoice() {
			t.step.Tell(stalemateBegan(t.packSize()))
		} else {
			t.step.Tell(games.NewMovingEvent("english.stalemate_alone"))
		}
	default:
		t.lastRanks(held)
		t.endByScore()
	}
}

// isDecided reports whether no card can match any more and the hands hold too few ranks for a stalemate.
func (g *game) isDecided(held []int) bool {
	return !g.canMatch() && len(held) != g.seats.Roster.SeatedCount()
}

// canMatch reports whether the pack has a card whose rank is in a hand or an incomplete set. The answer reveals nothing
// about the pack, because players who count cards know it too.
func (g *game) canMatch() bool {
	for r := range ranks {
		inHands := 0
		for _, s := range g.seats.Roster.Seats() {
			inHands += g.seats.Of(s).hand.count(r)
		}
		if n := inHands + g.sets[r].n; n > 0 && n < full {
			return true
		}
	}
	return false
}

// Waiting lists the present players who have not yet chosen how to continue after a stalemate.
func (g *game) Waiting() (list []games.Seat) {
	if g.phase != stalemate || !g.hasChoice() {
		return nil
	}
	for s := range g.seats.PresentPeople() {
		if g.seats.Of(s).choice == "" {
			list = append(list, s)
		}
	}
	return list
}

// choices returns the choices available in this stalemate (English 4).
func (g *game) choices() []Choice {
	list := []Choice{Exchange}
	if g.packSize() > 0 {
		list = append(list, Reshuffle)
	}
	if g.settings.discount {
		list = append(list, Discount)
	}
	return list
}

// hasChoice reports whether the players have more than one choice. If they have only one choice, the clock makes it at
// once, but a player may also make it first.
func (g *game) hasChoice() bool { return len(g.choices()) > 1 }

// choiceWords returns the choices in words, such as "exchange or reshuffle".
func (g *game) choiceWords() games.Phrase {
	list := g.choices()
	if len(list) == 1 {
		return phrase("one_choice", "a", list[0].typed())
	}
	words := phrase("choices", "a", list[0].typed(), "b", list[1].typed())
	if len(list) > 2 {
		words = phrase("three_choices", "a", list[0].typed(), "b", list[1].typed(), "c", list[2].typed())
	}
	return words
}

// chooseInStalemate records a player's choice. Players can change it until all have made the same choice (English 4).
func (t *draft) chooseInStalemate(s games.Seat, c Choice) error {
	switch {
	case t.phase == gathering:
		return games.ErrGathering
	case t.phase == playing:
		return games.Refuse("english.no_stalemate")
	case c == Discount && !t.settings.discount:
		return games.Refuse("english.no_discount", "choices", t.choiceWords())
	case c == Reshuffle && t.packSize() == 0:
		return games.Refuse("english.pack_empty", "choices", t.choiceWords())
	case t.seats.Of(s).choice == c:
		return games.Refuse("english.chosen_already")
	}
	t.seats.Of(s).choice = c
	agreed, of := t.seats.CountAgreed(func(p *player) bool { return p.choice == c })
	t.step.Tell(choiceMade(s, c, agreed, of))
	return nil
}

// carryOutAgreed carries out a choice that all present players have made.
func (t *draft) carryOutAgreed() {
	for _, c := range t.choices() {
		if n, of := t.seats.CountAgreed(func(p *player) bool { return p.choice == c }); of > 0 && n == of {
			t.carryOut(c)
			return
		}
	}
}

// decideStalemate ends a stalemate when its time is up. Players who haven't chosen count as agreeing with the majority
// (Presence 6). It carries out the most popular choice; in a tie, or if no one has chosen, it carries out the first
// choice.
func (t *draft) decideStalemate() {
	best, most := t.choices()[0], 0
	for _, c := range t.choices() {
		if n, _ := t.seats.CountAgreed(func(p *player) bool { return p.choice == c }); n > most {
			best, most = c, n
		}
	}
	for s := range t.seats.PresentPeople() {
		if t.hasChoice() && t.seats.Of(s).choice == "" {
			t.seats.CountMiss(s)
		}
	}
	t.carryOut(best)
}

func (t *draft) carryOut(c Choice) {
	switch c {
	case Exchange:
		t.exchange()
	case Reshuffle:
		t.reshuffle()
	case Discount:
		t.tell(cardsDiscounted(noRank))
		t.endByScore()
		return
	}
	t.resumePlay()
}

func (t *draft) resumePlay() {
	t.clearChoices()
	t.seats.StopHurry()
	t.phase, t.deadline = playing, games.Never
	t.continueGame()
}

func (t *draft) clearChoices() {
	for i := range t.seats.Players {
		t.seats.Players[i].choice = ""
	}
}

// exchange gives each player a complete set and moves as few cards as possible (English 4). If there is more than one
// such exchange, lower seats get lower ranks. The ace is the lowest rank.
func (t *draft) exchange() {
	seats := t.seats.Roster.Seats()
	share := t.share(seats, t.heldRanks())
	t.tell(setsExchanged(seats))
	for i, s := range seats {
		t.tell(setDeclared(s, share[i]))
		t.laySet(s, t.collect(share[i]))
	}
}

// share assigns one rank to each seat, so that players keep as many of their cards as possible. It tries all orders, at
// most 720, starting with the lowest ranks.
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
				try(append(given, r), kept+g.seats.Of(s).hand.count(r))
			}
		}
	}
	try(make([]int, 0, len(seats)), 0)
	return best
}

// reshuffle returns the hands to the pack, shuffles the pack and refills the hands (English 4).
func (t *draft) reshuffle() {
	for _, s := range t.seats.Roster.Seats() {
		t.returnCards(t.seats.Of(s).hand.list())
		t.seats.Of(s).hand = hand{}
	}
	t.shuffle()
	t.tell(handsReshuffled(t.packSize()))
}
