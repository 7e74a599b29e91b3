package table

import (
	"math/rand/v2"
	"time"

	"settable/games"
)

// A player can answer a question in advance. The bot gives that answer only after the time that a quick player would
// need plus a random delay, so that nobody can tell which answers were given in advance.
const (
	soonest  = 2 * time.Second
	jitter   = 4 * time.Second
	noSooner = 4 // the wait and the random part are each at most 1/noSooner of the time left
	// answerRetryPause is the pause before the bot retries an advance answer that could not be written.
	answerRetryPause = time.Second
)

// Spread returns a random delay between zero and d. Tests replace it to make a game repeatable.
var Spread = func(d time.Duration) time.Duration { return rand.N(d + 1) }

// answerNext returns when the next advance answer is due, or zero if there is none. It forgets answers that are no
// longer needed.
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
			when = now.Add(wait + Spread(spread))
		}
		at[a.Seat] = when
		if next.IsZero() || when.Before(next) {
			next = when
		}
	}
	c.answerAt = at
	return next
}

// answerDue returns the first advance answer that is due now, if any.
func (c *clock) answerDue(s Session, now time.Time) (a games.Action, due bool) {
	for _, a := range s.Course.Answers() {
		if when, waits := c.answerAt[a.Seat]; waits && !now.Before(when) {
			return a, true
		}
	}
	return a, false
}

func (t *Table) giveAnswer(a games.Action, now time.Time) {
	before := t.Session()
	delete(t.clock.answerAt, a.Seat)
	t.take(before.houseWord(a.Seat, a.Move, now))
	if t.Session().Line == before.Line {
		t.clock.answerAt[a.Seat] = now.Add(answerRetryPause)
	}
}
