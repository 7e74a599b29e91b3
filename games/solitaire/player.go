package solitaire

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"settable/games"
	"settable/games/cards"
)

// play makes the best move that its level finds. Before it deals it usually waits some looks, so that
// other players may find what it does not.
func play(v games.View, level games.Level, luck *rand.Rand) string {
	words := best(v, level, luck)
	if next, _ := onwards(v); words == next && luck.IntN(4) > 0 {
		return ""
	}
	return words
}

// best is the move that a level chooses. Sharp players look under the tops and search for the order
// of sets, and of moves to empty piles, that leaves the fewest cards before the next deal. Steady
// players, and sharp ones who may not look, play as blind does. Easy players take sets as they come
// and move no cards.
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

// planned is everything that a sharp player would say up to the next deal, the deal included. ok is
// false where the viewer may not move now, or may not look under the tops.
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

// onwards is the move that goes on with the game when no more sets are taken.
func onwards(v games.View) (words string, can bool) {
	for _, words := range []string{"deal", "done"} {
		if v.May(words) {
			return words, true
		}
	}
	return "", false
}

// worth rates a layout before the next deal: the fewer cards the better, then the more empty piles.
// How the cards are distributed over the piles made no measurable difference.
func worth(l *layout) int {
	_, empty := l.empty()
	return empty - 10*int(l.left)
}

// blind chooses a move without looking under the tops. It takes sets as they come. While there are
// none it moves the top of the highest pile to an empty one, to see what that uncovers.
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
