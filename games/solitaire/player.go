package solitaire

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"settable/games"
	"settable/games/cards"
)

// play does what is best by its level. It deals only after some more looks: perhaps
// somebody else sees what it does not.
func play(v games.View, level games.Level, luck *rand.Rand) string {
	words := best(v, level, luck)
	if next, _ := onwards(v); words == next && luck.IntN(4) > 0 {
		return ""
	}
	return words
}

// best is what a level sees. The sharp look under the tops and search: which sets to take
// in which order, and which cards to move to empty piles for them, so that the fewest
// cards are left for the next deal. Where they may not look they play as blind does, as the
// steady do. The easy take sets as they come.
func best(v games.View, level games.Level, luck *rand.Rand) string {
	if level == games.Sharp {
		if plan, ok := planned(v); ok {
			return plan[0]
		}
	}
	words := blind(v, luck)
	if level == games.Easy && strings.HasPrefix(words, "move ") {
		words, _ = onwards(v)
	}
	return words
}

// planned is all that the sharp would say up to the next deal, that
// included. Not ok: it may not move now, or may not look under the tops.
func planned(v games.View) (words []string, ok bool) {
	next, can := onwards(v)
	from, known := seen(v)
	if !can || !known {
		return nil, false
	}
	s := newSearch(worth)
	for _, step := range s.plan(s.best(from)) {
		for _, shift := range step.shifts[:step.moved] {
			words = append(words, fmt.Sprintf("move %s %d", numbered(shift.card), shift.to+1))
		}
		words = append(words, fmt.Sprintf("set %s %s %s", numbered(step.set[0]), numbered(step.set[1]),
			numbered(step.set[2])))
	}
	return append(words, next), true
}

// onwards is how the game goes on when no more sets are taken.
func onwards(v games.View) (words string, can bool) {
	for _, words := range []string{"deal", "done"} {
		if v.May(words) {
			return words, true
		}
	}
	return "", false
}

// worth is what the cards promise: the fewer the better, then the more empty
// piles. What lies where in the piles made no difference that could be measured.
func worth(l *layout) int {
	_, empty := l.empty()
	return empty - 10*int(l.left)
}

// blind never looks under the tops. It takes sets as they come, and while there
// are none moves the top of the highest pile to an empty one, to see what it
// uncovers.
func blind(v games.View, luck *rand.Rand) string {
	next, can := onwards(v)
	if !can {
		return ""
	}
	if sets := cards.Sets(v.Faces(games.Watcher)); len(sets) > 0 {
		return games.ClaimOf(sets[luck.IntN(len(sets))]).String()
	}
	high, empty := games.Cell{Depth: 1}, ""
	for _, cell := range v.Areas[0].Cells {
		switch {
		case cell.Kind == games.Empty:
			empty = cell.Label
		case cell.Depth > high.Depth:
			high = cell
		}
	}
	if empty != "" && high.Label != "" {
		return "move " + high.Label + " " + empty
	}
	return next
}
