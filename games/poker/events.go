package poker

import (
	"fmt"

	"settable/games"
	"settable/games/cards"
)

// SET Poker has these events in addition to those that games share.
type (
	// antePaid says that a seat has paid its ante, perhaps with its last chips.
	antePaid struct {
		seat  games.Seat
		chips games.Chips
		allIn bool
	}
	// betAction says that a seat has made a move of a betting interval.
	betAction struct {
		seat    games.Seat
		move    games.Move
		paid    games.Chips
		level   games.Chips // what each player must have paid in this interval to stay in
		allIn   bool
		byClock bool // the clock acted because the seat's time was up
		forAway bool // the table acted because the seat's player is away
	}
)

// Say mentions an ante only if it took the player's last chips.
func (e antePaid) Say() games.Phrase {
	if !e.allIn {
		return games.Phrase{}
	}
	return games.Say("poker.last_ante", "who", e.seat, "chips", chips(e.chips))
}

// String returns an ante as it appears in the expected output of scripts.
func (e antePaid) String() string {
	return fmt.Sprintf("anted %s %d", games.SeatLetter(e.seat), e.chips)
}

func (e betAction) Say() games.Phrase {
	key, all, args := "poker.drops", "", []any{"who", e.seat}
	switch m := e.move.(type) {
	case Check:
		key = "poker.checks"
	case Bet:
		key, all, args = "poker.bets", "poker.bets_all", append(args, "paid", e.paid)
	case Call:
		key, all, args = "poker.calls", "poker.calls_all", append(args, "paid", e.paid)
	case Raise:
		key, all = "poker.raises", "poker.raises_all"
		args = append(args, "by", m.N, "to", e.level, "paid", e.paid)
	}
	if e.allIn && all != "" {
		key = all
	}
	said := games.Say(key, args...)
	if _, checks := e.move.(Check); e.forAway && checks {
		return games.Phrase{}
	}
	if e.byClock {
		return games.Say("poker.time_up", "said", said)
	}
	return said
}

// String returns a move as it appears in the expected output of scripts, even if players aren't told about the move.
func (e betAction) String() string { return games.SeatLetter(e.seat) + " is away: " + e.move.String() }

// CardsMoved reports true for a bet and a raise. They make older buttons outdated, because a "Call 2" must never pay 5
// chips.
func (e betAction) CardsMoved() bool {
	switch e.move.(type) {
	case Bet, Raise:
		return true
	}
	return false
}

func (antePaid) CardsMoved() bool { return false }

// potWon says that the n-th of several pots was decided. The first pot is the main pot.
type potWon struct {
	n, of int
	share games.PotShare
}

// Say names every winner, share and odd chip of one pot.
func (e potWon) Say() games.Phrase {
	p := e.share
	if p.Amount == 0 {
		return nobodyBet(p)
	}
	pot := potName(e.n, e.of)
	amount := chips(p.Amount)
	if len(p.Winners) > 1 {
		if p.Odd == 0 {
			return games.Say("poker.shared", "who", p.Winners, "pot", pot, "chips", amount, "share", p.Share)
		}
		return games.Say("poker.shared_odd", "who", p.Winners, "pot", pot, "chips", amount, "share", p.Share,
			"odd", oddChips(p), "to", p.OddTo, "by", oddRules[p.OddBy])
	}
	args := []any{"who", p.Winners, "pot", pot, "chips", amount}
	switch p.Won {
	case games.MostSets:
		return games.Say("poker.won_by_sets", append(args, "sets", mostSets(p))...)
	case games.LastRemaining:
		return games.Say("poker.won_by_last", args...)
	}
	return games.Say("poker.won", args...)
}

// nobodyBet returns the sentence about the end of a hand with an empty pot.
func nobodyBet(p games.PotShare) games.Phrase {
	switch {
	case p.Won == games.LastRemaining:
		return games.Say("poker.empty.last", "who", p.Winners)
	case p.Won == games.MostSets && len(p.Winners) > 1:
		return games.Say("poker.empty.tie", "who", p.Winners, "sets", mostSets(p))
	case p.Won == games.MostSets:
		return games.Say("poker.empty.one", "who", p.Winners, "sets", mostSets(p))
	}
	return games.Say("poker.empty.none", "who", p.Winners)
}

// mostSets returns a phrase with the number of sets that won a pot.
func mostSets(p games.PotShare) games.Phrase {
	most := 0
	for _, n := range p.Sets {
		most = max(most, n)
	}
	return sets(most)
}

func (potWon) CardsMoved() bool { return false }

func potName(n, of int) games.Phrase {
	switch {
	case of == 1:
		return games.Say("poker.the_pot")
	case n == 1:
		return games.Say("poker.main_pot")
	}
	return games.Say("poker.side_pot", "n", n-1)
}

// oddChips returns a phrase about the chips of a pot that could not be divided equally.
func oddChips(p games.PotShare) games.Phrase {
	if len(p.OddTo) > 1 {
		return games.Say("poker.odd_each")
	}
	return games.Say("poker.odd", "N", p.Odd)
}

var oddRules = map[games.OddBy]games.Phrase{
	games.FewestOdd:  games.Say("poker.odd_fewest"),
	games.LeftOdd:    games.Say("poker.odd_left"),
	games.OneEachOdd: games.Say("poker.odd_in_turn"),
}

// handShown returns the event that lists the sets of an exposed hand. It names the cards of only the first few sets.
func handShown(s games.Showing, hand [2]cards.Card) games.Event {
	const most = 3
	var these []games.Phrase
	for _, set := range s.Sets[:min(len(s.Sets), most)] {
		these = append(these, games.Say("poker.set_of", "own", set.Own, "common", set.Common))
	}
	if len(s.Sets) > most {
		these = append(these, games.Say("poker.more_sets", "N", len(s.Sets)-most))
	}
	if these == nil {
		return games.NewEvent("poker.has_none", "who", s.Seat, "hand", hand[:])
	}
	return games.NewEvent("poker.has_these", "who", s.Seat, "hand", hand[:], "sets", sets(len(s.Sets)), "these", these)
}

// explainPots explains for each pot of the last hand who could win it, how many sets these players had, and which rule
// decided.
func explainPots(pots []games.PotShare) (lines []games.Phrase) {
	for i, p := range pots {
		title := "poker.why.pot"
		switch {
		case i > 0:
			title = "poker.why.side_pot"
		case len(pots) > 1:
			title = "poker.why.main_pot"
		}
		lines = append(lines, games.Say(title, "n", i, "chips", chips(p.Amount)))
		lines = append(lines, games.Say("poker.why.eligible", "who", eligiblePlayers(p)),
			games.Say(winRules[p.Won], "who", p.Winners))
		if p.Odd > 0 {
			lines = append(lines, games.Say("poker.why.odd", "chips", p.Amount, "winners", len(p.Winners),
				"odd", oddChips(p), "to", p.OddTo, "by", oddRules[p.OddBy]))
		}
	}
	return lines
}

func eligiblePlayers(p games.PotShare) (all []games.Phrase) {
	for i, s := range p.Eligible {
		who := games.Say("poker.why.one", "who", s)
		if i < len(p.Sets) {
			who = games.Say("poker.why.one_with", "who", s, "sets", sets(p.Sets[i]))
		}
		all = append(all, who)
	}
	return all
}

var winRules = map[games.WonBy]string{
	games.MostSets:      "poker.why.most_sets",
	games.NoSets:        "poker.why.no_sets",
	games.LastRemaining: "poker.why.last_left",
	games.DeckEmpty:     "poker.why.deck_empty",
}

// chips returns an amount in words, such as "1 chip" or "3 chips".
func chips(n games.Chips) games.Phrase { return games.Say("games.chips", "N", n) }

// sets returns a number of sets in words, such as "no set", "one set" or "3 sets".
func sets(n int) games.Phrase {
	if n == 0 {
		return games.Say("poker.no_set")
	}
	return games.Say("poker.sets", "N", n)
}
