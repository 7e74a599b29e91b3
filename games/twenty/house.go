package twenty

import (
	"math/rand/v2"
	"slices"

	"settable/games"
	"settable/games/cards"
)

// housePlayer takes one of the sets with the most personal cards and never claims wrongly. The weaker the player, the
// more often it overlooks a set, and the weakest players take any set. If the player sees no set, it says none when
// asked, and otherwise sometimes draws a card.
func housePlayer(v games.View, level games.Level, luck *rand.Rand) string {
	hand := v.Faces(v.Viewer)
	sets := cards.Sets(append(v.Faces(games.Watcher), hand...))
	switch {
	case v.May("next"):
		return "next"
	case !v.May("set"):
		return ""
	case len(sets) > 0 && luck.Float64() > level.At(0.25, 1.0/3, 0.7):
		return "" // the house player overlooked the set this time
	case len(sets) > 0 && level == games.Easy:
		return games.ClaimOf(sets[luck.IntN(len(sets))]).String()
	case len(sets) > 0:
		best := withMostPersonalCards(sets, hand)
		return games.ClaimOf(best[luck.IntN(len(best))]).String()
	case v.May("none"):
		return "none"
	case v.May("draw") && luck.IntN(3) == 0:
		return "draw"
	}
	return ""
}

func withMostPersonalCards(sets [][3]cards.Card, hand []cards.Card) (best [][3]cards.Card) {
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
