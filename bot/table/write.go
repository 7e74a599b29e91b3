package table

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"settable/games"
	"settable/store"
)

func (t *Table) commit(p Plan) error {
	if err := t.write(p); err != nil {
		return err
	}
	t.show(p.Notices...)
	return nil
}

// write writes a plan in one transaction and then adopts it. If the rules refused the plan's actions, write returns
// their error and writes nothing.
func (t *Table) write(p Plan) error {
	t.logPlan(p)
	if len(p.Entry.Played) == 0 && p.Answer.Err != nil {
		return p.Answer.Err
	}
	return Commit(func() error {
		p.Entry.NewestMessage = t.judged.unsaved(p.Word.Message)
		err := t.Journal.Append(context.Background(), p.Entry)
		if errors.Is(err, store.ErrTrouble) {
			t.diskRefused(errors.Is(err, store.ErrOutcomeUnknown))
		}
		return err
	}, func() { t.adopt(p) })
}

// logPlan logs a plan without its lines, because they may contain hidden cards.
func (t *Table) logPlan(p Plan) {
	if !t.Log.Enabled(context.Background(), slog.LevelDebug) {
		return
	}
	t.Log.Debug("plan", "door", p.Word.Door, "message", p.Word.Message, "verdict", p.Answer.Verdict,
		"lines", len(p.Entry.Played), "after_line", t.Session().Line, "answer", p.Answer.Phrase.Key)
}

// Commit first writes to disk and then changes memory. It is a variable because a test replaces it to prove that it
// notices the wrong order.
var Commit = func(write func() error, adopt func()) error {
	err := write()
	if err == nil {
		adopt()
	}
	return err
}

// adopt makes a plan the table's current state. The successful write shows that the disk works again, so adopt
// restarts a clock that was stopped by failed writes. The plan itself records the time during which they failed.
func (t *Table) adopt(p Plan) {
	now := t.Now()
	s := t.Session().Adopt(p, now)
	if len(p.Entry.Played) > 0 {
		t.clock.pause = 0
		switch {
		case s.diskRefuses:
			s.diskRefuses, s.HaltedSince = false, t.clock.haltedSince(now)
			if !t.clock.retryAt.IsZero() { // everything that was waiting for the disk can be written now
				t.clock.retryAt = now
			}
		case !s.HaltedSince.IsZero() && p.Word.At.After(s.HaltedSince):
			s.HaltedSince = p.Word.At
		}
	}
	t.session.Store(&s)
	if len(p.Entry.Played) > 0 {
		t.judged.saved = max(t.judged.saved, t.judged.newest)
	}
}

// diskRefused stops the clock because writing failed. If the commit outcome of the last line is unknown, the table
// plays nothing more until the store has determined it.
func (t *Table) diskRefused(unknown bool) {
	t.halt(time.Time{})
	t.change(func(s *Session) { s.diskRefuses, s.OutcomeUnknown = true, s.OutcomeUnknown || unknown })
	if t.clock.retryAt.IsZero() {
		t.clock.retryAt = t.Now().Add(retryFirst)
	}
}

// change modifies parts of the session that are not in the journal, such as the clock and the state of the disk.
func (t *Table) change(f func(*Session)) {
	s := t.Session()
	f(&s)
	t.session.Store(&s)
}

// unwritten returns the answer to a move that could not be written.
func (t *Table) unwritten(w Word, err error) Answer {
	if why, barred := ForgettingRefusal(err); barred {
		return Answer{Verdict: Refused, Phrase: why, Discreet: true}
	}
	var poor *store.Overdraft
	switch {
	case errors.Is(err, store.ErrPlayed) && w.Private():
		return Answer{Verdict: Played} // the press arrived twice; if the first was answered, Discord accepts no other answer
	case errors.Is(err, store.ErrPlayed):
		return Answer{} // the message arrived twice; the first one was played and answered
	case errors.As(err, &poor):
		return Answer{Verdict: Refused, Err: poor}
	case IsInterruption(err):
		return Answer{Verdict: Refused, Err: err}
	case errors.Is(err, store.ErrStale), errors.Is(err, store.ErrOver):
		t.behindJournal(err)
		return refuse(games.Say("table.broken"))
	case errors.Is(err, store.ErrOutcomeUnknown):
		if w.Door != House {
			t.unconfirmed = append(t.unconfirmed, w)
		}
		return Answer{Verdict: Pending, Phrase: games.Say("table.outcome_unknown")}
	case errors.Is(err, store.ErrTrouble): // the store logs these itself, once
		return refuse(games.Say("table.disk_fails"))
	}
	t.Log.Error("saving a move failed", "error", err)
	return refuse(games.Say("table.broken"))
}

// IsInterruption reports whether an error only means that this process no longer handles the table's server, because
// it is stopping or another process has taken over.
func IsInterruption(err error) bool {
	return errors.Is(err, store.ErrLost) || errors.Is(err, store.ErrClosed) || errors.Is(err, context.Canceled)
}

// ForgettingRefusal returns what to tell a player who can't sit down or sign up because they have asked the bot to
// delete their data. For any other error, barred is false.
func ForgettingRefusal(err error) (why games.Phrase, barred bool) {
	switch {
	case errors.Is(err, store.ErrForgetting):
		return games.Say("table.being_forgotten"), true
	case errors.Is(err, store.ErrForgottenHere):
		return games.Say("table.parted"), true
	}
	return games.Phrase{}, false
}

// answerUnconfirmed answers moves whose commit outcome was unknown, once the journal has been read again.
func (t *Table) answerUnconfirmed(lines []store.Line) {
	all := t.unconfirmed
	t.unconfirmed = nil
	for _, w := range all {
		written := slices.ContainsFunc(lines, func(l store.Line) bool { return l.Source == w.Source && w.Source != "" })
		if written {
			t.Outlet.Answer(t.Session(), w, Answer{Verdict: Played})
		} else {
			t.Outlet.Answer(t.Session(), w, refuse(games.Say("table.disk_fails")))
		}
	}
}

// grantWelcome pays the starting grant to a player who lacks chips and hasn't had it before. It returns true if the
// plan should be written again.
func (t *Table) grantWelcome(plan Plan, err error) bool {
	var poor *store.Overdraft
	if !errors.As(err, &poor) || poor.Kind != store.PlayerAccount {
		return false
	}
	w := plan.Word
	guild := plan.next.Row.Guild
	granted, err := t.Journal.Welcome(context.Background(), guild, w.Who.ID, store.StartGrant, w.At)
	if err != nil {
		t.Log.Error("granting the starting chips failed", "error", err)
	}
	return granted > 0
}
