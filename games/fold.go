package games

import (
	"errors"
	"fmt"
	"strings"
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
	course, err := Begin(rules, o)
	if err != nil {
		return Course{}, fmt.Errorf("open %s: %w", rules.Name(), err)
	}
	for i, line := range lines {
		if course, _, err = course.Play(rules, i+1, line); err != nil {
			return Course{}, err
		}
	}
	return course, nil
}

// Play plays the n-th line of a journal. The error names it by that number, and
// does not quote cards: they may be hidden ones, and errors are logged.
func (c Course) Play(rules Rules, n int, line Said) (Course, Step, error) {
	move, ok := rules.Parse(line.Words)
	switch {
	case !ok && line.Seat == Dealer:
		return c, Step{}, fmt.Errorf("line %d: the dealer says what is no move of %s", n, rules.Name())
	case !ok:
		return c, Step{}, fmt.Errorf("line %d: %q is no move of %s", n, line.Words, rules.Name())
	}
	next, step, err := c.Apply(Action{At: line.At, Seat: line.Seat, Move: move})
	switch {
	case err == nil:
		return next, step, nil
	case line.Seat == Dealer && !errors.Is(err, ErrEdition):
		return c, Step{}, fmt.Errorf("line %d: the dealer is refused", n)
	}
	verb, _, _ := strings.Cut(line.Words, " ")
	return c, Step{}, fmt.Errorf("line %d: %s %q: %w", n, line.Seat, verb, err)
}
