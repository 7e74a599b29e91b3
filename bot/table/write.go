package table

import (
	"context"
	"errors"
	"time"

	"settable/games"
	"settable/store"
)

// commit writes a plan, adopts it and shows it.
func (t *Table) commit(p Plan) error {
	if err := t.write(p); err != nil {
		return err
	}
	t.show(p.Told...)
	return nil
}

// write writes a plan in one transaction, and only then adopts it.
func (t *Table) write(p Plan) error {
	if len(p.Lines) == 0 && p.Answer.Err != nil {
		return p.Answer.Err
	}
	return Commit(func() error {
		e := p.Entry()
		e.Heard = t.heard.mark(p.Word.Message)
		err := t.Journal.Append(context.Background(), e)
		if errors.Is(err, store.ErrTrouble) {
			t.failed(errors.Is(err, store.ErrOutcomeUnknown))
		}
		return err
	}, func() { t.adopt(p) })
}

// Commit is the order of things: memory changes after the disk. Tests that break it
// see that it would be found.
var Commit = func(write func() error, adopt func()) error {
	err := write()
	if err == nil {
		adopt()
	}
	return err
}

// adopt makes a plan the table's present. Where it was written, the disk takes
// lines again, and the time in which it did not is written with it.
func (t *Table) adopt(p Plan) {
	now := t.Now()
	s := t.Session().Adopt(p, now)
	if len(p.Lines) > 0 {
		t.pause = 0
		switch {
		case s.refused:
			s.refused, s.Halted = false, t.halted(now)
			if !t.retryAt.IsZero() { // what waits for the disk can be written now, too
				t.retryAt = now
			}
		case !s.Halted.IsZero() && p.Word.At.After(s.Halted):
			s.Halted = p.Word.At
		}
	}
	t.session.Store(&s)
	if len(p.Lines) > 0 {
		t.heard.kept = max(t.heard.kept, t.heard.newest)
	}
}

// failed is for a line that the disk refuses: from then on the clock stands
// still. While the outcome is unknown, nothing more is played before the store
// has found out.
func (t *Table) failed(unknown bool) {
	t.halt(time.Time{})
	t.change(func(s *Session) { s.refused, s.Unknown = true, s.Unknown || unknown })
	if t.retryAt.IsZero() {
		t.retryAt = t.Now().Add(retryFirst)
	}
}

// change is for what a session knows of the clock, of which nothing is written.
func (t *Table) change(f func(*Session)) {
	s := t.Session()
	f(&s)
	t.session.Store(&s)
}

// unwritten is the answer to a move that could not be written.
func (t *Table) unwritten(err error, failing bool) Answer {
	var poor *store.Overdraft
	switch {
	case errors.Is(err, store.ErrPlayed):
		return Answer{} // the same message or press came twice: it was played and answered once
	case errors.As(err, &poor):
		return Answer{Verdict: Refused, Err: poor}
	case errors.Is(err, store.ErrStale), errors.Is(err, store.ErrOver):
		t.behindJournal(err)
		return refuse(games.Say("table.broken"))
	case errors.Is(err, store.ErrOutcomeUnknown):
		return refuse(games.Say("table.outcome_unknown"))
	case failing && errors.Is(err, store.ErrTrouble):
		return refuse(games.Say("table.disk_fails"))
	case !errors.Is(err, store.ErrTrouble): // of which the store tells the log, once
		t.Log.Error("a move could not be written", "error", err)
	}
	return refuse(games.Say("table.broken"))
}

// welcomed gives a player who lacks chips the starting grant, once for life,
// and says whether that is worth another try.
func (p Parts) welcomed(plan Plan, err error) bool {
	var poor *store.Overdraft
	if !errors.As(err, &poor) || poor.Kind != store.PlayerAccount {
		return false
	}
	w := plan.Word
	guild := plan.next.Row.Guild
	granted, err := p.Journal.Welcome(context.Background(), guild, w.Who.ID, store.StartGrant, w.At)
	if err != nil {
		p.Log.Error("giving the starting grant", "error", err)
	}
	return granted > 0
}
