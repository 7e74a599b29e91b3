package classic

import (
	"slices"

	"settable/games/cards"
)

// allGo tells whether cards can be taken to the last, set by set: what makes twelve of them a deal worth a
// day. Three in a hundred hold no set at all, and most no more than two that share no card; one in two
// thousand holds four.
func allGo(lie []cards.Card) bool {
	if len(lie) == 0 {
		return true
	}
	first, others := lie[0], lie[1:] // the first must go with two of the others
	for i, second := range others {
		j := i + 1 + slices.Index(others[i+1:], cards.Third(first, second))
		if j > i && allGo(slices.Concat(others[:i], others[i+1:j], others[j+1:])) {
			return true
		}
	}
	return false
}
