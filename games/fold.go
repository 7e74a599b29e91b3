package games

import (
	"fmt"
	"time"
)

// Said is a line as a journal keeps it: when, by whom, which words.
type Said struct {
	At    time.Time
	Seat  Seat
	Words string
}

// Fold plays the lines of a journal from an empty table and gives the game as
// it stands then. Every line of a journal was accepted once, so a line that is
// refused now means a broken journal: the error names it by its number.
func Fold(rules Rules, o Options, lines []Said) (Course, error) {
	game, err := rules.Open(o)
	if err != nil {
		return Course{}, fmt.Errorf("open %s: %w", rules.Name(), err)
	}
	course := Course{Game: game}
	for i, line := range lines {
		move, ok := rules.Parse(line.Words)
		if !ok {
			return Course{}, fmt.Errorf("line %d: %q is no move of %s", i+1, line.Words, rules.Name())
		}
		course, _, err = course.Apply(Action{At: line.At, Seat: line.Seat, Move: move})
		if err != nil {
			return Course{}, fmt.Errorf("line %d: %s %q: %w", i+1, line.Seat, line.Words, err)
		}
	}
	return course, nil
}
