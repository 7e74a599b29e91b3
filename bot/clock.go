package bot

import (
	"errors"
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
)

// clock is what a table knows of time.
type clock struct {
	frozen   time.Time     // since when the clock stands still; zero: it runs
	deaf     bool          // it does because Discord is out of reach,
	veiled   bool          // because the table can't be shown,
	stuck    bool          // or because the disk refuses lines
	due      time.Time     // the deadline that was last looked at
	remindAt time.Time     // when whoever is to move is reminded; zero: not
	retryAt  time.Time     // when what could not be written is tried again; zero: nothing waits
	pause    time.Duration // before that
}

// wind sets the bell to what comes next: a second try, a reminder, a deadline.
func (t *table) wind(bell *time.Timer) {
	wait := 24 * time.Hour
	now := t.bot.now()
	switch deadline := t.course.Deadline(); {
	case !t.retryAt.IsZero():
		wait = t.retryAt.Sub(now)
	case !t.frozen.IsZero() || deadline.IsZero():
	default:
		t.expect(deadline, now)
		if wait = deadline.Add(slack).Sub(now); !t.remindAt.IsZero() {
			wait = t.remindAt.Sub(now)
		}
	}
	bell.Reset(max(0, wait))
}

// ring is what happens when the bell rings.
func (t *table) ring() {
	now, deadline := t.bot.now(), t.course.Deadline()
	switch {
	case !t.retryAt.IsZero():
		t.retryAt = time.Time{}
		if t.lost {
			t.vanish()
			return
		}
		if !t.sure() {
			return
		}
		if !t.regain() {
			t.tryLater("the time in which the disk failed", store.ErrTrouble)
			return
		}
		line := t.line
		if sentences := append(t.deserted(now), t.deal(now)...); t.line > line {
			t.show(sentences)
		}
	case !t.frozen.IsZero() || deadline.IsZero():
	case !t.remindAt.IsZero() && !now.Before(t.remindAt):
		t.remind(now)
	case !now.Before(deadline.Add(slack)):
		if _, err := t.commit(said{At: deadline}, games.Action{At: deadline, Seat: games.Clock, Move: games.Tick{}}); err != nil {
			t.tryLater("the clock's line", err)
		}
	}
}

// tryLater puts off a line of the dealer or the clock. It says whether this is
// the first time, so that people are told once.
func (t *table) tryLater(what string, err error) (first bool) {
	if errors.Is(err, store.ErrStale) || errors.Is(err, store.ErrOver) {
		t.doubt(err)
		return false
	}
	first = t.pause == 0
	t.pause = min(max(retryFirst, 2*t.pause), retryMost)
	t.retryAt = t.bot.now().Add(t.pause)
	if !errors.Is(err, store.ErrTrouble) {
		t.log.Error(what+" could not be written", "error", err, "again in", t.pause)
	}
	return first
}

// freeze stops the clock, while nobody can be heard or nothing can be played.
func (t *table) freeze() {
	if t.frozen.IsZero() {
		t.frozen = t.bot.now()
	}
}

// thaw lets it run again and says how long it stood. Where anything is against
// it, it stands on.
func (t *table) thaw() time.Duration {
	if t.frozen.IsZero() {
		return 0
	}
	now := t.bot.now()
	stood := now.Sub(t.frozen)
	t.frozen = time.Time{}
	if t.deaf || t.veiled || t.stuck {
		t.frozen = now
	}
	return stood
}

// stood is for a move that was made while the clock stood still: the time until
// then did not count, so the move is as early as it was when the clock stopped.
// Where the disk stopped it, regain says so.
func (t *table) stood(at time.Time) {
	if t.frozen.IsZero() || t.stuck || !at.After(t.frozen) {
		return
	}
	since := t.frozen
	t.frozen = at
	t.lose(at, at.Sub(since))
}

// lose writes that a time did not run the clock. Where the disk refuses that,
// the clock stands on as it stood.
func (t *table) lose(at time.Time, d time.Duration) {
	if d = d.Round(time.Millisecond); t.view().Phase != games.Playing || d <= 0 {
		return
	}
	_, err := t.write(said{At: at}, games.Action{At: at, Seat: games.Clock, Move: games.Away{For: d}})
	switch {
	case err == nil:
	case errors.Is(err, store.ErrTrouble):
		t.frozen = at.Add(-d)
	default:
		t.log.Error("the time away could not be written", "error", err)
	}
}
