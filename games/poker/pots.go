package poker

import (
	"slices"

	"settable/games"
)

// A stake is what a seat has in the pot when the pot is decided.
type stake struct {
	seat   games.Seat
	paid   games.Chips
	active bool // has not dropped
	chips  games.Chips
	sets   int
}

// A layer is one pot: the main pot, or a side pot for those who paid more.
type layer struct {
	amount   games.Chips
	eligible []stake
}

// layers splits the pot into a main pot and side pots, one for each different amount that players still in the pot have
// paid. Only players who have paid their full share of a layer can win it. The chips of players who have dropped are in
// the layers up to the amount they paid; anything beyond the last level is in the last layer.
func layers(stakes []stake) []layer {
	var levels []games.Chips
	for _, s := range stakes {
		if s.active && !slices.Contains(levels, s.paid) {
			levels = append(levels, s.paid)
		}
	}
	slices.Sort(levels)
	list := make([]layer, 0, len(levels))
	var below games.Chips
	for i, level := range levels {
		var l layer
		for _, s := range stakes {
			top := min(s.paid, level)
			if i == len(levels)-1 {
				top = s.paid
			}
			l.amount += max(0, top-below)
			if s.active && s.paid >= level {
				l.eligible = append(l.eligible, s)
			}
		}
		below = level
		if l.amount > 0 || len(levels) == 1 {
			list = append(list, l)
		}
	}
	return list
}

// sharePot divides a layer among the tied winners, who must be listed from the dealer's left (Poker 9).
func sharePot(amount games.Chips, winners []stake, oneEach bool) games.PotShare {
	n := games.Chips(len(winners))
	p := games.PotShare{Amount: amount, Share: amount / n, Odd: amount % n}
	for _, w := range winners {
		p.Winners = append(p.Winners, w.seat)
	}
	if p.Odd == 0 {
		return p
	}
	fewest := slices.MinFunc(winners, func(a, b stake) int { return int(a.chips - b.chips) }).chips
	var poorest []games.Seat
	for _, w := range winners {
		p.Stacks = append(p.Stacks, w.chips)
		if w.chips == fewest {
			poorest = append(poorest, w.seat)
		}
	}
	switch {
	case len(poorest) == 1:
		p.OddBy, p.OddTo = games.FewestOdd, poorest
	case oneEach:
		p.OddBy = games.OneEachOdd
		for i := range int(p.Odd) {
			p.OddTo = append(p.OddTo, poorest[i%len(poorest)])
		}
	default:
		p.OddBy, p.OddTo = games.LeftOdd, poorest[:1]
	}
	return p
}

// payouts calls pay for the share of each winner of a pot, and then for each seat that gets odd chips.
func payouts(p games.PotShare, pay func(games.Seat, games.Chips)) {
	for _, s := range p.Winners {
		pay(s, p.Share)
	}
	for _, s := range p.OddTo {
		if p.OddBy == games.OneEachOdd {
			pay(s, 1)
		} else {
			pay(s, p.Odd)
		}
	}
}
