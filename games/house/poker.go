package house

import (
	"math/rand/v2"
	"strconv"

	"settable/games"
	"settable/games/cards"
)

// Poker plays bolder with a set than without, bluffs now and then, and shows
// sooner with more sets. Between hands it deals, and buys in again.
func Poker(v games.View, luck *rand.Rand) string {
	sets := HandSets(faces(v, v.Viewer), faces(v, games.Watcher))
	likely := func(without, with float64) bool {
		if sets > 0 {
			return luck.Float64() < with
		}
		return luck.Float64() < without
	}
	chips := func(verb string) string {
		o, _ := offered(v, verb)
		n := int64(o.Min) + luck.Int64N(int64(o.Max-o.Min)+1)
		return verb + " " + strconv.FormatInt(n, 10)
	}
	switch {
	case may(v, "show") && luck.IntN(3) < 1+sets:
		return "show"
	case may(v, "pass"):
		return "pass"
	case may(v, "check"):
		if may(v, "bet") && likely(0.15, 0.5) {
			return chips("bet")
		}
		return "check"
	case may(v, "raise") && likely(0.05, 0.3):
		return chips("raise")
	case may(v, "drop") && (!may(v, "call") || likely(0.25, 0.02)):
		return "drop"
	case may(v, "call"):
		return "call"
	case may(v, "buy"):
		return "buy"
	case may(v, "next"):
		return "next"
	}
	return ""
}

// HandSets counts the sets with at least one card of the hand.
func HandSets(hand, centre []cards.Card) int {
	all := append(append(make([]cards.Card, 0, len(hand)+len(centre)), centre...), hand...)
	return len(cards.Sets(all)) - len(cards.Sets(centre))
}
