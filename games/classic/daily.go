package classic

import (
	"slices"

	"settable/games/cards"
)

// allGo tells whether all cards can be taken, set by set. Only a deal of twelve cards of which this
// holds is good enough for a day: three deals in a hundred hold no set at all, most hold no more than
// two sets that share no card, and one in two thousand holds four.
func allGo(lie []cards.Card) bool {
	if len(lie) == 0 {
		return true
	}
	first, others := lie[0], lie[1:] // the first card must go with two of the others
	for i, second := range others {
		j := i + 1 + slices.Index(others[i+1:], cards.Third(first, second))
		if j > i && allGo(slices.Concat(others[:i], others[i+1:j], others[j+1:])) {
			return true
		}
	}
	return false
}
