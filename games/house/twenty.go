package house

import (
	"math/rand/v2"
	"slices"

	"settable/games"
	"settable/games/cards"
)

// Twenty plays the sets that rid it of most personal cards, mostly after
// another look, and never a wrong one. Where it sees none it says so, and draws
// where nobody is asked or when it has said so.
func Twenty(v games.View, luck *rand.Rand) string {
	hand := faces(v, v.Viewer)
	sets := cards.Sets(append(faces(v, games.Watcher), hand...))
	switch {
	case may(v, "next"):
		return "next"
	case !may(v, "set"):
		return ""
	case len(sets) > 0 && luck.IntN(3) > 0:
		return "" // it has not found it yet
	case len(sets) > 0:
		return claim(richest(sets, hand), luck)
	case may(v, "none"):
		return "none"
	case may(v, "draw") && luck.IntN(3) == 0:
		return "draw"
	}
	return ""
}

// richest are the sets with the most cards of the hand.
func richest(sets [][3]cards.Card, hand []cards.Card) (best [][3]cards.Card) {
	most := 0
	for _, set := range sets {
		own := 0
		for _, c := range set {
			if slices.Contains(hand, c) {
				own++
			}
		}
		if own > most {
			most, best = own, nil
		}
		if own == most {
			best = append(best, set)
		}
	}
	return best
}
