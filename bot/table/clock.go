package table

import (
	"errors"
	"slices"
	"time"

	"settable/games"
	"settable/store"
)

const (
	// slack is how long the clock waits beyond a deadline for what was sent in
	// time and is still on its way.
	slack = 700 * time.Millisecond
	// retryFirst is the pause before a line of the dealer or the clock that could
	// not be written is tried again; it doubles up to retryMost.
	retryFirst = time.Second
	retryMost  = time.Minute
	// untilRest is how long a table at which nobody is there stays in memory.
	untilRest = 30 * time.Second
	// toleratedGap is how long nobody may be heard without a line: the clock's slack is longer.
	toleratedGap = 300 * time.Millisecond
)

// clock is what a table's loop knows of time, beside its session.
type clock struct {
	offline  bool                     // the clock stands still because Discord is out of reach,
	hidden   bool                     // or because the table can't be shown,
	paused   bool                     // or because the process or its machine stood still
	due      time.Time                // the deadline that was last looked at
	remindAt time.Time                // when whoever is to move is reminded; zero: not
	reminded turn                     // that somebody was reminded of last
	retryAt  time.Time                // when what could not be written is tried again; zero: nothing waits
	pause    time.Duration            // before that
	answerAt map[games.Seat]time.Time // when what a player has left with the house is said for them
	lookAt   map[games.Seat]glance    // when players of the house look at their cards
	play     games.Player             // how they play; nil: they do not
	spoke    time.Time                // when somebody who sits here last said something, though it was refused
	waiting  time.Time                // the same, of a table at which the house waits for another word
	restAt   time.Time                // when a table at which nobody is there leaves memory; zero: somebody is
}

func (p Parts) moment() Moment { return Moment{p.Now(), p.Grace(), p.Chance, p.HouseName} }

// wait is how long the bell waits for what comes next: a retry, a reminder, a
// deadline.
func (c *clock) wait(s Session, now time.Time, shortest time.Duration) time.Duration {
	deadline := s.Course.Deadline()
	switch {
	case !c.retryAt.IsZero():
		return max(0, c.retryAt.Sub(now))
	case s.Asleep() && s.Halted.IsZero():
		if c.restAt.IsZero() {
			c.restAt = now.Add(untilRest)
		}
		return max(0, c.restAt.Sub(now))
	case !s.Halted.IsZero():
		return 24 * time.Hour
	}
	next := 24 * time.Hour
	if !deadline.IsZero() {
		c.expect(s, now, shortest)
		next = deadline.Add(slack).Sub(now)
		if !c.remindAt.IsZero() {
			next = c.remindAt.Sub(now)
		}
	}
	for _, at := range []time.Time{c.answerNext(s, now), c.lookNext(s, now)} {
		if !at.IsZero() {
			next = min(next, at.Sub(now))
		}
	}
	return max(0, next)
}

// mayRest says whether a table at which nobody is there has waited long enough for
// another word.
func (c *clock) mayRest(s Session, now time.Time) bool {
	if !s.Asleep() || !s.Halted.IsZero() || !c.retryAt.IsZero() {
		c.restAt = time.Time{}
		return false
	}
	return !c.restAt.IsZero() && !now.Before(c.restAt)
}

// A turn is who is to move, and when somebody last did.
type turn struct {
	who   []store.PlayerID
	since time.Time
}

func turnOf(s Session) turn { return turn{s.Thinkers(), s.Moved} }

func (t turn) is(other turn) bool {
	return slices.Equal(t.who, other.who) && t.since.Equal(other.since)
}

// expect notes a new deadline: who is to move is reminded at half time, once a turn.
// Time in which the bot was away moves the deadline, and is no new turn.
func (c *clock) expect(s Session, now time.Time, shortest time.Duration) {
	deadline := s.Course.Deadline()
	if deadline.Equal(c.due) {
		return
	}
	c.due, c.remindAt = deadline, time.Time{}
	if turn := s.View().Deadline; turn.IsZero() || !turn.Add(s.Course.Lost).Equal(deadline) {
		return // it is that of a seat that is away
	}
	if left := deadline.Sub(now); left >= shortest && len(s.Thinkers()) > 0 &&
		!turnOf(s).is(c.reminded) {
		c.remindAt = deadline.Add(-left / 2)
	}
}

// halted is since when the clock stands still if nothing but the disk lets it
// run again now.
func (c *clock) halted(now time.Time) time.Time {
	if c.offline || c.hidden || c.paused {
		return now
	}
	return time.Time{}
}

// ring is what happens when the bell rings.
func (t *Table) ring(now time.Time) {
	s := t.Session()
	a, due := t.answerDue(s, now)
	switch deadline := s.Course.Deadline(); {
	case !t.retryAt.IsZero():
		t.retryAt = time.Time{}
		t.retry()
	case !s.Halted.IsZero():
	case due:
		answer(t, a, now)
	case housePlays(t, s, now):
	case deadline.IsZero():
	case !t.remindAt.IsZero() && !now.Before(t.remindAt):
		t.remindAt = time.Time{}
		if who := s.Thinkers(); len(who) > 0 {
			t.reminded = turnOf(s)
			t.Outlet.Remind(who, t.due.Sub(now).Round(time.Second))
		}
	case !now.Before(deadline.Add(slack)):
		p := s.House(t.moment(), 0, games.Action{At: deadline, Seat: games.Clock, Move: games.Tick{}})
		if err := t.commit(p); err != nil {
			t.tryLater("the clock's line", err)
		}
	}
}

// retry writes what the disk refused: how long it did, and what is owed.
func (t *Table) retry() {
	if t.lost {
		t.vanish()
		return
	}
	if !t.reconcile() {
		return
	}
	s, now := t.Session(), t.Now()
	var lost time.Duration
	if s.refused && !s.Course.Deadline().IsZero() {
		lost = now.Sub(s.Halted)
	}
	p := s.House(t.moment(), lost)
	if len(p.Lines) == 0 {
		if s.refused {
			t.change(func(s *Session) { s.refused, s.Halted = false, t.halted(now) })
		}
		if !t.shown { // nothing could be written since it was opened
			t.show()
		}
		return
	}
	if err := t.write(p); err != nil {
		t.tryLater("what the disk refused before", err)
		return
	}
	if len(p.Told) > 0 {
		t.show(p.Told...)
	}
}

// tryLater puts off a line of the dealer or the clock. It says whether this is
// the first time, so that people are told once.
func (t *Table) tryLater(what string, err error) (first bool) {
	if errors.Is(err, store.ErrStale) || errors.Is(err, store.ErrOver) {
		t.behindJournal(err)
		return false
	}
	first = t.pause == 0
	t.pause = min(max(retryFirst, 2*t.pause), retryMost)
	t.retryAt = t.Now().Add(t.pause)
	if !errors.Is(err, store.ErrTrouble) {
		t.Log.Error(what+" could not be written", "error", err, "again in", t.pause)
	}
	return first
}

// halt stops the clock, while nobody can be heard or nothing can be played: as it was
// then, or from now on. The time before a line that was written since then is accounted for,
// also ahead of a clock that does not know yet how long the process stood still.
func (t *Table) halt(since time.Time) {
	now := t.Now()
	if wrote := t.Session().Wrote; !since.IsZero() {
		since, now = later(since, wrote), later(now, wrote)
	}
	if since.IsZero() || since.After(now) {
		since = now
	}
	if t.Session().Halted.IsZero() {
		t.change(func(s *Session) { s.Halted = since })
	}
}

// resume goes on after Discord or the bot was away: that time does not run the
// clock. What the journal says and people were never told is told now.
func (t *Table) resume(r Resume) {
	now, s, away := t.Now(), t.Session(), time.Duration(0)
	if !s.Halted.IsZero() {
		away = now.Sub(s.Halted)
	}
	if away < toleratedGap {
		away = 0
	}
	told := happening(t.untold)
	t.untold = nil
	more, ok := t.makeUp(away)
	told = append(told, more...)
	if ok {
		t.change(func(s *Session) {
			s.Halted = t.halted(now)
			if s.refused {
				s.Halted = now
			}
		})
	}
	switch {
	case t.Session().Over():
	case r.Restarted, away >= mentionFrom:
		told = append(told, notice("table.back", "away", away))
	case len(told) == 0:
		return
	}
	t.show(told...)
}

// makeUp writes the time that did not count and what the table was left with. It
// gives what is to be told, and says whether nothing is left to be written: the
// clock stands on as it stood where the disk refuses that.
func (t *Table) makeUp(lost time.Duration) (told []Notice, ok bool) {
	s := t.Session()
	p := s.House(t.moment(), lost)
	if len(p.Lines) == 0 {
		return nil, true
	}
	err := t.write(p)
	if err == nil {
		return p.Told, true
	}
	_, owed := s.Course.Game.Owed()
	if t.tryLater("what the table was left with", err) && owed {
		return []Notice{notice("table.cards_late")}, false
	}
	return nil, false
}
