package solitaire

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"settable/games"
	"settable/games/cards"
)

// housePlayer makes the best move that a player of its level finds. Before it deals, it usually waits for a few looks,
// so that other players can find sets that it doesn't see.
func housePlayer(v games.View, level games.Level, luck *rand.Rand) string {
	words := chooseMove(v, level, luck)
	if next, _ := dealOrDone(v); words == next && luck.IntN(4) > 0 {
		return ""
	}
	return words
}

// chooseMove returns the move that a house player of the given level makes. Sharp players look at the covered cards and
// search for the sequence of sets and moves that leaves the fewest cards before the next deal. Steady players use
// chooseWithoutLooking, and so do sharp players who may not look. Easy players take any set they see and move no cards.
func chooseMove(v games.View, level games.Level, luck *rand.Rand) string {
	if level == games.Sharp {
		if plan, ok := searchMoves(v); ok {
			return plan[0]
		}
	}
	words := chooseWithoutLooking(v, luck)
	if level == games.Easy && strings.HasPrefix(words, "move ") {
		words, _ = dealOrDone(v)
	}
	return words
}

// searchMoves returns all moves of a sharp player up to and including the next deal. It returns false if the viewer may
// not move now, or may not look at covered cards.
func searchMoves(v games.View) (words []string, ok bool) {
	next, can := dealOrDone(v)
	from, known := layoutOf(v)
	if !can || !known {
		return nil, false
	}
	s := newSearch(rateLayout)
	for _, step := range s.stepsTo(s.best(from)) {
		for _, shift := range step.shifts[:step.shiftCount] {
			words = append(words, fmt.Sprintf("move %s %d", cardOf(shift.card), shift.to+1))
		}
		words = append(words, fmt.Sprintf("set %s %s %s", cardOf(step.set[0]), cardOf(step.set[1]),
			cardOf(step.set[2])))
	}
	return append(words, next), true
}

// dealOrDone returns the move for a player who takes no more sets: deal or, after the last deal, done.
func dealOrDone(v games.View) (words string, can bool) {
	for _, words := range []string{"deal", "done"} {
		if v.May(words) {
			return words, true
		}
	}
	return "", false
}

// rateLayout returns the value of a layout before the next deal; a higher value is better. Fewer cards are better; with
// the same number of cards, more empty piles are better. In trials, it made no measurable difference how the cards are
// spread over the piles.
func rateLayout(l *layout) int {
	_, empty := l.empty()
	return empty - 10*int(l.left)
}

// chooseWithoutLooking chooses a move without looking at covered cards. It takes any set it sees. If it sees none, it
// moves the top of the highest pile to an empty one to uncover the next card.
func chooseWithoutLooking(v games.View, luck *rand.Rand) string {
	next, can := dealOrDone(v)
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
