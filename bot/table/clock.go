package table

import (
	"errors"
	"time"

	"settable/games"
	"settable/store"
)

const (
	// slack is how long the clock waits after a deadline for moves that were sent in time but have not arrived yet.
	slack = 700 * time.Millisecond
	// retryFirst is the pause before the first retry of a line by the dealer or the clock that could not be written.
	// The pause doubles with each retry, up to retryMost.
	retryFirst = time.Second
	retryMost  = time.Minute
	// untilRest is how long a table stays in memory after its last active player has gone away.
	untilRest = 30 * time.Second
	// toleratedGap is the longest interruption that isn't recorded as lost time. It must be shorter than the clock's
	// slack.
	toleratedGap = 300 * time.Millisecond
	// longestRefused is how long Discord may refuse to show a table before the table is closed. Without that limit, a
	// player could lock the others' chips in the pot forever by hiding the channel from the bot (Rights 11).
	longestRefused = 24 * time.Hour
	// leastRefused is how much of that time must have passed since the bot's last start, because Discord might have
	// accepted the table while the bot was down.
	leastRefused = time.Hour
)

// clock holds the table's timers and other timing state that isn't part of the session.
type clock struct {
	interrupted  [interruptions]bool      // why the bot can't receive all moves; the clock is stopped while any is set
	hiddenSince  time.Time                // when the clock stopped because the table can't be shown; zero: the table can be shown
	closeAt      time.Time                // when to close the table because Discord refuses to show it; zero: never
	isPaused     bool                     // the clock is stopped because the process or its machine was suspended
	restarted    bool                     // a Resume had Restarted set while another interruption continued
	due          time.Time                // the deadline for which remindAt was set
	remindAt     time.Time                // when to remind the player whose turn it is; zero: never
	remindedTurn time.Time                // the last turn for which a reminder was sent
	retryAt      time.Time                // when to retry a failed write; zero: no write failed
	pause        time.Duration            // the last pause of tryLater; 0: no write has failed since the last written line
	answerAt     map[games.Seat]time.Time // when to give answers that players left with the house
	playingSince time.Time                // when the table first saw house players in play; zero: not yet
	lookAt       map[games.Seat]glance    // when house players look at their cards next
	chooseMove   games.Player             // chooses moves for house players; nil: they don't play
	lastSpoke    time.Time                // when a seated player last said something, even if refused
	waitedAt     time.Time                // lastSpoke when the house players began to wait
	restAt       time.Time                // when the sleeping table leaves memory; zero: the table isn't sleeping
}

func (c *clock) isInterrupted() bool { return c.interrupted != [interruptions]bool{} }

func (t *Table) moment() Moment { return Moment{t.Now(), t.Grace, t.Chance, t.HouseName, t.Seen} }

// wait returns how long the loop sleeps if nothing arrives. The loop wakes up for the next retry, reminder, deadline,
// advance answer or house move, or when it is time for a sleeping table to leave memory. If nothing is due or the
// clock is stopped, wait returns 24 hours.
func (c *clock) wait(s Session, now time.Time) time.Duration {
	deadline := s.Course.Deadline()
	switch {
	case !c.retryAt.IsZero():
		return max(0, c.retryAt.Sub(now))
	case s.Asleep() && s.HaltedSince.IsZero():
		if c.restAt.IsZero() {
			c.restAt = now.Add(untilRest)
		}
		return max(0, c.restAt.Sub(now))
	case !s.HaltedSince.IsZero() && !c.closeAt.IsZero():
		return max(0, c.closeAt.Sub(now))
	case !s.HaltedSince.IsZero():
		return 24 * time.Hour
	}
	next := 24 * time.Hour
	if !deadline.IsZero() {
		c.expect(s, now)
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

// mayRest reports whether a table has been asleep long enough to leave memory.
func (c *clock) mayRest(s Session, now time.Time) bool {
	if !s.Asleep() || !s.HaltedSince.IsZero() || !c.retryAt.IsZero() {
		c.restAt = time.Time{}
		return false
	}
	return !c.restAt.IsZero() && !now.Before(c.restAt)
}

// turnEnd returns when, on the game's clock, the current player's time runs out. The game's clock skips lost time, so
// the result stays the same throughout a turn, even after a restart. turnEnd returns zero if no player's clock is
// running or the table is waiting for an absent player.
func (s Session) turnEnd() time.Time {
	ends := s.View().Deadline
	if ends.IsZero() || len(s.Thinkers()) == 0 || !ends.Add(s.Course.Lost).Equal(s.Course.Deadline()) {
		return time.Time{}
	}
	return ends
}

// KeepReminder tells the table that the bot's last run has already reminded a player of this turn. If the turn isn't
// over, KeepReminder returns true, and the player isn't reminded again. Call it before Start.
func (t *Table) KeepReminder(turn time.Time) bool {
	if !turn.Equal(t.Session().turnEnd()) {
		return false
	}
	t.clock.remindedTurn = turn
	return true
}

// shortestReminded is the shortest thinking time that gets a reminder. Turns of 20 s should have a reminder, but the
// limit is a little lower, because a turn starts at the time in the id of the last move and the clock is read slightly
// later.
const shortestReminded = 18 * time.Second

// expect records a new deadline and schedules one reminder per turn, for when half of the remaining time has passed.
// If a deadline has moved only because the bot was away, the turn isn't new.
func (c *clock) expect(s Session, now time.Time) {
	deadline := s.Course.Deadline()
	if deadline.Equal(c.due) {
		return
	}
	c.due, c.remindAt = deadline, time.Time{}
	turn, left := s.turnEnd(), deadline.Sub(now)
	if !turn.IsZero() && !turn.Equal(c.remindedTurn) && left >= shortestReminded {
		c.remindAt = deadline.Add(-left / 2)
		if len(s.View().Hurried) > 0 {
			c.remindAt = now
		}
	}
}

// haltedSince returns the value of Session.HaltedSince after a successful write: now if something else still stops
// the clock, and otherwise zero.
func (c *clock) haltedSince(now time.Time) time.Time {
	if c.isInterrupted() || !c.hiddenSince.IsZero() || c.isPaused {
		return now
	}
	return time.Time{}
}

// handleDue does one piece of work that is due: a retry, an advance answer, a house move, a reminder or a missed
// deadline.
func (t *Table) handleDue(now time.Time) {
	s := t.Session()
	a, due := t.clock.answerDue(s, now)
	switch deadline := s.Course.Deadline(); {
	case !t.clock.retryAt.IsZero():
		t.clock.retryAt = time.Time{}
		t.retry()
	case !t.clock.closeAt.IsZero() && !now.Before(t.clock.closeAt):
		t.closeUnseen()
	case !s.HaltedSince.IsZero():
	case due:
		t.giveAnswer(a, now)
	case t.playHouse(s, now):
	case deadline.IsZero():
	case !t.clock.remindAt.IsZero() && !now.Before(t.clock.remindAt):
		t.clock.remindAt = time.Time{}
		if who := s.Thinkers(); len(who) > 0 {
			t.clock.remindedTurn = s.turnEnd()
			t.Outlet.Remind(who, t.clock.remindedTurn, t.clock.due.Sub(now).Round(time.Second))
		}
	case !now.Before(deadline.Add(slack)):
		p := s.House(t.moment(), 0, games.Action{At: deadline, Seat: games.Clock, Move: games.Tick{}})
		if err := t.commit(p); err != nil {
			t.tryLater("a line of the clock", err)
		}
	}
}

// retry writes everything that could not be written before: the time during which writes failed, and the cards that
// the dealer owes.
func (t *Table) retry() {
	if t.channelGone {
		t.vanish()
		return
	}
	if !t.reconcile() {
		return
	}
	s, now := t.Session(), t.Now()
	var lost time.Duration
	if s.diskRefuses && !s.Course.Deadline().IsZero() {
		lost = now.Sub(s.HaltedSince)
	}
	p := s.House(t.moment(), lost)
	if len(p.Entry.Played) == 0 {
		if s.diskRefuses {
			t.change(func(s *Session) { s.diskRefuses, s.HaltedSince = false, t.clock.haltedSince(now) })
		}
		if !t.wasShown { // nothing could be written before, so the table was never shown
			t.show()
		}
		return
	}
	if err := t.write(p); err != nil {
		t.tryLater("a line that failed before", err)
		return
	}
	if len(p.Notices) > 0 {
		t.show(p.Notices...)
	}
}

// tryLater schedules a retry after the table failed to write a line for the dealer or the clock, or to read its
// journal. It returns true only for the first failure, so that players are told only once.
func (t *Table) tryLater(what string, err error) (first bool) {
	if errors.Is(err, store.ErrStale) || errors.Is(err, store.ErrOver) {
		t.behindJournal(err)
		return false
	}
	first = t.clock.pause == 0
	t.clock.pause = min(max(retryFirst, 2*t.clock.pause), retryMost)
	t.clock.retryAt = t.Now().Add(t.clock.pause)
	if !errors.Is(err, store.ErrTrouble) {
		t.Log.Error("saving failed, retrying", "what", what, "error", err, "retry_in", t.clock.pause)
	}
	return first
}

// halt stops the clock because the bot can't receive or play moves. since is when the problem began; zero means now.
// The clock never stops at a time before the newest line, because the time until that line already counts. That line
// can even be later than now if the process was suspended and the bot has not yet noticed for how long.
func (t *Table) halt(since time.Time) {
	now := t.Now()
	if wrote := t.Session().LastWritten; !since.IsZero() {
		since, now = laterOf(since, wrote), laterOf(now, wrote)
	}
	if since.IsZero() || since.After(now) {
		since = now
	}
	if t.Session().HaltedSince.IsZero() {
		t.change(func(s *Session) { s.HaltedSince = since })
	}
}

// writeHaltedTime records how long the clock was stopped while the bot was running. It must be called before the table
// ends, because the next start only knows how long the bot was away or disconnected.
func (t *Table) writeHaltedTime() {
	s := t.Session()
	heard := !t.clock.interrupted[Offline] && !t.clock.interrupted[Unread]
	unheard := t.clock.interrupted[Unserved] || t.clock.interrupted[Doubted] || !t.clock.hiddenSince.IsZero()
	if heard && unheard && !s.HaltedSince.IsZero() && !s.diskRefuses && !s.OutcomeUnknown && !s.Over() {
		t.makeUp(t.Now().Sub(s.HaltedSince))
	}
}

// showAgain restarts the clock once the table can be shown again, and informs the players unless quiet is set.
func (t *Table) showAgain(quiet bool) {
	since := t.clock.hiddenSince
	t.clock.hiddenSince, t.clock.closeAt = time.Time{}, time.Time{}
	told, _ := t.unhalt()
	if away := t.Now().Sub(since); !quiet && !since.IsZero() && away >= toleratedGap && !t.Session().Over() {
		told = append(told, phraseNotice("table.shown_again", "away", away))
	}
	if len(told) > 0 {
		t.show(told...)
	}
}

// resume restarts a stopped clock without counting the time in between. It also tells players about journal lines that
// they have not seen yet.
func (t *Table) resume(r Resume) {
	told, away := t.unhalt()
	switch {
	case t.Session().Over():
	case r.Restarted, away >= mentionFrom:
		told = append(told, phraseNotice("table.back", "away", away))
	case len(told) == 0:
		return
	}
	t.show(told...)
}

// unhalt restarts the clock unless something else stops it. It returns the time that does not count, and notices
// about journal lines that players have not seen yet and about work that the last run left unfinished.
func (t *Table) unhalt() (told []Notice, away time.Duration) {
	now, s := t.Now(), t.Session()
	if !s.HaltedSince.IsZero() {
		away = now.Sub(s.HaltedSince)
	}
	if away < toleratedGap {
		away = 0
	}
	told = eventNotices(t.untoldEvents)
	t.untoldEvents = nil
	more, ok := t.makeUp(away)
	told = append(told, more...)
	if ok {
		t.change(func(s *Session) {
			s.HaltedSince = t.clock.haltedSince(now)
			if s.diskRefuses {
				s.HaltedSince = now
			}
		})
	}
	return told, away
}

// makeUp records the time that does not count and finishes work left over from the last run, such as dealing cards.
// It returns notices for the players. If the lines can't be written, ok is false and the clock must stay stopped.
func (t *Table) makeUp(lost time.Duration) (told []Notice, ok bool) {
	s := t.Session()
	p := s.House(t.moment(), lost)
	if len(p.Entry.Played) == 0 {
		return nil, true
	}
	err := t.write(p)
	if err == nil {
		return p.Notices, true
	}
	_, owed := s.Course.Game.Owed()
	if t.tryLater("lines owed by the dealer", err) && owed {
		return []Notice{phraseNotice("table.cards_late")}, false
	}
	return nil, false
}
