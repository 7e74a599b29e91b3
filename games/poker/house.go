package poker

import (
	"math/rand/v2"
	"strconv"

	"settable/games"
	"settable/games/cards"
)

// boldness holds the probabilities that a house player bets, raises and drops. The first number of each pair applies to
// a hand without a set, the second to a hand with a set.
type boldness struct{ bet, raise, drop [2]float64 }

// Easy players bet as if they had not looked at their cards, and fold to every third bet. Sharp players rarely pay
// without a set, and they make other players without a set pay.
var boldnessOf = map[games.Level]boldness{
	games.Easy:   {bet: [2]float64{0.25, 0.25}, raise: [2]float64{0.1, 0.1}, drop: [2]float64{0.35, 0.35}},
	games.Steady: {bet: [2]float64{0.15, 0.5}, raise: [2]float64{0.05, 0.3}, drop: [2]float64{0.25, 0.02}},
	games.Sharp:  {bet: [2]float64{0.05, 0.9}, raise: [2]float64{0.02, 0.6}, drop: [2]float64{0.6, 0}},
}

// housePlayer bets more often with a set than without, bluffs sometimes, and shows more readily the more sets it has.
// Between hands it deals and buys in again.
func housePlayer(v games.View, level games.Level, luck *rand.Rand) string {
	sets := cards.SetsWith(v.Faces(v.Viewer), v.Faces(games.Watcher))
	n := boldnessOf[level]
	likely := func(chance [2]float64) bool {
		if sets > 0 {
			return luck.Float64() < chance[1]
		}
		return luck.Float64() < chance[0]
	}
	chips := func(verb string) string {
		o, _ := v.FindOffer(verb)
		n := int64(o.Min) + luck.Int64N(int64(o.Max-o.Min)+1)
		return verb + " " + strconv.FormatInt(n, 10)
	}
	switch {
	case v.May("show") && luck.IntN(3) < 1+sets:
		return "show"
	case v.May("pass"):
		return "pass"
	case v.May("check"):
		if v.May("bet") && likely(n.bet) {
			return chips("bet")
		}
		return "check"
	case v.May("raise") && likely(n.raise):
		return chips("raise")
	case v.May("drop") && (!v.May("call") || likely(n.drop)):
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
