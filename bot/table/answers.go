package table

import (
	"math/rand/v2"
	"time"

	"settable/games"
)

// Who has left an answer with the house gives it as late as a person would who answers at
// once, and never after the same time twice: the table must not tell whose answer it was.
const (
	soonest  = 2 * time.Second
	jitter   = 4 * time.Second
	noSooner = 4 // of the time there is for an answer, at most a part of so many waits, and scatters
	// anew is when one is given again that could not be written.
	anew = time.Second
)

// answerNext is when the next answer that was left with the house is given; zero: none
// was. What nobody is asked any more is forgotten.
func (c *clock) answerNext(s Session, now time.Time) (next time.Time) {
	at := map[games.Seat]time.Time{}
	for _, a := range s.Course.Answers() {
		when, known := c.answerAt[a.Seat]
		if !known {
			wait, spread := soonest, jitter
			if deadline := s.Course.Deadline(); !deadline.IsZero() {
				part := max(0, deadline.Sub(now)) / noSooner
				wait, spread = min(wait, part), min(spread, part)
			}
			when = now.Add(wait + rand.N(spread+1))
		}
		at[a.Seat] = when
		if next.IsZero() || when.Before(next) {
			next = when
		}
	}
	c.answerAt = at
	return next
}

// answerDue is the first answer whose time has come.
func (c *clock) answerDue(s Session, now time.Time) (a games.Action, due bool) {
	for _, a := range s.Course.Answers() {
		if when, waits := c.answerAt[a.Seat]; waits && !now.Before(when) {
			return a, true
		}
	}
	return a, false
}

// answer gives one at a table, as if its player said it now.
func answer(t *Table, a games.Action, now time.Time) {
	before := t.Session()
	delete(t.answerAt, a.Seat)
	t.take(fromHouse(before, a.Seat, a.Move, now))
	if t.Session().Line == before.Line {
		t.answerAt[a.Seat] = now.Add(anew)
	}
}
