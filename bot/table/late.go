package table

import (
	"slices"
	"time"

	"settable/games"
	"settable/store"
	"settable/store/ids"
)

// A pastTable is the state of a table just before a set was taken or the cards were swept away.
type pastTable struct {
	before    *Session
	changedAt time.Time // from the id of the taker's message or press
	adoptedAt time.Time // no player can have seen the change before this
	wasSwept  bool      // the cards were swept away instead of taken as a set
	taker     Person
	source    store.Source
	toldLate  []ids.User // late callers whose margin was already announced
}

const (
	mostPastTables = 8           // how many past tables are remembered
	rememberFor    = time.Minute // long enough for a player to fill in a form
)

// pastTable preserves s as the state of the table just before the move w.
func (s Session) pastTable(w Word, swept bool) *pastTable {
	v := s.View()
	s.past, s.view = nil, &games.View{Phase: v.Phase, Seats: v.Seats, Offers: v.Offers} // enough for a claim
	return &pastTable{before: &s, changedAt: w.At, wasSwept: swept, taker: w.Who, source: w.Source}
}

// pastTables are the past tables of a session, oldest first.
type pastTables []*pastTable

// add adds a past table and drops those that are no longer needed to judge late claims.
func (all pastTables) add(f *pastTable) pastTables {
	past := append(slices.Clone(all), f)
	for len(past) > mostPastTables || f.changedAt.Sub(past[0].changedAt) > rememberFor {
		past = past[1:]
	}
	return past
}

// renameForgotten replaces a player whose data was deleted, because late callers are told who took their set.
func (all pastTables) renameForgotten(l store.ForgottenPlayer, name string) pastTables {
	past := slices.Clone(all)
	for i, f := range past {
		if f.taker.ID == l.Player {
			renamed := *f
			renamed.taker = Person{ID: l.As, Name: name}
			past[i] = &renamed
		}
	}
	return past
}

// recall remembers the state of the table just before line i took a set or swept the cards away. It is called during
// a replay, because a late claim can also arrive after a restart, and ignores all but the last minute of the journal.
func (s *Session) recall(on games.Course, lines []store.Line, i int, swept bool) {
	l := lines[i]
	if lines[len(lines)-1].At.Sub(l.At) > rememberFor {
		return
	}
	was := *s
	was.Line = i
	was.play(on)
	s.past = s.past.add(was.pastTable(Word{At: l.At, Who: Person{ID: l.Player}, Source: l.Source}, swept))
}

// late answers a claim that was correct for the cards its player saw but came a moment after they were taken. Such a
// claim doesn't count as wrong, costs nothing and leaves no line in the journal (behaviour, Feedback 2). late returns
// false for any other claim, and for claims of house players, who always see the current cards. steps and err are the
// result of the claim with the current cards.
func (s Session) late(p *Plan, m Moment, steps []games.Step, err error) bool {
	w := p.Word
	if len(s.past) == 0 || w.Door == House || !s.claims(w.Move) {
		return false
	}
	if err == nil && calledSet(steps) {
		return s.calledTooLate(p, m)
	}
	if err == nil && !wasWrong(steps) {
		return false
	}
	for i, f := range slices.Backward(s.past) {
		saw := f.unseen(w, m) || f.unshown(w, m) || w.Door == Modal && w.Sight.Line <= f.before.Sight
		if saw && f.wasGood(w) {
			s.forgive(p, i)
			return true
		}
	}
	return false
}

// unseen reports whether the player might not yet have seen the change when they sent w.
func (f *pastTable) unseen(w Word, m Moment) bool {
	return w.At.Sub(laterOf(f.changedAt, f.adoptedAt)) < m.Grace
}

// unshown reports whether the picture of the change had not been shown yet when the player sent w, or had been shown
// too recently for them to react. Discord can delay a picture.
func (f *pastTable) unshown(w Word, m Moment) bool {
	if m.Seen == nil {
		return false
	}
	since, seen := m.Seen(f.before.Line + 1)
	return !seen || w.At.Sub(since) < m.Grace
}

// wasGood reports whether the claim would have taken its set on the past table.
func (f *pastTable) wasGood(w Word) bool {
	actions, _ := f.before.actions(w)
	if actions == nil {
		return false
	}
	d := draft{course: f.before.Course}
	return d.play(actions...) == nil && tookSet(d.steps)
}

// calledTooLate refuses a call without cards if another player has just taken a set. The caller probably meant that
// set and could no longer name its cards.
func (s Session) calledTooLate(p *Plan, m Moment) bool {
	f := s.past[len(s.past)-1]
	if f.taker.ID == p.Word.Who.ID || !f.unseen(p.Word, m) {
		return false
	}
	p.Answer = refuse(games.Say("table.just_taken", "who", f.taker.Name))
	return true
}

// forgive answers a claim that was correct for s.past[i] but came too late. All players are told how late the claim
// was, but only once for each caller.
func (s Session) forgive(p *Plan, i int) {
	f, w := s.past[i], p.Word
	by := games.Margin(w.At.Sub(f.changedAt))
	switch {
	case f.source == w.Source:
		return // the same message or press arrived twice
	case f.wasSwept:
		p.Answer = Answer{Verdict: TooLate, Phrase: games.Say("table.swept")}
		return
	case f.taker.ID == w.Who.ID:
		p.Answer = refuse(games.Say("table.yours_already"))
		return
	case by > 0:
		p.Answer = Answer{Verdict: TooLate, Phrase: games.Say("table.beaten", "who", f.taker.Name, "by", by)}
	default:
		p.Answer = Answer{Verdict: TooLate, Phrase: games.Say("table.was_first", "who", f.taker.Name)}
	}
	if slices.Contains(f.toldLate, w.Who.ID) {
		return
	}
	p.next.past = slices.Clone(s.past)
	told := *f
	told.toldLate = append(slices.Clip(f.toldLate), w.Who.ID)
	p.next.past[i] = &told
	if by > 0 {
		p.Notices = []Notice{phraseNotice("table.behind", "who", w.Who.Name, "by", by)}
	} else {
		p.Notices = []Notice{phraseNotice("table.same_set", "who", w.Who.Name)}
	}
}

func laterOf(a, b time.Time) time.Time { return slices.MaxFunc([]time.Time{b, a}, time.Time.Compare) }
