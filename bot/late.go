package bot

import (
	"slices"
	"time"

	"settable/bot/message"
	"settable/games"
	"settable/store"
)

// before is a table as it was until somebody took a set from it, or all its
// cards were swept away.
type before struct {
	standing
	line    int       // its last line
	changed time.Time // when that was, by the id of the message
	adopted time.Time // and when the table knew it: nobody saw the change before
	swept   bool      // nobody took a set
	by      person
	source  store.Source
	behind  map[store.PlayerID]bool // who was told already
}

const (
	memory    = 8           // how many former tables are remembered
	remindFor = time.Minute // and for how long: a form may stay open
)

func (t *table) remember(b before) {
	b.behind, b.open = map[store.PlayerID]bool{}, nil // few are ever looked at again
	t.past = append(t.past, b)
	for len(t.past) > memory || b.changed.Sub(t.past[0].changed) > remindFor {
		t.past = t.past[1:]
	}
}

// late answers a claim that was good on the table its caller saw and is not
// now, because cards of it went a moment before: it is not wrong,
// costs nothing and leaves no line (PLAY.md: a late call is not a wrong call).
// A claim that is good now, or was good on no table its caller could still
// see, is not late. steps and err are what it is now.
func (t *table) late(s said, move games.Move, steps []games.Step, err error) bool {
	if len(t.past) == 0 || !t.claims(move) {
		return false
	}
	if err == nil && happened(steps, games.Called) {
		return t.startled(s)
	}
	if err == nil && !happened(steps, games.Wrong) {
		return false
	}
	for i := len(t.past) - 1; i >= 0; i-- {
		b := &t.past[i]
		seen := t.unseen(b, s) || s.Door == modal && s.Sight.Line <= b.line
		if seen && t.wasGood(b, s, move) {
			t.forgive(s, b)
			return true
		}
	}
	return false
}

// unseen says whether somebody may not have seen a change yet when they spoke.
func (t *table) unseen(b *before, s said) bool {
	return s.At.Sub(later(b.changed, b.adopted)) < t.bot.choices.of(t.row.Guild).Grace
}

// wasGood says whether the claim would have taken its set from a former table.
func (t *table) wasGood(b *before, s said, move games.Move) bool {
	actions, _ := t.actions(b.standing, s, move)
	if actions == nil {
		return false
	}
	_, steps, err := try(b.course, actions)
	return err == nil && took(steps)
}

// startled answers a bare call that was made on cards which somebody else took
// a moment before: its caller could not name them any more.
func (t *table) startled(s said) bool {
	b := t.past[len(t.past)-1]
	if b.by.ID == s.Who.ID || !t.unseen(&b, s) {
		return false
	}
	t.refuse(s, b.by.Name+" took a set just before: look again, then call. It costs you nothing.")
	return true
}

// forgive answers a late claim, and tells the margin to everybody once.
func (t *table) forgive(s said, b *before) {
	if s.Source == b.source {
		return // the same message or press came twice
	}
	if b.swept {
		t.console(s, "The table was swept just before. It costs you nothing.")
		return
	}
	if s.Who.ID == b.by.ID {
		t.refuse(s, "You have taken that set already.")
		return
	}
	by := s.At.Sub(b.changed)
	if by > 0 {
		t.console(s, "Beaten by "+message.Margin(by)+": "+b.by.Name+" took that set. It costs you nothing.")
	} else {
		t.console(s, b.by.Name+"'s claim reached the table first. It costs you nothing.")
	}
	if !b.behind[s.Who.ID] {
		b.behind[s.Who.ID] = true
		t.show([]string{message.Behind(s.Who.Name, by)})
	}
}

func took(steps []games.Step) bool { return happened(steps, games.Took) }

// happened tells whether a claim came out so.
func happened(steps []games.Step, result games.ClaimResult) bool {
	return slices.ContainsFunc(steps, func(step games.Step) bool { return resultOf(step) == result })
}

// resultOf is what became of the claim of a step, also of a game that has no event
// types of its own yet.
func resultOf(step games.Step) games.ClaimResult {
	for _, e := range games.OldEvents(step.Events) {
		switch e.Kind {
		case games.OldTook:
			return games.Took
		case games.OldWrong:
			return games.Wrong
		case games.OldSwept:
			return games.Swept
		}
	}
	return step.Claim
}
