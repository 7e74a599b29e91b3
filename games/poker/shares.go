package poker

import (
	"settable/games"
	"settable/games/cards"
)

// potWon: the n-th of several pots was decided; the main pot is the first.
type potWon struct {
	n, of int
	share games.PotShare
}

// Say names every winner, share and odd chip of one pot.
func (e potWon) Say() games.Phrase {
	p := e.share
	pot := potName(e.n, e.of)
	amount := chips(p.Amount)
	if len(p.Winners) > 1 {
		if p.Odd == 0 {
			return games.Say("poker.shared", "who", p.Winners, "pot", pot, "chips", amount, "share", p.Share)
		}
		return games.Say("poker.shared_odd", "who", p.Winners, "pot", pot, "chips", amount, "share", p.Share,
			"odd", odd(p), "to", p.OddTo, "by", oddBy[p.OddBy])
	}
	args := []any{"who", p.Winners, "pot", pot, "chips", amount}
	switch p.Won {
	case games.MostSets:
		most := 0
		for _, n := range p.Sets {
			most = max(most, n)
		}
		return games.Say("poker.won_by_sets", append(args, "sets", sets(most))...)
	case games.LastLeft:
		return games.Say("poker.won_by_last", args...)
	}
	return games.Say("poker.won", args...)
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

// odd names the chips of a pot that did not divide.
func odd(p games.PotShare) games.Phrase {
	if len(p.OddTo) > 1 {
		return games.Say("poker.odd_each")
	}
	return games.Say("poker.odd", "N", p.Odd)
}

var oddBy = map[games.OddBy]games.Phrase{
	games.FewestOdd:  games.Say("poker.odd_fewest"),
	games.LeftOdd:    games.Say("poker.odd_left"),
	games.OneEachOdd: games.Say("poker.odd_in_turn"),
}

// has is the event that tells which sets a turned-up hand holds; it names the cards of only the first
// few.
func has(s games.Showing, hand [2]cards.Card) games.Event {
	const most = 3
	var these []games.Phrase
	for _, set := range s.Sets[:min(len(s.Sets), most)] {
		these = append(these, games.Say("poker.set_of", "own", set.Own, "common", set.Common))
	}
	if len(s.Sets) > most {
		these = append(these, games.Say("poker.more_sets", "N", len(s.Sets)-most))
	}
	args := []any{"who", s.Seat, "hand", hand[:], "sets", sets(len(s.Sets))}
	if these == nil {
		return games.News("poker.has", args...)
	}
	return games.News("poker.has_these", append(args, "these", these)...)
}

// why explains how the pots of the hand just over were shared, pot by pot: who could win it, what
// they had, and by which rule it went.
func why(pots []games.PotShare) (lines []games.Phrase) {
	for i, p := range pots {
		title := "poker.why.pot"
		switch {
		case i > 0:
			title = "poker.why.side_pot"
		case len(pots) > 1:
			title = "poker.why.main_pot"
		}
		lines = append(lines, games.Say(title, "n", i, "chips", chips(p.Amount)))
		lines = append(lines, games.Say("poker.why.eligible", "who", eligible(p)),
			games.Say(wonBy[p.Won], "who", p.Winners))
		if p.Odd > 0 {
			lines = append(lines, games.Say("poker.why.odd", "chips", p.Amount, "winners", len(p.Winners),
				"odd", odd(p), "to", p.OddTo, "by", oddBy[p.OddBy]))
		}
	}
	return lines
}

func eligible(p games.PotShare) (all []games.Phrase) {
	for i, s := range p.Eligible {
		who := games.Say("poker.why.one", "who", s)
		if i < len(p.Sets) {
			who = games.Say("poker.why.one_with", "who", s, "sets", sets(p.Sets[i]))
		}
		all = append(all, who)
	}
	return all
}

var wonBy = map[games.WonBy]string{
	games.MostSets:  "poker.why.most_sets",
	games.NoSets:    "poker.why.no_sets",
	games.LastLeft:  "poker.why.last_left",
	games.DeckEmpty: "poker.why.deck_empty",
}

// chips is an amount in words: "1 chip", "3 chips".
func chips(n games.Chips) games.Phrase { return games.Say("games.chips", "N", n) }

// sets is a number of sets in words: "no set", "one set", "3 sets".
func sets(n int) games.Phrase {
	if n == 0 {
		return games.Say("poker.no_set")
	}
	return games.Say("poker.sets", "N", n)
}
