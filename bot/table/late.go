package table

import (
	"slices"
	"time"

	"settable/games"
	"settable/store"
)

// A former table is the table as it was before a set was taken from it, or before
// its cards were swept away.
type former struct {
	*Session
	changed time.Time // when that was, by the id of the taker's message or press
	adopted time.Time // when it was adopted, before which nobody can have seen it
	swept   bool      // the cards were swept away: nobody took a set
	by      Person
	source  store.Source
	behind  []store.PlayerID // the late callers of whom everybody was told already
}

const (
	mostFormer  = 8           // how many former tables are remembered
	rememberFor = time.Minute // for how long: somebody may fill in a form
)

// formerly returns the session as it was before the word w changed it.
func (s Session) formerly(w Word, swept bool) *former {
	v := s.View()
	s.past, s.view = nil, &games.View{Phase: v.Phase, Seats: v.Seats, Offers: v.Offers} // enough for a claim
	return &former{Session: &s, changed: w.At, swept: swept, by: w.Who, source: w.Source}
}

// formers are the former tables of a session, oldest first.
type formers []*former

// and adds a former table for late claims, and drops the oldest ones.
func (all formers) and(f *former) formers {
	past := append(slices.Clone(all), f)
	for len(past) > mostFormer || f.changed.Sub(past[0].changed) > rememberFor {
		past = past[1:]
	}
	return past
}

// without renames a player who was forgotten, because late callers are told who took their set.
func (all formers) without(l store.Leaver, name string) formers {
	past := slices.Clone(all)
	for i, f := range past {
		if f.by.ID == l.Player {
			renamed := *f
			renamed.by = Person{ID: l.As, Name: name}
			past[i] = &renamed
		}
	}
	return past
}

// recall keeps, during a replay, the table on which line i took a set or swept the cards, because a late claim may also
// arrive after a restart. Only the last minute of the journal matters.
func (s *Session) recall(on games.Course, lines []store.Line, i int, swept bool) {
	l := lines[i]
	if lines[len(lines)-1].At.Sub(l.At) > rememberFor {
		return
	}
	was := *s
	was.Line = i
	was.play(on)
	s.past = s.past.and(was.formerly(Word{At: l.At, Who: Person{ID: l.Player}, Source: l.Source}, swept))
}

// late answers a late claim: one that was right on the table its caller saw, but whose cards were taken a moment
// before. Such a claim is not wrong, costs nothing and leaves no line (behaviour, Feedback 2). It returns false for any
// other claim, and for the house, which looks at the table as it stands. steps and err are the result of the claim on the current table.
func (s Session) late(p *Plan, m Moment, steps []games.Step, err error) bool {
	w := p.Word
	if len(s.past) == 0 || w.Door == House || !s.claims(w.Move) {
		return false
	}
	if err == nil && called(steps) {
		return s.calledTooLate(p, m)
	}
	if err == nil && !wrong(steps) {
		return false
	}
	for i, f := range slices.Backward(s.past) {
		saw := f.unseen(w, m) || f.unshown(w, m) || w.Door == Modal && w.Sight.Line <= f.Sight
		if saw && f.wasGood(w) {
			s.forgive(p, i)
			return true
		}
	}
	return false
}

// unseen reports whether the player may not have seen the change yet when they sent w.
func (f *former) unseen(w Word, m Moment) bool {
	return w.At.Sub(later(f.changed, f.adopted)) < m.Grace
}

// unshown reports whether the picture of the change had not been shown, or only just, when the player sent w. Discord
// may delay it.
func (f *former) unshown(w Word, m Moment) bool {
	if m.Seen == nil {
		return false
	}
	since, seen := m.Seen(f.Line + 1)
	return !seen || w.At.Sub(since) < m.Grace
}

// wasGood reports whether the claim would have taken its set on the former table.
func (f *former) wasGood(w Word) bool {
	actions, _ := f.actions(w)
	if actions == nil {
		return false
	}
	d := draft{course: f.Course}
	return d.play(actions...) == nil && took(d.steps())
}

// calledTooLate answers a call without cards by a player who may have meant cards that another player took a moment
// before. It is refused, because they could no longer name those cards.
func (s Session) calledTooLate(p *Plan, m Moment) bool {
	f := s.past[len(s.past)-1]
	if f.by.ID == p.Word.Who.ID || !f.unseen(p.Word, m) {
		return false
	}
	p.Answer = refuse(games.Say("table.just_taken", "who", f.by.Name))
	return true
}

// forgive answers a claim that came too late for the former table s.past[i]. All players are told the margin, but only
// once for each caller.
func (s Session) forgive(p *Plan, i int) {
	f, w := s.past[i], p.Word
	by := games.Margin(w.At.Sub(f.changed))
	switch {
	case f.source == w.Source:
		return // the same message or press came twice
	case f.swept:
		p.Answer = Answer{Verdict: TooLate, Phrase: games.Say("table.swept")}
		return
	case f.by.ID == w.Who.ID:
		p.Answer = refuse(games.Say("table.yours_already"))
		return
	case by > 0:
		p.Answer = Answer{Verdict: TooLate, Phrase: games.Say("table.beaten", "who", f.by.Name, "by", by)}
	default:
		p.Answer = Answer{Verdict: TooLate, Phrase: games.Say("table.was_first", "who", f.by.Name)}
	}
	if slices.Contains(f.behind, w.Who.ID) {
		return
	}
	p.next.past = slices.Clone(s.past)
	told := *f
	told.behind = append(slices.Clip(f.behind), w.Who.ID)
	p.next.past[i] = &told
	if by > 0 {
		p.Told = []Notice{notice("table.behind", "who", w.Who.Name, "by", by)}
	} else {
		p.Told = []Notice{notice("table.same_set", "who", w.Who.Name)}
	}
}

func later(a, b time.Time) time.Time { return slices.MaxFunc([]time.Time{b, a}, time.Time.Compare) }
