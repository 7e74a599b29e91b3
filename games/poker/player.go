package poker

import (
	"math/rand/v2"
	"strconv"

	"settable/games"
	"settable/games/cards"
)

// play plays bolder with a set than without, bluffs now and then, and shows
// sooner with more sets. Between hands it deals, and buys in again.
func play(v games.View, luck *rand.Rand) string {
	sets := cards.SetsWith(v.Faces(v.Viewer), v.Faces(games.Watcher))
	likely := func(without, with float64) bool {
		if sets > 0 {
			return luck.Float64() < with
		}
		return luck.Float64() < without
	}
	chips := func(verb string) string {
		o, _ := v.Offered(verb)
		n := int64(o.Min) + luck.Int64N(int64(o.Max-o.Min)+1)
		return verb + " " + strconv.FormatInt(n, 10)
	}
	switch {
	case v.May("show") && luck.IntN(3) < 1+sets:
		return "show"
	case v.May("pass"):
		return "pass"
	case v.May("check"):
		if v.May("bet") && likely(0.15, 0.5) {
			return chips("bet")
		}
		return "check"
	case v.May("raise") && likely(0.05, 0.3):
		return chips("raise")
	case v.May("drop") && (!v.May("call") || likely(0.25, 0.02)):
		return "drop"
	case v.May("call"):
		return "call"
	case v.May("buy"):
		return "buy"
	case v.May("next"):
		return "next"
	}
	return ""
}
